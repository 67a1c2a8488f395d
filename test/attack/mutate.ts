/** Small random damage to a file. */
import type { SeededRandom } from './seededRandom.js';

/** What parsers stumble over: openers without closers, halves of characters, names of control. */
const words = [
  ...[
    '{',
    '}',
    '(',
    ')',
    '[',
    ']',
    '<',
    '>',
    '"',
    "'",
    '`',
    '"""',
    '```',
    '/*',
    '*/',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
  ],
  ...['\0', '\r', '\r\n', '\n\n\n', '\t', '\ufeff', '\u2028', '\u00a0', '😀', 'e\u0301', '\u202e', '<|endoftext|>'],
  ...[
    '#',
    '---\n',
    '===\n',
    '+++\n',
    '~~~\n',
    '| a | b |\n|---|---|\n',
    '- ',
    '1. ',
    '> ',
    '\\',
    '%',
    '&#x0;',
    '&amp;',
  ],
  ...[
    'From ',
    'Content-Type: multipart/mixed; boundary=x\n\n',
    '--x--\n',
    '=?utf-8?Q?=00?=',
    'PK\x03\x04',
    '%PDF-1.7\n',
  ],
  ...[
    'endobj',
    '\x1b[31m',
    '__proto__',
    'constructor',
    '1e999',
    '-0',
    '9'.repeat(400),
    'null',
    'Infinity',
    '${',
    '#{',
    '<?php ',
  ],
];
const halves = [[0xc3], [0xe2, 0x82], [0xf0, 0x9f, 0x98], [0xed, 0xa0, 0x80], [0xff, 0xfe], [0xfe, 0xff], [0xff]];
/** Fast once, and slow when repeated a thousand times. */
const bombs = [
  '(',
  '[',
  '{',
  '<',
  '*',
  '_',
  '`',
  '> ',
  '- ',
  '#',
  '\\',
  '"',
  '<a',
  '<div>',
  '[a](',
  '![',
  'a ',
  '\t',
  '  ',
  '::',
  '..',
  '|',
  '&',
  '=\n',
  'a: ',
  '((a',
  'x=>',
  '=?',
];

type Mutation = (bytes: Uint8Array, dice: SeededRandom, other: Uint8Array) => Uint8Array;

const replaceRange = (bytes: Uint8Array, from: number, to: number, by: Uint8Array): Uint8Array =>
  Buffer.concat([bytes.subarray(0, from), by, bytes.subarray(to)]);

function randomRange(bytes: Uint8Array, dice: SeededRandom, maxLength = 400): [number, number] {
  const from = dice.below(bytes.length + 1);
  return [from, Math.min(bytes.length, from + 1 + dice.below(maxLength))];
}

const mutations: readonly Mutation[] = [
  (bytes, dice) => {
    const out = Uint8Array.from(bytes);
    for (let n = 1 + dice.below(8); n > 0 && out.length > 0; n--) out[dice.below(out.length)] ^= 1 << dice.below(8);
    return out;
  },
  (bytes, dice) => replaceRange(bytes, ...randomRange(bytes, dice), new Uint8Array()),
  (bytes, dice) => {
    const at = dice.below(bytes.length + 1);
    return replaceRange(bytes, at, at, Buffer.from(dice.pick(words)));
  },
  (bytes, dice) => {
    const at = dice.below(bytes.length + 1);
    return replaceRange(bytes, at, at, Uint8Array.from(dice.pick(halves)));
  },
  (bytes, dice) => {
    const [from, to] = randomRange(bytes, dice);
    const at = dice.below(bytes.length + 1);
    return replaceRange(bytes, at, at, bytes.slice(from, to));
  },
  (bytes, dice, other) => {
    const [from, to] = randomRange(other, dice, 4000);
    return replaceRange(bytes, ...randomRange(bytes, dice, 2000), other.slice(from, to));
  },
  (bytes, dice) => {
    const at = dice.below(bytes.length + 1);
    return replaceRange(bytes, at, at, Buffer.from(dice.pick(bombs).repeat(100 + dice.below(4000))));
  },
  (bytes, dice) => bytes.slice(0, dice.below(bytes.length + 1)),
  (bytes, dice) => {
    const lines = Buffer.from(bytes).toString('latin1').split('\n');
    const from = dice.below(lines.length);
    const moved = lines.splice(from, 1 + dice.below(10));
    lines.splice(dice.below(lines.length + 1), 0, ...moved);
    return Buffer.from(lines.join('\n'), 'latin1');
  },
  (bytes) => Buffer.from(Buffer.from(bytes).toString('latin1').replace(/\n/g, '\r\n'), 'latin1'),
  (bytes, dice) => Buffer.from(Buffer.from(bytes).toString('utf8'), dice.pick(['utf16le', 'latin1'] as const)),
  (bytes, dice) => {
    const [from, to] = randomRange(bytes, dice, 60);
    return replaceRange(
      bytes,
      from,
      to,
      Buffer.from(Buffer.from(bytes.slice(from, to)).toString('latin1').repeat(50), 'latin1'),
    );
  },
];

export const LARGEST = 48_000;

/** One to five mutations, one after the other. */
export function mutated(bytes: Uint8Array, dice: SeededRandom, other: Uint8Array): Uint8Array {
  let out = bytes;
  for (let n = 1 + dice.below(5); n > 0; n--) out = dice.pick(mutations)(out, dice, other).subarray(0, LARGEST);
  return out;
}
