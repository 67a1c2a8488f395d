/** A result for the scorer: synthetic text costs its tokens, and is not source. */
export function ranked({ chunks }) {
  return {
    path: chunks[0].filePath,
    ranges: chunks.filter(({ synthetic }) => !synthetic).map(({ startLine, endLine }) => [startLine, endLine]),
    tokens: chunks.reduce((sum, { tokenCount }) => sum + tokenCount, 0),
  };
}
