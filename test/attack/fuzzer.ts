/**
 * Files that nobody wrote, through the whole of reading, parsing and cutting.
 * Every case has a number, and the number makes it again:
 *
 *     number ─dice→ seed file ─harm→ bytes ─chunk→ promises 1 to 4, proved from the bytes
 */

import { FroeError } from '../../src/errors.js';
import { extract } from '../../src/extract/index.js';
import { chunk } from '../../src/pipeline/chunk.js';
import { prove } from '../../src/pipeline/verify.js';
import { fromRecord, toRecord } from '../../src/schema.js';
import { tokenizer } from '../../src/text/tokens/index.js';
import { dice } from './dice.js';
import { mutated } from './mutate.js';
import type { Seed } from './seeds.js';

export interface Case {
  readonly number: number;
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly maxTokens: number;
  readonly granularity: 'pack' | 'node';
}

export function caseOf(number: number, seeds: readonly Seed[]): Case {
  const throws = dice(number);
  const seed = throws.pick(seeds);
  const bytes = mutated(seed.bytes(throws), throws, throws.pick(seeds).bytes(throws));
  // Now and then under another's name.
  const { path } = throws.below(12) === 0 ? throws.pick(seeds) : seed;
  const maxTokens = throws.pick([16, 33, 128, 512]);
  return { number, path, bytes, maxTokens, granularity: throws.pick(['pack', 'node'] as const) };
}

/** What may be said of a file instead of cutting it. */
const REFUSALS: ReadonlySet<string> = new Set(['too-large']);
/** Seconds of processor for some kilobytes: far beyond slow. */
const HANG = 10;
const counter = tokenizer('cl100k_base');

/** What is wrong with a case; undefined when every promise held. */
export async function problemOf(one: Case): Promise<string | undefined> {
  const started = process.cpuUsage();
  try {
    const wrong = await broken(one);
    if (wrong !== undefined) return wrong;
  } catch (error) {
    if (error instanceof FroeError && REFUSALS.has(error.code)) return undefined;
    return `threw ${error instanceof Error ? (error.stack ?? error.message).split('\n').slice(0, 4).join(' | ') : String(error)}`;
  }
  const { user } = process.cpuUsage(started);
  return user / 1e6 > HANG ? `took ${(user / 1e6).toFixed(1)} s of the processor` : undefined;
}

async function broken({ path, bytes, maxTokens, granularity }: Case): Promise<string | undefined> {
  const { chunks, diagnostics } = await chunk(bytes, { path, maxTokens, granularity });
  if (diagnostics.some(({ code }) => code === 'binary')) return chunks.length === 0 ? undefined : 'cut what is no text';
  const taken = await extract(path, bytes);
  const against = taken ? Buffer.from(taken.text) : bytes;
  const { failures } = prove({ bytes: against, chunks, tokenizer: counter, maxTokens });
  if (failures.length > 0) return `broke a promise: ${JSON.stringify(failures[0])}`;
  if (new Set(chunks.map(({ id }) => id)).size < chunks.length) return 'gave two chunks one id';
  for (const item of chunks.slice(0, 3)) fromRecord(JSON.parse(JSON.stringify(toRecord(item))));
  return undefined;
}

/** The same fault in as few bytes as a few hundred tries find, or a minute. */
export async function smallest(one: Case): Promise<Case> {
  let best = one;
  let tries = 0;
  const started = process.cpuUsage();
  const isEnough = (): boolean => tries >= 300 || process.cpuUsage(started).user > 60e6;
  for (let step = best.bytes.length >> 1; step >= 1 && !isEnough(); step >>= 1) {
    for (let at = 0; at < best.bytes.length && !isEnough(); tries++) {
      const fewer = { ...best, bytes: Buffer.concat([best.bytes.subarray(0, at), best.bytes.subarray(at + step)]) };
      if ((await problemOf(fewer)) === undefined) at += step;
      else best = fewer;
    }
  }
  return best;
}
