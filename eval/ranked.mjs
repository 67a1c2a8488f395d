/** A result as the scorer takes it: what is put together costs its tokens, and is no source. */
export function ranked({ chunks }) {
  return {
    path: chunks[0].filePath,
    ranges: chunks.filter(({ synthetic }) => !synthetic).map(({ startLine, endLine }) => [startLine, endLine]),
    tokens: chunks.reduce((sum, { tokenCount }) => sum + tokenCount, 0),
  };
}
