/** Artifacts and their attachments. */
import { describe, expect, it, vi } from 'vitest';
import type { ChunkEvent } from '../../src/chunk/events.js';
import { shouldChunk } from '../../src/chunk/window.js';
import type { Embedder } from '../../src/embed/index.js';
import { Engine } from '../../src/engine/engine.js';
import { listArtifacts } from '../../src/engine/listArtifacts.js';
import { embedText } from '../../src/enrich/prefix.js';
import { FroeError } from '../../src/errors.js';
import { chunk } from '../../src/pipeline/chunk.js';
import { SqliteStore } from '../../src/store/sqlite.js';
import type { Artifact } from '../../src/sync/artifact.js';
import { ingest } from '../../src/sync/ingest.js';
import { uncached } from '../../src/sync/vectorSource.js';
import { sha256 } from '../../src/text/hash.js';
import { tokenizer } from '../../src/text/tokens/index.js';
import { column, pdfFile } from '../extract/pdfFile.js';
import { type MailAttachment, mailOf } from './mails.js';

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
  (await listArtifacts(store)).map(({ title }) => title).sort();

const price: MailAttachment = { name: 'price.csv', type: 'text/csv', content: 'wood,price\noak,17\n' };
const plan: MailAttachment = { name: 'plan.md', type: 'text/markdown', content: '# Plan\n\nSaw the elm.\n' };

