/** A passage of a context for the scorer: the source lines in it. Synthetic text has none. */
export function shownOf({ file, places, synthetic }) {
  const own = places.filter((place) => place.file === file);
  return { path: file, tokens: 0, ranges: synthetic ? [] : own.map(({ startLine, endLine }) => [startLine, endLine]) };
}
