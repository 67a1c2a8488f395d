import type { FileLines, Formatter, Passage } from './formatter.js';

/** For programs: everything, with snake_case keys. */
export const jsonFormatter: Formatter = {
  name: 'json',
  format: ({ query, scope, structure, passages, dependencies }, tokens) =>
    `${JSON.stringify({ query, scope, tokens, structure, passages: passages.map(record), dependencies })}\n`,
};

const record = ({ places, frequency, ...passage }: Passage) => ({
  ...lined(passage),
  places: places.map(lined),
  ...(frequency ? { change_frequency: frequency } : {}),
});

const lined = <T extends Omit<FileLines, 'file'>>({ startLine, endLine, ...rest }: T) => ({
  ...rest,
  start_line: startLine,
  end_line: endLine,
});