describe('an artifact', () => {
  it('has a detected type, unless it is given', async () => {
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
    const types = (await listArtifacts(store)).map(({ title, type, filename, ts }) => [title, type, filename, ts]);
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

/** So many words of one token each. */
const words = (count: number): string => Array.from({ length: count }, () => ' oak').join('');
const chunksOf = async (store: SqliteStore, id: string) => store.chunksOf(id);

describe('an artifact that is cut', () => {
  it('has its own id, ids of its chunks, and the tokens of its text', async () => {
    const store = new SqliteStore(':memory:');
    const result = await ingest(store, of(words(5400), 'plan.txt', { title: 'Release plan' }));
    const { artifactId: id } = result;
    expect(result).toMatchObject({ isChunked: true, numChunks: 7, tokenCount: 5400, unchanged: false });
    expect(result.storedIds).toEqual([id, ...(await chunksOf(store, id)).map((chunk) => chunk.id)]);
    expect(await ingest(store, of(words(5400), 'plan.txt', { title: 'Release plan' }))).toEqual({
      ...result,
      unchanged: true,
    });
    expect(await store.source(id)).toMatchObject({ tokens: 5400, metadata: { token_count: 5400, num_chunks: 7 } });
    expect((await listArtifacts(store))[0]).toMatchObject({ tokens: 5400, chunks: 7 });
  });

  it('is not stored at all if one of its vectors fails', async () => {
    const store = new SqliteStore(':memory:');
    const failing: Embedder = {
      ...{ id: 'failing/one', dimensions: 2, prefixVersion: 0, maxTokens: 8000, local: true },
      embed: () => Promise.reject(new FroeError('provider', 'no answer')),
    };
    await expect(ingest(store, of(words(5400), 'plan.txt'), { vectors: uncached(failing) })).rejects.toThrow(
      'no answer',
    );
    expect(await listArtifacts(store)).toEqual([]);
    expect((await store.state()).sources).toBe(0);
  });

  it.each([
    [1199, 0],
    [1200, 0],
    [1201, 2],
  ])('at %i tokens has %i chunks', async (tokens, numChunks) => {
    const store = new SqliteStore(':memory:');
    const result = await ingest(store, of(words(tokens), 'a.txt'));
    expect(result).toMatchObject({ numChunks, isChunked: numChunks > 0, tokenCount: tokens });
    expect(result.storedIds).toHaveLength(numChunks + 1);
  });

  it('has numbered chunks along its structure, each with its location, below its section', async () => {
    const store = new SqliteStore(':memory:');
    const sections = ['Freeze', 'Launch', 'Review'].map((name) => `## ${name}\n\n${words(700)}.\n\n`);
    const content = `# Plan\n\n${sections.join('')}`;
    const { artifactId: id, storedIds } = await ingest(store, of(content, 'plan.md', { title: 'Q4' }));
    const chunks = await chunksOf(store, id);
    expect(chunks.map((chunk) => chunk.id)).toEqual(
      chunks.map(({ contentHash }, i) => `${id}::chunk::00${i}::${contentHash.slice(0, 8)}`),
    );
    expect(storedIds.slice(1)).toEqual(chunks.map((chunk) => chunk.id));
    const launch = chunks.find(({ name }) => name === 'Launch');
    expect(launch).toMatchObject({
      parentId: `${id}#launch`,
      breadcrumb: '> Q4 › Plan › Launch',
      metadata: { artifact_id: id, artifact_title: 'Q4', place: `${id}#launch`, chunk_index: launch?.position },
    });
    expect(launch && embedText(launch)).toBe(`Q4 › Launch\n${launch?.content}`);
    expect(launch && sha256(embedText(launch))).toBe(launch?.embedHash);
    expect(await textOf(store, id)).toBe(content);
  });

  it('reports whether it is cut, and into what', async () => {
    const events: ChunkEvent[] = [];
    const options = { log: (event: ChunkEvent) => events.push(event) };
    const store = new SqliteStore(':memory:');
    const short = await ingest(store, of('Oak.', 'short.txt'), options);
    const long = await ingest(store, of(words(5400), 'long.txt'), options);
    await ingest(store, of(words(5400), 'long.txt'), options); // nothing is decided anew
    const decided = { level: 'debug', event: 'chunk_decision', threshold: 1200 };
    expect(events).toEqual([
      { ...decided, artifact_id: short.artifactId, token_count: 2, will_chunk: false },
      { ...decided, artifact_id: long.artifactId, token_count: 5400, will_chunk: true },
      {
        level: 'info',
        event: 'text_chunked',
        artifact_id: long.artifactId,
        total_tokens: 5400,
        num_chunks: 7,
        avg_chunk_size: 857.1,
        overlap_tokens: 100,
      },
    ]);
  });

  it('uses the sizes of the environment', async () => {
    vi.stubEnv('SINGLE_PIECE_MAX_TOKENS', '60');
    vi.stubEnv('CHUNK_TARGET_TOKENS', '50');
    vi.stubEnv('CHUNK_OVERLAP_TOKENS', '10');
    try {
      const store = new SqliteStore(':memory:');
      expect(await ingest(store, of(words(60), 'a.txt'))).toMatchObject({ numChunks: 0 });
      expect(await ingest(store, of(words(130), 'a.txt'))).toMatchObject({ numChunks: 3 });
      expect((await chunk(words(130), { strategy: 'window' })).chunks).toHaveLength(3);
      expect(shouldChunk(words(61), tokenizer('cl100k_base'))).toEqual([true, 61]);
      vi.stubEnv('CHUNK_TARGET_TOKENS', 'many');
      await expect(ingest(store, of(words(99), 'a.txt'))).rejects.toThrow(
        "CHUNK_TARGET_TOKENS must be a whole number, not 'many'",
      );
    } finally {
      vi.unstubAllEnvs();
    }
  });
});

describe('the type of an artifact', () => {
  const mail = 'The offer stands.\n\nOn Mon, 2 Mar 2026 at 10:00, Bob <bob@x.org> wrote:\n> What about the price?\n';
  const talk = 'Ann: shall we ship it on Friday?\nBob: yes, after the freeze\n';
  const code =
    'def total(order):\n    return sum(order)\n\n\nclass Cart:\n    def add(self, item):\n        self.items.append(item)\n';
  const notes = '# Freeze\n\nOn Friday we freeze the code.\n\n# Launch\n\nOn Monday we launch the product.\n';
  const sizing = { threshold: 16, size: 16, overlap: 0, digits: 12 } as const;
  const cutAs = async (content: string, more: Partial<Artifact>, filename = 'paste') => {
    const store = new SqliteStore(':memory:');
    const { artifactId: id } = await ingest(store, of(content, filename, more), { sizing });
    const chunks = await chunksOf(store, id);
    return { by: chunks[0].metadata.parser, type: (await listArtifacts(store))[0].type, chunks };
  };

  it.each([
    ['email', mail, 'extracted'],
    ['chat', talk, 'chat'],
    ['transcript', talk, 'chat'],
    ['markdown', notes, 'markdown'],
    ['code', code, 'code'],
    ['text', notes, 'window'],
    ['text', code, 'window'],
  ] as const)('%s determines how it is cut, whatever its name', async (type, content, by) => {
    for (const filename of ['paste', 'notes.md', 'mail.eml', 'a.log'])
      expect(await cutAs(content, { type }, filename)).toMatchObject({ by, type });
  });

  it('cuts a mail into own text and quotes, and code by its definitions', async () => {
    const { chunks } = await cutAs(mail, { type: 'email' });
    expect(chunks[0]).toMatchObject({ content: 'The offer stands.\n\n' });
    expect(chunks.at(-1)).toMatchObject({ content: expect.stringContaining('price'), metadata: { weight: 0.3 } });
    const [total, cart] = (await cutAs(code, { type: 'code' })).chunks;
    expect(total).toMatchObject({ name: 'total', content: expect.stringMatching(/^def total/) });
    expect(cart.content).toMatch(/^class Cart/);
  });

  it.each([
    ['email', `From: Ann <ann@x.org>\nSubject: Offer\n\n${mail}`, 'extracted'],
    ['doc', notes, 'markdown'],
    ['doc', 'Oak is a wood that is hard. '.repeat(9), 'window'],
    ['doc', 'Note: oak\nPrice: 17\n\nIt is a wood that is hard, and it is a dear one.\n', 'window'],
  ])('is detected as %s by its content', async (type, content, by) => {
    expect(await cutAs(content, {})).toMatchObject({ type, by });
    if (type === 'doc') expect(await cutAs(content, { type: 'note' })).toMatchObject({ type: 'note', by });
  });

  it('that does not match the content is reported, and it is cut into windows', async () => {
    const store = new SqliteStore(':memory:');
    const { diagnostics } = await ingest(store, of('oak '.repeat(99), 'a', { type: 'chat' }), { sizing });
    expect(diagnostics).toMatchObject([{ code: 'degraded', message: expect.stringContaining('as chat') }]);
  });

  it('does not keep a PDF from being read', async () => {
    const store = new SqliteStore(':memory:');
    await ingest(store, of(pdfFile({ pages: [column(['Oak is hard.'])] }), 'a.pdf', { type: 'email' }));
    expect((await store.searchText(['oak'], 5)).length).toBe(1);
  });
});

describe('an attachment of a mail', () => {
  it('is an artifact of its own under it, with the same id the next time', async () => {
    const store = new SqliteStore(':memory:');
    const mail = of(mailOf('Offer', 'See below.', [price, plan]), 'offer.eml', { sensitivity: 'sensitive' });
    const first = await ingest(store, mail);
    expect(first.attachments).toHaveLength(2);
    expect(await titles(store)).toEqual(['Offer', 'Offer › plan.md', 'Offer › price.csv']);
    for (const one of await listArtifacts(store))
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

  it('is reported if it cannot be read, and the rest is ingested', async () => {
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

  it('may be a mail, up to a depth of three', async () => {
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

  it('is limited in number', async () => {
    const store = new SqliteStore(':memory:');
    const many = Array.from({ length: 230 }, (_, i) => ({ name: `${i}.txt`, content: `number ${i}` }));
    const { attachments, diagnostics } = await ingest(store, of(mailOf('Many', 'x', many), 'a.eml'));
    expect([attachments.length, diagnostics.length]).toEqual([200, 30]);
  });

  it('is read from every mail of a mailbox', async () => {
    const store = new SqliteStore(':memory:');
    const line = 'From ann@example.org Thu Jan  1 10:00:00 2026\n';
    const box = ['One', 'Two'].map((name) => `${line}${Buffer.from(mailOf(name, 'x', [plan]))}\n`).join('\n');
    const { attachments } = await ingest(store, of(box, 'all.mbox', { title: 'Box' }));
    expect(attachments).toHaveLength(2);
    expect(await titles(store)).toEqual(['Box', 'Box › plan.md', 'Box › plan.md']);
  });
});
