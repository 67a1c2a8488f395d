/**
 * Search by a regular expression, as grep does it: pieces in the order of their
 * paths, no ranking. `^` and `$` are ends of lines. What is matched is a piece,
 * so a match that runs over the end of one is not found.
 *
 * A pattern can be written that takes for ever on a line of thirty letters:
 * `(a+)+$`. It runs where it can be stopped.
 */
import { createContext, Script } from 'node:vm';
import { FroeError } from '../errors.js';
import type { Chunk } from '../schema.js';
import type { Filter, Store } from '../store/store.js';
import { alone, type Result, scored } from './result.js';

/** Milliseconds for the pieces of one source. */
const PATIENCE = 2000;
const MATCHES = new Script('texts.map((text) => pattern.test(text))');

export interface RegexOptions {
  readonly limit: number;
  readonly filter: Filter;
  readonly excludeIds: ReadonlySet<string>;
}

export async function searchRegex(store: Store, typed: string, options: RegexOptions): Promise<Result[]> {
  const pattern = compiled(typed);
  const results: Result[] = [];
  for await (const chunks of store.offered(options.filter)) {
    const wanted = chunks.filter(({ id }) => !options.excludeIds.has(id));
    const found = matching(pattern, wanted);
    wanted.forEach((chunk, i) => {
      if (found[i]) results.push(resultOf(chunk));
    });
    if (results.length >= options.limit) break;
  }
  return results.slice(0, options.limit);
}

function compiled(typed: string): RegExp {
  try {
    return new RegExp(typed, 'mu');
  } catch (cause) {
    const said = cause instanceof Error ? cause.message : String(cause);
    throw new FroeError('bad-option', said, "Put a backslash before a sign that stands for itself: 'get\\('.");
  }
}

function matching(pattern: RegExp, chunks: readonly Chunk[]): readonly boolean[] {
  const texts = chunks.map(({ content }) => content);
  try {
    return MATCHES.runInContext(createContext({ pattern, texts }), { timeout: PATIENCE }) as boolean[]; // what the script gives
  } catch (cause) {
    if (!isTimeout(cause)) throw cause;
    const said = `The pattern takes too long on ${chunks[0]?.filePath}`;
    throw new FroeError('bad-option', said, 'Write it without a repetition inside a repetition.');
  }
}

/** By its code: an error out of another context is no Error of ours. */
const isTimeout = (cause: unknown): boolean =>
  typeof cause === 'object' && cause !== null && 'code' in cause && cause.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';

const resultOf = (chunk: Chunk): Result =>
  alone(scored(chunk.id, chunk, [{ reason: 'matches', kind: 'add', value: 1 }]));
