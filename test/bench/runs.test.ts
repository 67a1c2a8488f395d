/** The committed benchmark run is complete: an operation measured alone once replaced all others. */
import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const runs = new URL('../../bench/runs/', import.meta.url);
/** The benchmark is plain JavaScript, without types of its own. */
const { operations }: { readonly operations: readonly string[] } = await import(
  new URL('../operations.mjs', runs).href
);

/** Repositories of one's own are not everywhere: what is measured on them may be missing. */
const onRequest = ['worktree', 'roots', 'history'];

it('has the measurements of every operation', () => {
  const { tables } = JSON.parse(readFileSync(new URL('latest.json', runs), 'utf8'));
  expect(Object.keys(tables)).toEqual(operations.filter((name) => name in tables || !onRequest.includes(name)));
});

it('has the pictures that it shows', () => {
  const pictures = [...readFileSync(new URL('latest.md', runs), 'utf8').matchAll(/\]\((.*?\.svg)\)/g)];
  expect(pictures).not.toEqual([]);
  for (const [, name] of pictures) expect(existsSync(new URL(name, runs)), name).toBe(true);
});
