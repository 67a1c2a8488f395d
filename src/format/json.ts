import type { Formatter, Passage } from './formatter.js';

/** For programs: everything, with snake_case keys. */
export const json: Formatter = {
  name: 'json',
  format: ({ query, scope, structure, passages, dependencies }, tokens) =>
    `${JSON.stringify({ query, scope, tokens, structure, passages: passages.map(record), dependencies })}\n`,
};

const record = ({ startLine, endLine, frequency, ...passage }: Passage) => ({
  ...passage,
  start_line: startLine,
  end_line: endLine,
  ...(frequency ? { change_frequency: frequency } : {}),
});
