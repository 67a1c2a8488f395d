/**
 * Randomly damaged files, read, parsed and cut.
 * Every case has a number, which reproduces it:
 *
 *     number ─seededRandom→ seed file ─mutate→ bytes ─chunk→ promises 1 to 4, proved from the bytes
 */

import { FroeError } from '../../src/errors.js';
import { extract } from '../../src/extract/index.js';
import { chunk } from '../../src/pipeline/chunk.js';
import { prove } from '../../src/pipeline/verify.js';
import { fromRecord, toRecord } from '../../src/schema.js';
import { tokenizer } from '../../src/text/tokens/index.js';
import { mutated } from './mutate.js';
import { seededRandom } from './seededRandom.js';
import type { Seed } from './seeds.js';

export interface Case {
  readonly number: number;
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly maxTokens: number;
  readonly granularity: 'pack' | 'node';
}

export function caseOf(number: number, seeds: readonly Seed[]): Case {
  const random = seededRandom(number);
  const seed = random.pick(seeds);
  const bytes = mutated(seed.bytes(random), random, random.pick(seeds).bytes(random));
  // Now and then under another's name.
  const { path } = random.below(12) === 0 ? random.pick(seeds) : seed;
  const maxTokens = random.pick([16, 33, 128, 512]);
  return { number, path, bytes, maxTokens, granularity: random.pick(['pack', 'node'] as const) };
}

/** Error codes with which a file may be refused. */
const REFUSALS: ReadonlySet<string> = new Set(['too-large']);
/** Seconds of processor for some kilobytes: far beyond slow. */
const MAX_CPU_SECONDS = 10;
const counter = tokenizer('cl100k_base');

/** What is wrong with a case; undefined if every promise held. */
export async function problemOf(fuzzCase: Case): Promise<string | undefined> {
  const started = process.cpuUsage();
  try {
    const problem = await brokenPromise(fuzzCase);
    if (problem !== undefined) return problem;
  } catch (error) {
    if (error instanceof FroeError && REFUSALS.has(error.code)) return undefined;
    return `threw ${error instanceof Error ? (error.stack ?? error.message).split('\n').slice(0, 4).join(' | ') : String(error)}`;
  }
  const { user } = process.cpuUsage(started);
  return user / 1e6 > MAX_CPU_SECONDS ? `took ${(user / 1e6).toFixed(1)} s of the processor` : undefined;
}

async function brokenPromise({ path, bytes, maxTokens, granularity }: Case): Promise<string | undefined> {
  const { chunks, diagnostics } = await chunk(bytes, { path, maxTokens, granularity });
  if (diagnostics.some(({ code }) => code === 'binary')) return chunks.length === 0 ? undefined : 'cut what is no text';
  const extraction = await extract(path, bytes);
  const expectedBytes = extraction ? Buffer.from(extraction.text) : bytes;
  const { failures } = prove({ bytes: expectedBytes, chunks, tokenizer: counter, maxTokens });
  if (failures.length > 0) return `broke a promise: ${JSON.stringify(failures[0])}`;
  if (new Set(chunks.map(({ id }) => id)).size < chunks.length) return 'gave two chunks one id';
  for (const item of chunks.slice(0, 3)) fromRecord(JSON.parse(JSON.stringify(toRecord(item))));
  return undefined;
}

/** The same fault in as few bytes as a few hundred tries find, or a minute. */
export async function shrink(fuzzCase: Case): Promise<Case> {
  let best = fuzzCase;
  let tries = 0;
  const started = process.cpuUsage();
  const isEnough = (): boolean => tries >= 300 || process.cpuUsage(started).user > 60e6;
  for (let step = best.bytes.length >> 1; step >= 1 && !isEnough(); step >>= 1) {
    for (let at = 0; at < best.bytes.length && !isEnough(); tries++) {
      const smaller = { ...best, bytes: Buffer.concat([best.bytes.subarray(0, at), best.bytes.subarray(at + step)]) };
      if ((await problemOf(smaller)) === undefined) at += step;
      else best = smaller;
    }
  }
  return best;
}
