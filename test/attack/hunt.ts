/**
 * Searches for small files that take long: a pattern, repeated, under the name
 * of every language, twice as long each time until it is plain that 100 kB stay
 * below the limit.
 *
 *     6 kB   0.01 s     were it the square, 100 kB would take 2.6 s: go on
 *    12 kB   0.02 s     1.3 s at most: nothing to be found here
 */

import { FroeError } from '../../src/errors.js';
import { languages } from '../../src/parse/index.js';
import { chunk } from '../../src/pipeline/chunk.js';
import type { SeededRandom } from './seededRandom.js';

/** Bytes that no more than the limit may be spent on. */
export const FULL = 100_000;
/** Seconds of the processor. */
export const LIMIT = 2;
const FIRST = FULL / 16;

/** What parsers take for the beginning of something: each alone, each with a name, two together. */
const atoms = [
  ...['(', ')', '[', ']', '{', '}', '<', '>', '"', "'", '`', '"""', '```', '/*', '*/', '//', '#', '--', '<!--', '-->'],
  ...[
    'a',
    'b ',
    '1',
    'é',
    '.',
    ',',
    ';',
    ':',
    '::',
    '=',
    '=>',
    '->',
    '?',
    '!',
    '|',
    '&',
    '*',
    '_',
    '+',
    '-',
    '/',
    '\\',
  ],
  ...['@', '$', '%', '^', '~', '..', '${', '#{', '<%', '%>', '{{', '}}', '{%', '<?php ', '<a', '<a>', '</a>', '&a'],
  ...['\n', '\t', ' ', '\r', '\n\n', '\n ', '\n\t', '\\\n', '\0', '\u2028'],
  ...[
    'if ',
    'end\n',
    'def a',
    'do ',
    'fn ',
    'class A',
    'let a=',
    'case ',
    'return ',
    'import a',
    'begin ',
    'function a(',
  ],
  ...[
    '- ',
    '* ',
    '1. ',
    '> ',
    '| a ',
    '===\n',
    '---\n',
    '[a]',
    '[a](',
    '![',
    '[^a]',
    '.. a::',
    '\\begin{a}',
    '\\item ',
    'a: ',
  ],
] as const;

/** Those that were slow once. */
const slowBefore = [
  ...[
    '[[a]]\n',
    'end\n?a',
    '.. a::\n',
    'a<bas ,',
    '`',
    '{a',
    '((a',
    '=?',
    '[!',
    'x=>',
    '<a ',
    'a(',
    'a{',
    'a[',
    '"a',
    "'a",
  ],
] as const;

export interface SlowInputCandidate {
  readonly pattern: string;
  readonly path: string;
}

/** A name for every way of reading a file: the language's first extension, or its whole name. */
const names = [
  ...new Set([
    ...Object.values(languages).flatMap(({ extensions = [], filenames = [] }) => [
      ...extensions.slice(0, 1).map((extension) => `x${extension}`),
      ...(extensions.length === 0 ? filenames.slice(0, 1) : []),
    ]),
    ...['x.md', 'x.rst', 'x.tex', 'x.adoc', 'x.org', 'x.html', 'x.csv', 'x.tsv', 'x.json', 'x.yaml', 'x.toml', 'x.ini'],
    ...['x.xml', 'x.txt', 'x.log', 'x.eml', 'x.mbox', 'x.ipynb', 'x.env', 'x.properties', 'x.erb', 'x.vue', 'x.svelte'],
  ]),
];

/** First those that were slow once, under every name; then random ones, without end. */
export function* slowInputCandidates(dice: SeededRandom): Generator<SlowInputCandidate> {
  for (const pattern of slowBefore) for (const path of names) yield { pattern, path };
  for (;;) {
    const count = 1 + dice.below(3);
    const pattern = Array.from({ length: count }, () => dice.pick(atoms)).join('') + (dice.below(4) === 0 ? '\n' : '');
    yield { pattern, path: dice.pick(names) };
  }
}

/** Seconds of the processor that a file of `FULL` bytes takes; undefined where it cannot be too many. */
export async function secondsAtFullSize({ pattern, path }: SlowInputCandidate): Promise<number | undefined> {
  await secondsFor(pattern.repeat(8), path); // a grammar is loaded once
  for (let size = FIRST; ; size *= 2) {
    const seconds = await secondsFor(pattern.repeat(Math.ceil(size / Buffer.byteLength(pattern))), path);
    if (size >= FULL) return seconds;
    if (seconds * (FULL / size) ** 2 < LIMIT) return undefined;
  }
}

async function secondsFor(text: string, path: string): Promise<number> {
  const before = process.cpuUsage();
  try {
    await chunk(Buffer.from(text), { path, mentions: true });
  } catch (error) {
    if (!(error instanceof FroeError)) throw error; // binary, too large: said, and soon
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}
