/**
 * A few seconds of the search for slow inputs in every run of the tests; `npm run fuzz` runs it for
 * as long as requested. What it finds is written to reports/fuzz/hunt.json.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { LIMIT, type SlowInputCandidate, secondsAtFullSize, slowInputCandidates } from './hunt.js';
import { seededRandom } from './seededRandom.js';

const MINUTES = Number(process.env.FROE_FUZZ_MINUTES ?? 0);
const SEED = Number(process.env.FROE_FUZZ_SEED ?? 1);
const SECONDS = MINUTES > 0 ? MINUTES * 60 : 3;
/** In a run of the tests a busy machine must not fail; what is slow beyond doubt must. */
const MOST = MINUTES > 0 ? LIMIT : 5 * LIMIT;
const folder = new URL('../../reports/fuzz/', import.meta.url);

const spent = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

it(
  'no pattern makes 100 kB take long',
  async () => {
    const found: (SlowInputCandidate & { readonly seconds: number })[] = [];
    const start = spent();
    let tried = 0;
    for (const one of slowInputCandidates(seededRandom(SEED))) {
      if (spent() - start > SECONDS) break;
      const seconds = await secondsAtFullSize(one);
      tried++;
      if (seconds !== undefined && seconds > MOST) found.push({ ...one, seconds });
    }
    if (MINUTES > 0) {
      mkdirSync(folder, { recursive: true });
      const report = { seed: SEED, seconds: SECONDS, tried, found };
      writeFileSync(new URL('hunt.json', folder), `${JSON.stringify(report, undefined, 2)}\n`);
    }
    expect(found).toEqual([]);
    expect(tried).toBeGreaterThan(0);
  },
  (SECONDS * 10 + 300) * 1000,
);
