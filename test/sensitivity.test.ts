/** With a sensitivity limit, no surface shows text above it: the library, MCP, the page. */
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AutoSync } from '../src/engine/autoSync.js';
import { type Engine, open } from '../src/engine/engine.js';
import { formatNames } from '../src/format/index.js';
import { session } from '../src/mcp/session.js';
import { type Sensitivity, sensitivities } from '../src/store/sensitivity.js';
import { viewApp } from '../src/view/viewApp.js';
import { folder } from './folder.js';
import { mailOf } from './sync/mails.js';

/** A word for each level, in whatever can be shown of an artifact: its title, its text, its names, its attachments. */
const uniqueWords: Readonly<Record<Sensitivity, string>> = {
  normal: 'birch',
  sensitive: 'mahogany',
  highly_sensitive: 'ebony',
};
const OPTIONS = { embedder: 'test', sync: { threads: 1 } } as const;

let root: string;
let ids: readonly string[];
const place = folder();
const index = (): string => join(place, 'index.db');

beforeAll(async () => {
  root = realpathSync(folder({ 'a.py': 'def wood():\n    return 1\n', 'b.md': '# Wood\n\nAbout wood.\n' }));
  const all = await open(root, { ...OPTIONS, index: index() });
  await all.sync();
  for (const sensitivity of sensitivities) {
    const mark = uniqueWords[sensitivity];
    const note = { name: `${mark}.md`, content: `# ${mark} wood\n\nMore wood of ${mark}.\n` };
    const code = { name: `${mark}.py`, content: `def ${mark}_call():\n    return wood()\n` };
    const mail = mailOf(`Wood ${mark}`, `Much wood and ${mark}. `.repeat(20), [note, code]);
    await all.ingest({ content: mail, filename: `${mark}.eml`, sourceSystem: 'x', sensitivity });
    const text = `${mark} wood ${mark}\n\n`.repeat(900);
    await all.ingest({
      content: Buffer.from(text),
      filename: `${mark}.txt`,
      sourceSystem: 'x',
      sensitivity,
      title: mark,
    });
  }
  ids = (await all.artifacts()).map(({ id }) => id);
  await all.close();
});

describe.each(sensitivities)('up to %s', (most) => {
  const level = sensitivities.indexOf(most);
  const [seen, above] = [sensitivities.slice(0, level + 1), sensitivities.slice(level + 1)];
  let engine: Engine;
  let keeper: AutoSync;

  beforeAll(async () => {
    engine = await open(root, { ...OPTIONS, index: index(), maxSensitivity: most });
    keeper = new AutoSync(engine);
  });
  afterAll(async () => {
    await keeper.close();
    await engine.close();
  });

  /** Questions never contain a marker word, so that no answer has it from the question. */
  const expectWithinLimit = (shown: unknown): void => {
    const text = JSON.stringify(shown);
    for (const sensitivity of above) expect(text).not.toContain(uniqueWords[sensitivity]);
    for (const sensitivity of seen) expect(text).toContain(uniqueWords[sensitivity]);
  };
  const settled = (what: readonly Promise<unknown>[]) => Promise.all(what.map((one) => one.catch((error) => error)));

  it('the library', async () => {
    const asked = [
      ...(['hybrid', 'keyword', 'vector'] as const).map((mode) => engine.search('wood', { mode, limit: 100 })),
      engine.search('wood', { limit: 100, filter: { maxSensitivity: 'highly_sensitive' } }),
      engine.search('wo+d|[a-z]*gany|[a-f]*ony', { mode: 'regex', limit: 100 }),
      ...formatNames.map((format) => engine.context('wood', { budget: 50_000, format })),
      ...ids.flatMap((id) => [engine.get(id), engine.read(id), engine.get(`${id}:1-3`)]),
      engine.outline('.', { budget: 10_000 }),
      engine.references('wood'),
      engine.impact('wood'),
      engine.artifacts(),
    ];
    expectWithinLimit(await settled(asked));
    const { sources } = await engine.state();
    expect(sources).toBe(2 + ids.length * (seen.length / sensitivities.length));
    expect(await engine.artifacts()).toHaveLength(sources - 2);
  });

  it('agents', async () => {
    const workspace = { engine, keeper, limit: 50_000, tokenizer: 'cl100k_base', write: true };
    const server = session({ version: '1', write: true, workspace: async () => workspace, eager: false });
    const client = new Client({ name: 'test', version: '1' });
    const [ours, theirs] = InMemoryTransport.createLinkedPair();
    await Promise.all([server.connect(theirs), client.connect(ours)]);
    const call = (name: string, args: object) => client.callTool({ name, arguments: { ...args } });
    const { resources } = await client.listResources();
    const asked = [
      call('search', { query: 'wood', limit: 50 }),
      call('search', { query: 'wo+d', mode: 'regex', limit: 50 }),
      call('search', { query: 'wood', tree: 'artifacts', limit: 50 }),
      call('get_context', { query: 'wood', budget: 20_000 }),
      ...ids.map((id) => call('read', { target: id })),
      ...ids.map((id) => client.readResource({ uri: `froe://artifacts/${id}` })),
      call('outline', {}),
      call('references', { symbol: 'wood' }),
      call('status', {}),
      client.readResource({ uri: 'froe://main/map' }),
      Promise.resolve(resources),
    ];
    expectWithinLimit(await settled(asked));
    await client.close();
  });

  it('the page', async () => {
    const viewed = { engine, sync: {}, write: false, budget: 8000, format: 'generic' };
    const app = viewApp(viewed, { host: '127.0.0.1' });
    const get = async (path: string): Promise<string> =>
      (await app.request(`http://127.0.0.1${path}`, { headers: { host: '127.0.0.1' } })).text();
    const paths = ['files', 'status', 'sizes', 'search?q=wood&limit=100', 'context?q=wood&budget=50000'];
    expectWithinLimit(
      await Promise.all([...paths, ...ids.map((id) => `artifact?id=${id}`)].map((path) => get(`/api/${path}`))),
    );
  });
});
