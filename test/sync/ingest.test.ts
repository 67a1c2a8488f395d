/** Artifacts, and what is attached to them. */
import { describe, expect, it } from 'vitest';
import { artifactsOf } from '../../src/ask/artifacts.js';
import { Engine } from '../../src/open.js';
import { SqliteStore } from '../../src/store/sqlite.js';
import type { Artifact } from '../../src/sync/artifact.js';
import { ingest } from '../../src/sync/ingest.js';
import { type Enclosed, mailOf } from './mails.js';

const of = (content: string | Uint8Array, filename: string, more: Partial<Artifact> = {}): Artifact => ({
  content: Buffer.from(content),
  filename,
  sourceSystem: 'box',
  sourceId: filename,
  ...more,
});
const textOf = async (store: SqliteStore, id: string): Promise<string> =>
  (await new Engine('/', store, ':memory:', undefined, {}).get(id)).text;
const titles = async (store: SqliteStore): Promise<readonly string[]> =>
  (await artifactsOf(store)).map(({ title }) => title).sort();

const price: Enclosed = { name: 'price.csv', type: 'text/csv', content: 'wood,price\noak,17\n' };
const plan: Enclosed = { name: 'plan.md', type: 'text/markdown', content: '# Plan\n\nSaw the elm.\n' };

describe('an artifact', () => {
  it('is what it holds, unless somebody says otherwise', async () => {
    const store = new SqliteStore(':memory:');
    const chat = 'Ann, [02.01.26 10:00]\nhello there\n';
    const talk = Array.from({ length: 6 }, (_, i) => `[2026-01-02 10:0${i}] ${i % 2 ? 'Ann' : 'Bob'}: line ${i}`).join(
      '\n',
    );
    await ingest(store, of(mailOf('Wood', 'Oak.'), 'a.eml'));
    await ingest(store, of(talk, 'talk.txt'));
    await ingest(store, of('WEBVTT\n\n00:01.000 --> 00:02.000\nHello.\n', 'call.vtt'));
    await ingest(store, of('# Oak\n\nIt is hard.\n', 'oak.md'));
    await ingest(store, of(chat, 'note.txt', { type: 'note', title: 'A\n  note' }));
    const types = (await artifactsOf(store)).map(({ title, type, filename, ts }) => [title, type, filename, ts]);
    expect(types.sort()).toEqual([
      ['A note', 'note', 'note.txt', ''],
      ['Oak', 'doc', 'oak.md', ''],
      ['Wood', 'email', 'a.eml', '2026-01-01T10:00:00+01:00'],
      ['call.vtt', 'transcript', 'call.vtt', ''],
      ['talk.txt', 'chat', 'talk.txt', ''],
    ]);
  });

  it('is found by its title, and keeps its text', async () => {
    const store = new SqliteStore(':memory:');
    const text = '\n\n  Nothing of note.\n\n\n';
    const { artifactId } = await ingest(store, of(text, 'n.txt', { title: 'Quarterly review' }));
    expect((await store.searchText(['quarterli'], 5)).map(({ id }) => id)).toEqual([artifactId]);
    expect(await textOf(store, artifactId)).toBe(text);
  });
});

