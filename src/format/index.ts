/** The formats of a context. */

import { FroeError } from '../errors.js';
import { claude } from './claude.js';
import type { ContextParts, FileLines, Formatter, Passage } from './formatter.js';
import { generic } from './generic.js';
import { gpt } from './gpt.js';
import { human } from './human.js';

/** For programs: everything, with snake_case keys. */
const jsonFormatter: Formatter = {
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

export type { ContextParts as Context, Dependency, FileLines as TextPlace, Formatter, Passage } from './formatter.js';
export { human } from './human.js';

export const formatters = { claude, gpt, generic, human: human(), json: jsonFormatter } satisfies Record<
  string,
  Formatter
>;
export type FormatName = keyof typeof formatters;
export const formatNames = Object.keys(formatters) as FormatName[]; // keys() forgets the literal type

/** By name, or your own. */
export function formatter(chosen: string | Formatter): Formatter {
  if (typeof chosen === 'object') return chosen;
  const known = formatNames.find((name) => name === chosen);
  if (known) return formatters[known];
  throw new FroeError('bad-option', `Unknown format '${chosen}'`, `Known: ${formatNames.join(', ')}`);
}

/** Maximum attempts until the stated number of tokens is right: it only grows, by a token at a time. */
const ROUNDS = 8;

/** The string and its tokens; if the format states their number, it is right. */
export function renderContext(
  context: ContextParts,
  form: Formatter,
  count: (text: string) => number,
): { readonly text: string; readonly tokens: number } {
  let text = form.format(context, 0);
  let tokens = count(text);
  for (let round = 0; round < ROUNDS; round++) {
    const next = form.format(context, tokens);
    if (next === text) break; // it does not state tokens
    text = next;
    const counted = count(text);
    if (counted === tokens) break;
    tokens = counted;
  }
  return { text, tokens };
}
