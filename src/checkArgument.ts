/**
 * Checks the arguments of public functions.
 *
 *     checkArgument('slug()', 'text', 7)
 *     FroeError: slug() expects a string, not 7
 *
 * Options have tables of their own: config/checkOptions.ts.
 */
import { FroeError } from './errors.js';

interface ArgumentKind {
  /** Completes the sentence "expects …". */
  readonly expected: string;
  readonly takes: (value: unknown) => boolean;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isWhole = (value: unknown): boolean => Number.isInteger(value) && Number(value) >= 0;
const isSpan = (value: unknown): boolean => isObject(value) && isWhole(value.start) && isWhole(value.end);
const hasContent = (value: unknown): boolean => isObject(value) && typeof value.content === 'string';
const isChunk = (value: unknown): boolean => hasContent(value) && isObject(value) && isObject(value.metadata);
const hasMethod = (value: unknown, name: string): boolean =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, name) === 'function';

const kinds = {
  text: { expected: 'a string', takes: (value) => typeof value === 'string' },
  bytes: { expected: 'a Uint8Array', takes: (value) => value instanceof Uint8Array },
  whole: { expected: 'a whole number from 0', takes: isWhole },
  integer: { expected: 'a whole number', takes: Number.isInteger },
  object: { expected: 'an object', takes: isObject },
  list: { expected: 'a list', takes: Array.isArray },
  function: { expected: 'a function', takes: (value) => typeof value === 'function' },
  span: { expected: 'a span with start and end', takes: isSpan },
  spans: { expected: 'a list of spans', takes: (value) => Array.isArray(value) && value.every(isSpan) },
  chunk: { expected: 'a chunk', takes: isChunk },
  chunks: { expected: 'a list of chunks', takes: (value) => Array.isArray(value) && value.every(hasContent) },
  tokenizer: { expected: 'a tokenizer with count()', takes: (value) => hasMethod(value, 'count') },
  parser: { expected: 'a parser with parse()', takes: (value) => hasMethod(value, 'parse') },
  source: {
    expected: 'a source, as parse() gives it',
    takes: (value) => isObject(value) && typeof value.text === 'string' && isObject(value.offsets),
  },
  node: {
    expected: 'the root of a tree, as parse() gives it',
    takes: (value) => isSpan(value) && isObject(value) && Array.isArray(value.children),
  },
} as const satisfies Record<string, ArgumentKind>;

/** `where`: the function, and the argument if it has several: `expand(): position`. */
export function checkArgument(where: string, kind: keyof typeof kinds, value: unknown): void {
  const { takes, expected } = kinds[kind];
  if (!takes(value)) throw new FroeError('bad-option', `${where} expects ${expected}, not ${inShort(value)}`);
}

const MOST_SHOWN = 60;

/** A value in an error message: on one line, shortened if it is long. */
export function inShort(value: unknown): string {
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value instanceof Promise
      ? 'a promise (await it first)'
      : `an object of ${value.constructor?.name ?? 'no class'}`;
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch {} // cyclic, or not JSON
  const shown = text === undefined || typeof value === 'number' ? String(value) : text;
  return shown.length > MOST_SHOWN ? `${shown.slice(0, MOST_SHOWN)}…` : shown;
}
