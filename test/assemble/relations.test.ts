/** What the graph adds to a context: dependents, dependencies, the stack, and heads of classes. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Relations } from '../../src/assemble/relations.js';
import { Engine } from '../../src/engine/engine.js';
import { Graph } from '../../src/graph/graph.js';
import { SqliteStore } from '../../src/store/sqlite.js';
import { folder } from '../folder.js';

/** Long enough for the class to be cut into its methods. */
const steps = (word: string): string =>
  [...Array(20).keys()].map((n) => `        ${word}_${n} = "${word} number ${n} of many"\n`).join('');

const tree = {
  'package.json': '{ "name": "shop", "engines": { "node": ">=20" }, "dependencies": { "express": "^5.1.0" } }\n',
  'shop/base.py': 'class Base:\n    def log(self):\n        return 1\n',
  'shop/client.py': `from .base import Base
from .wood import Oak


class Client(Base):
    """Talks to the shop."""

    def fetch_birch(self):
        self.log()
        tree = Oak()
${steps('birch')}
    def fetch_maple(self):
${steps('maple')}
    def close_all(self):
${steps('closing')}`,
  'shop/wood.py': 'class Oak:\n    def grow(self):\n        return "oak"\n',
  'shop/main.py': `from .client import Client


def start(client: Client):
    client.fetch_birch()


def again(client: Client):
    client.fetch_birch()
`,
};

const root = folder(tree);
let engine: Engine;
beforeAll(async () => {
  engine = new Engine(root, new SqliteStore(':memory:'), ':memory:', undefined, {});
  await engine.sync();
});
afterAll(() => engine.close());

const context = (query: string, more: Parameters<Engine['context']>[1] = {}) =>
  engine.context(query, { budget: 20_000, ...more });

describe('a context', () => {
  it('names the dependencies of a passage, by the most specific verb', async () => {
    const { context: told } = await context('fetch_birch', { merge: false });
    const line = told.dependencies.find(({ from }) => from === 'Client');
    expect(line?.to).toEqual([
      { name: 'Oak', verb: 'creates' },
      { name: 'Base.log', verb: 'calls' },
    ]);
  });

  it('counts the dependents of a passage, and omits the count if it is unknown', async () => {
    const settings = { merge: false, format: 'human' } as const;
    const { context: told, text } = await context('"birch number 7"', settings);
    expect(told.passages.map(({ identifier, dependents }) => [identifier, dependents])).toEqual([
      ['Client.fetch_birch', 2],
    ]);
    expect(text).toMatch(/shop\/client\.py:\d+-\d+ \| 2 dependents\n/);
    const prose = await context('express', settings);
    expect(prose.context.passages.map(({ file, dependents }) => [file, dependents])).toEqual([
      ['package.json', undefined],
    ]);
  });

  it('counts a part of a function as the function, and text outside of functions as the file', async () => {
    const store = engine.store;
    const relations = new Relations(store, await Graph.of(store));
    const all = await store.chunksOf('main:shop/client.py');
    const birch = all.find(({ fullName }) => fullName === 'Client.fetch_birch');
    if (!birch) throw new Error('it is there');
    const part = (from: number, to: number) => ({
      chunks: [{ ...birch, charStart: birch.charStart + from, charEnd: birch.charEnd - to }],
      score: 1,
    });
    expect(await relations.countDependents(part(0, 0))).toBe(2);
    expect(await relations.countDependents(part(30, 30))).toBe(2);
    expect((await relations.dependencyNames(part(30, 30))).map(({ name }) => name)).toEqual(['Oak', 'Base.log']);
    const nowhere = { chunks: [{ ...birch, charStart: 0, charEnd: 10 }], score: 1 };
    expect((await relations.dependencyNames(nowhere)).map(({ name, verb }) => `${name} ${verb}`)).toEqual([
      'Base inherits',
      'Oak creates',
      'Base.log calls',
      'base imports',
      'wood imports',
    ]);
    const prose = { chunks: [{ ...birch, sourceType: 'markdown' as const }], score: 1 };
    expect(await relations.dependencyNames(prose)).toEqual([]);
  });

  it('names the stack with versions, and the units of each kind', async () => {
    const { context: told } = await context('overview of everything');
    expect(told.structure.split('\n').slice(1, 3)).toEqual([
      'Stack: node 20, express 5.1.0.',
      'Units: method (5), class (3), function (2).',
    ]);
  });
});

describe('the head of a class', () => {
  const filter = { types: ['method'], paths: ['shop/client.py'] };
  const passages = async (query: string, more: Parameters<Engine['context']>[1] = {}) =>
    (await context(query, { merge: false, filter, ...more })).context.passages;
  const namesOf = (all: Awaited<ReturnType<typeof passages>>) => all.map(({ identifier }) => identifier);

  it('is added if two of its methods are results, followed by the signatures of the others', async () => {
    const found = await passages('fetch_birch fetch_maple');
    expect(namesOf(found)).toEqual(['Client … Client.fetch_maple']);
    expect(found[0].text).toMatch(/^from .base import Base\nfrom .wood import .*\n+class Client\(Base\):\n/);
    expect(found[0].text).toMatch(/maple number 19 of many"\n# \.\.\.\n {4}def close_all\(self\):\n$/);
  });

  it('is added for one method only if the query is broad', async () => {
    expect(namesOf(await passages('"maple number 7"'))).toEqual(['Client.fetch_maple']);
    const around = await passages('"maple number 7"', { scope: 'exploratory' });
    expect(namesOf(around)).toEqual(['Client', 'Client.fetch_maple']);
    expect(around[0].text).toBe(
      'from .base import Base\nfrom .wood import Oak\n\n\nclass Client(Base):\n    """Talks to the shop."""\n# ...\n    def fetch_birch(self):\n    def fetch_maple(self):\n    def close_all(self):\n',
    );
  });

  it('is left out if the budget has no room for it', async () => {
    const settings = { scope: 'exploratory', format: 'generic' } as const;
    const tight = await context('"maple number 7"', { merge: false, filter, ...settings, budget: 120 });
    expect(namesOf(await passages('"maple number 7"', settings))).toEqual(['Client', 'Client.fetch_maple']);
    expect(namesOf(tight.context.passages)).toEqual(['Client.fetch_maple']);
    expect(tight.tokens).toBeLessThanOrEqual(120);
  });
});
