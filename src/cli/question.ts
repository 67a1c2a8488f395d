/**
 * What was typed after the command: the query, and the folder to search.
 *
 *     froe search how do hooks work          all words are the query
 *     froe search "how do hooks work" src    two words, and the second is a path: searches src
 *     froe search hooks ./src                likewise; a word that starts with ./ ../ or / is a path even if it does not exist
 *     froe search hooks src --in .           --in names the folder; all words are the query
 */
import { existsSync } from 'node:fs';
import type { Command, Option } from 'commander';

export interface QueryArguments {
  readonly query: string;
  /** The folder or file that was named, if any. */
  readonly path: string | undefined;
}

export function questionOf(words: readonly string[], folder: string | undefined): QueryArguments {
  const [first = '', second = ''] = words;
  if (folder === undefined && words.length === 2 && isPath(second)) return { query: first.trim(), path: second };
  return { query: words.join(' ').trim(), path: folder };
}

/** Whether a word names a folder or file: by its form, or because it exists. */
export const isPath = (word: string): boolean =>
  /^(\.{1,2}|~)?\/|^\.{1,2}$/.test(word) || (word !== '' && existsSync(word));

/** Passes words with a minus to the query: `-lang:rst`, `-test`. Known flags stay flags. */
export function withMinusWords(command: Command): Command {
  const parse = command.parseOptions.bind(command);
  // With a leading space, the parser does not see an option.
  command.parseOptions = (argv) => parse(argv.map((word) => (isLeftOut(word, command.options) ? ` ${word}` : word)));
  return command;
}

function isLeftOut(word: string, options: readonly Option[]): boolean {
  if (/^-[a-z]+:./i.test(word)) return true;
  return /^-\p{L}{3,}$/u.test(word) && !isBundle(word.slice(1), options);
}

/** `-fjson`, `-ci`: one flag with its value, or several. */
function isBundle([letter = '', ...rest]: string, options: readonly Option[]): boolean {
  const option = options.find(({ short }) => short === `-${letter}`);
  if (!option) return letter === 'h';
  if (option.isBoolean()) return rest.length === 0 || isBundle(rest.join(''), options);
  return option.argChoices === undefined ? /^\d/.test(rest.join('')) : option.argChoices.includes(rest.join(''));
}
