/** The dependencies of a passage if only its imports are known. */
import { afterAll, describe, expect, it } from 'vitest';
import { dependenciesOf, Relations } from '../../src/assemble/relations.js';
import type { ContextSegment } from '../../src/assemble/segments.js';
import { Graph } from '../../src/graph/graph.js';
import { SqliteStore } from '../../src/store/sqlite.js';
import { prepared } from '../contract/store.js';

const store = new SqliteStore(':memory:');
afterAll(() => store.close());
const relations = new Relations(store, await Graph.of(store));
const [{ chunk }] = (await prepared('notes.md', '# Notes\n')).chunks;
const using = (...uses: readonly unknown[]): ContextSegment => ({
  chunks: [{ ...chunk, metadata: { uses } }],
  score: 1,
});
const names = async (...uses: readonly unknown[]): Promise<readonly string[]> =>
  (await dependenciesOf([using(...uses)], relations)).flatMap(({ to }) => to.map(({ name }) => name));

describe('what a passage imports', () => {
  it.each([
    ["import { a } from '../store/rows.js';", 'rows'],
    ['import x from "left-pad"', 'left-pad'],
    ['const fs = require(`node:fs`)', 'fs'],
    ['#include <sys/types.h>', 'types'],
    ['from shop.client import Client', 'client'],
    ['from app.db import Session', 'db'],
    ['import java.util.List;', 'List'],
    ['import static java.lang.Math.max;', 'max'],
    ['use std::collections::HashMap;', 'HashMap'],
    ['using System.Text;', 'Text'],
    ['require active_record', 'active_record'],
    ['include  Comparable', 'Comparable'],
    ["import '@scope/pkg/'", 'pkg'],
    ["import './lib.core.js'", 'core'],
    ['import static   java.lang.Math.min;', 'min'],
  ])('%s names %s', async (statement, name) => {
    expect(await names(statement)).toEqual([name]);
  });

  it('is named once, and left out if nothing can be read', async () => {
    expect(await names("import a from 'x'", "import b from 'x'", 'nonsense', "import '/'")).toEqual(['x']);
    expect(await names('nonsense')).toEqual([]);
    expect(await dependenciesOf([{ chunks: [{ ...chunk, metadata: { uses: 'x' } }], score: 1 }], relations)).toEqual(
      [],
    );
  });

  it('is a line: dependent, dependency, verb', async () => {
    expect(await dependenciesOf([using("import 'x'")], relations)).toEqual([
      { from: chunk.fullName, to: [{ name: 'x', verb: 'imports' }] },
    ]);
  });

  it('has at most six names per line and eight lines; without dependencies there is no line', async () => {
    const many = using(...[...Array(7).keys()].map((n) => `import 'm${n}'`));
    const [line] = await dependenciesOf([many], relations);
    expect(line.to.map(({ name }) => name)).toEqual(['m0', 'm1', 'm2', 'm3', 'm4', 'm5']);
    const lines = await dependenciesOf([using(), ...Array(10).fill(many)], relations);
    expect(lines).toHaveLength(8);
  });
});
