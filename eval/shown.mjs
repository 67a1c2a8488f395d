/** A passage of a context as the scorer takes it: the lines of its source that stand in it. What was put together has none. */
export function shownOf({ file, places, synthetic }) {
  const own = places.filter((place) => place.file === file);
  return { path: file, tokens: 0, ranges: synthetic ? [] : own.map(({ startLine, endLine }) => [startLine, endLine]) };
}
