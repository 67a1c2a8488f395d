/**
 * A few hundred damaged files in every run of the tests; for an hour, and from
 * real files of yours:
 *
 *     npm run fuzz -- --minutes 60 --corpus DIR --seed 7
 *
 * A fault is written to reports/fuzz with the number that reproduces it.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { caseOf, problemOf, shrink } from './fuzzer.js';
import { seeds } from './seeds.js';

const MINUTES = Number(process.env.FROE_FUZZ_MINUTES ?? 0);
const SEED = Number(process.env.FROE_FUZZ_SEED ?? 1);
/** Seconds of the processor, not of the clock: a busy machine tries as many. */
const SECONDS = MINUTES > 0 ? MINUTES * 60 : 10;
const LONGEST_REPORT = 20;
const folder = new URL('../../reports/fuzz/', import.meta.url);

const spent = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

it(
  'damaged files break no invariant',
  async () => {
    const from = seeds(process.env.FROE_FUZZ_CORPUS);
    const found: string[] = [];
    const start = spent();
    let cases = 0;
    for (let number = SEED * 1_000_003; spent() - start < SECONDS && found.length < LONGEST_REPORT; number++) {
      const one = caseOf(number, from);
      if (MINUTES > 0) keep('current', one); // for whoever finds the process hanging
      const problem = await problemOf(one);
      cases++;
      if (problem === undefined) continue;
      const least = await shrink(one);
      keep(String(number), least);
      found.push(`case ${number}, ${one.path}, ${least.bytes.length} bytes: ${problem}`);
    }
    if (MINUTES > 0) {
      mkdirSync(folder, { recursive: true });
      writeFileSync(
        new URL('report.json', folder),
        `${JSON.stringify({ seed: SEED, seconds: SECONDS, cases, found }, undefined, 2)}\n`,
      );
    }
    expect(found).toEqual([]);
    expect(cases).toBeGreaterThan(50);
  },
  (SECONDS * 10 + 300) * 1000,
);

function keep(name: string, { number, path, bytes, maxTokens, granularity }: ReturnType<typeof caseOf>): void {
  mkdirSync(folder, { recursive: true });
  const base64 = Buffer.from(bytes).toString('base64');
  writeFileSync(new URL(`${name}.json`, folder), JSON.stringify({ number, path, maxTokens, granularity, base64 }));
}