describe('what is attached to a mail', () => {
  it('is an artifact of its own under it, with the same id the next time', async () => {
    const store = new SqliteStore(':memory:');
    const mail = of(mailOf('Offer', 'See below.', [price, plan]), 'offer.eml', { sensitivity: 'sensitive' });
    const first = await ingest(store, mail);
    expect(first.attachments).toHaveLength(2);
    expect(await titles(store)).toEqual(['Offer', 'Offer › plan.md', 'Offer › price.csv']);
    for (const one of await artifactsOf(store))
      expect(one).toMatchObject({ sensitivity: 'sensitive', ts: '2026-01-01T10:00:00+01:00', sourceSystem: 'box' });
    const [id] = first.attachments;
    expect((await store.source(id))?.metadata).toMatchObject({
      attachment_of: first.artifactId,
      filename: 'price.csv',
    });
    expect(await textOf(store, id)).toBe(price.content);
    expect(await ingest(store, mail)).toMatchObject({ unchanged: true, attachments: first.attachments });
  });

  it('is replaced with the mail, and goes with it', async () => {
    const store = new SqliteStore(':memory:');
    const engine = new Engine('/', store, ':memory:', undefined, {});
    const before = await ingest(store, of(mailOf('Offer', 'One.', [price, plan]), 'offer.eml'));
    const after = await ingest(store, of(mailOf('Offer', 'Two.', [plan]), 'offer.eml'));
    expect(after.attachments).toEqual([before.attachments[1]]);
    expect(await titles(store)).toEqual(['Offer', 'Offer › plan.md']);
    expect(await engine.forget([after.artifactId])).toEqual([after.artifactId, ...after.attachments]);
    expect(await titles(store)).toEqual([]);
    expect(await store.check()).toEqual([]);
  });

  it('is a diagnostic where it cannot be read, and the rest is taken in', async () => {
    const store = new SqliteStore(':memory:');
    const binary = Uint8Array.from({ length: 4000 }, (_, i) => i % 256);
    const enclosed = [
      { name: 'scan.bin', content: binary },
      { name: 'void.txt', content: '' },
      { name: 'broken.pdf', type: 'application/pdf', content: 'no PDF at all' },
      { name: 'dir/../../price.csv', content: 'a,b\n1,2\n' },
      { content: 'without a name', type: 'text/plain' },
      price,
    ];
    const { attachments, diagnostics } = await ingest(store, of(mailOf('Offer', 'See.', enclosed), 'offer.eml'));
    expect(diagnostics.map(({ code, path }) => `${code} ${path}`)).toEqual([
      'binary Offer › scan.bin',
      'no-text Offer › void.txt',
      expect.stringMatching(/Offer › broken\.pdf$/),
    ]);
    expect(attachments).toHaveLength(3);
    expect(await titles(store)).toEqual(['Offer', 'Offer › attachment.txt', 'Offer › price.csv', 'Offer › price.csv']);
  });

  it('may be a mail: as deep as three, and no deeper', async () => {
    const store = new SqliteStore(':memory:');
    const nested = (depth: number): Uint8Array =>
      mailOf(`Level ${depth}`, 'x', [
        { name: `leaf${depth}.txt`, content: `leaf ${depth}` },
        ...(depth === 6 ? [] : [{ name: `mail${depth}.eml`, type: 'message/rfc822', content: nested(depth + 1) }]),
      ]);
    const { diagnostics } = await ingest(store, of(nested(1), 'a.eml'));
    const last = 'Level 1 › mail1.eml › mail2.eml › mail3.eml';
    expect(await titles(store)).toContain(last);
    expect((await titles(store)).filter((title) => title.endsWith('.txt'))).toHaveLength(3);
    expect(diagnostics.map(({ code, path }) => [code, path])).toEqual([
      ['too-large', `${last} › leaf4.txt`],
      ['too-large', `${last} › mail4.eml`],
    ]);
  });

  it('ends somewhere, however many there are', async () => {
    const store = new SqliteStore(':memory:');
    const many = Array.from({ length: 230 }, (_, i) => ({ name: `${i}.txt`, content: `number ${i}` }));
    const { attachments, diagnostics } = await ingest(store, of(mailOf('Many', 'x', many), 'a.eml'));
    expect([attachments.length, diagnostics.length]).toEqual([200, 30]);
  });

  it('is read from every mail of a box', async () => {
    const store = new SqliteStore(':memory:');
    const line = 'From ann@example.org Thu Jan  1 10:00:00 2026\n';
    const box = ['One', 'Two'].map((name) => `${line}${Buffer.from(mailOf(name, 'x', [plan]))}\n`).join('\n');
    const { attachments } = await ingest(store, of(box, 'all.mbox', { title: 'Box' }));
    expect(attachments).toHaveLength(2);
    expect(await titles(store)).toEqual(['Box', 'Box › plan.md', 'Box › plan.md']);
  });
});
