/**
 * What a cell printed, in few words: text up to a bound, an error by its name
 * and message, anything else by its type.
 *
 *     [image/png]        ValueError: no such column        0  1  2 …
 */
import { type JsonObject, objectIn, stringIn } from '../json.js';
import { joinLines } from './readCell.js';

/** Enough to see what was printed; the rest is seldom looked for. */
const MAX_OUTPUT_LENGTH = 2000;

/** Colours and cursor movements of a terminal. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the escape character is what is looked for
const ansi = /\u001b\[[0-9;?]*[A-Za-z]/g;

/** nbformat 3 has a key per type instead of `data`. */
const oldTypes: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  svg: 'image/svg+xml',
  html: 'text/html',
  latex: 'text/latex',
  json: 'application/json',
  javascript: 'application/javascript',
  pdf: 'application/pdf',
};

export function summarise(output: JsonObject): string {
  switch (output.output_type) {
    case 'stream':
      return truncate(joinLines(output.text));
    case 'error':
    case 'pyerr':
      return truncate(
        [stringIn(output.ename), stringIn(output.evalue)].filter((word) => word !== undefined).join(': '),
      );
    default:
      return shown(output);
  }
}

/** Text says most; where there is an image as well, both are named. */
function shown(output: JsonObject): string {
  const data = objectIn(output.data);
  const types = [
    ...Object.keys(data),
    ...Object.keys(oldTypes).flatMap((key) => (output[key] === undefined ? [] : [oldTypes[key]])),
  ].filter((type) => type !== 'text/plain');
  const image = types.filter((type) => type.startsWith('image/')).sort()[0];
  const text = truncate(joinLines(data['text/plain'] ?? output.text)).trimEnd();
  const named = image ?? (text === '' ? types.sort()[0] : undefined);
  return [text, named === undefined ? '' : `[${named}]`].filter((line) => line !== '').join('\n');
}

function truncate(text: string): string {
  const plain = text.slice(0, 4 * MAX_OUTPUT_LENGTH).replace(ansi, '');
  return plain.length <= MAX_OUTPUT_LENGTH ? plain : `${plain.slice(0, MAX_OUTPUT_LENGTH).toWellFormed().trimEnd()} …`;
}
