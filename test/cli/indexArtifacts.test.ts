/** `froe ingest`, `froe artifacts`, `froe forget`, `froe export` and `froe clean`. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folder } from '../folder.js';
import { mailOf } from '../sync/mails.js';
import { chunksOf, prose } from './command.js';
import { commandHost } from './hosted.js';
import { indexOf, project } from './indexed.js';

const { run } = commandHost();

const id12 = /^art_[0-9a-f]{12}$/;

describe('froe ingest', { concurrent: true }, () => {
  it('ingests a note whole, does nothing the second time, and replaces it when it changed', async () => {
    const root = project();
    const words = ['ingest', '-', '--type', 'note', '--source-system', 'pad', '--source-id', '7', '--json'];
    const first = await run(root, words, { input: 'Buy oak.\n' });
    expect(first).toMatchObject({ code: 0, stderr: '' });
    const { artifact_id: id, ...result } = JSON.parse(first.stdout);
    expect(id).toMatch(id12);
    expect(result).toEqual({ is_chunked: false, num_chunks: 0, token_count: 3, stored_ids: [id], unchanged: false });
    expect(JSON.parse((await run(root, words, { input: 'Buy oak.\n' })).stdout)).toMatchObject({ unchanged: true });
    const other = JSON.parse((await run(root, words, { input: 'Buy elm.\n' })).stdout);
    expect(other).toMatchObject({ artifact_id: id, unchanged: false });
    const records = chunksOf((await run(root, ['export'])).stdout);
    expect(records.map(({ content }) => content)).toEqual(['Buy elm.\n']);
  });

  it('cuts a long artifact, and removes stale chunks when it gets short', async () => {
    const root = project({ 'long.txt': prose(150) });
    const words = ['ingest', 'long.txt', '--source-id', 'a', '--json'];
    const long = JSON.parse((await run(root, words)).stdout);
    expect(long.is_chunked).toBe(true);
    expect(long.stored_ids).toHaveLength(long.num_chunks + 1);
    expect(long.stored_ids[0]).toBe(long.artifact_id);
    expect(long.stored_ids[1]).toMatch(/^art_[0-9a-f]{12}::chunk::000::[0-9a-f]{8}$/);
    const small = { CHUNK_TARGET_TOKENS: '200', CHUNK_OVERLAP_TOKENS: '10' };
    const finer = JSON.parse((await run(root, words, { env: small })).stdout);
    expect(finer.num_chunks).toBeGreaterThan(long.num_chunks);
    await run(root, ['ingest', '-', '--source-id', 'a'], { input: 'short\n' });
    expect(chunksOf((await run(root, ['export'])).stdout)).toHaveLength(1);
  });

  it('keeps its metadata, and short ids on request', async () => {
    const root = project({ 'mail.eml': 'From: a@b.c\nSubject: Wood\nDate: Thu, 1 Jan 2026 00:00:00 +0000\n\nOak.\n' });
    const about = ['--type', 'email', '--sensitivity', 'sensitive', '--ts', '2026-01-01T00:00:00Z', '--compat-ids'];
    const { code, stdout } = await run(root, ['ingest', 'mail.eml', ...about]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^art_[0-9a-f]{8} {2}whole {2}Wood\n$/);
    const [record] = chunksOf((await run(root, ['export'])).stdout);
    expect(record.metadata).toMatchObject({ sensitivity: 'sensitive', ts: '2026-01-01T00:00:00Z' });
  });

  it('leaves the files of the folder alone, and an answer without results says so', async () => {
    const root = project();
    await run(root, ['ingest', '-'], { input: 'Buy oak.\n' });
    const hint = 'nly artifacts are indexed here: run froe index for the files of this folder';
    const search = ['search', 'birches', '--mode', 'keyword'];
    expect(await run(root, search)).toMatchObject({ code: 1, stderr: expect.stringContaining(`; o${hint}`) });
    const got = await run(root, ['get', 'notes.txt']);
    expect(got).toMatchObject({ code: 1, stderr: `froe: Not in the index: notes.txt\n      O${hint}.\n` });
    await run(root, ['index']);
    expect((await run(root, search)).code).toBe(0);
    expect((await run(root, ['search', 'walrus', '--mode', 'keyword'])).stderr).not.toContain(hint);
  });

  it('refuses what it cannot ingest', async () => {
    const root = project();
    expect(await run(root, ['ingest', 'nothing.txt'])).toMatchObject({ code: 1 });
    expect(await run(root, ['ingest', '-'], { input: ' \n' })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('contains no text'),
    });
    expect(await run(root, ['ingest', 'notes.txt', '--ts', 'yesterday'])).toMatchObject({ code: 2 });
    const env = { CHUNK_OVERLAP_TOKENS: '900' };
    expect(await run(root, ['ingest', 'notes.txt'], { env })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('overlap < target'),
    });
  });
});

describe('a chunk of an artifact', { concurrent: true }, () => {
  const small = { SINGLE_PIECE_MAX_TOKENS: '120', CHUNK_TARGET_TOKENS: '100', CHUNK_OVERLAP_TOKENS: '20' };
  const words = ['--mode', 'keyword', '--no-embed', '--no-sync'];

  it('is read by its number, with its neighbours, and found with them', async () => {
    const text = prose(30);
    const root = folder({ 'long.txt': text });
    const index = ['--root', root];
    const taken = await run(root, ['ingest', 'long.txt', '--title', 'Riving', '--json', ...index], { env: small });
    const { artifact_id: id, num_chunks: count } = JSON.parse(taken.stdout);
    expect(count).toBeGreaterThan(4);
    const got = async (...more: string[]): Promise<string> => (await run(root, ['get', ...more, '--no-sync'])).stdout;
    const three = await got(`${id}::chunk::003`);
    expect(text).toContain(three);
    const marked = (await got(`${id}::chunk::003`, '--expand', '1')).split('\n[CHUNK BOUNDARY]\n');
    expect(marked).toEqual([await got(`${id}::chunk::2`), three, await got('Riving::chunk::004')]);
    expect(text).toContain(await got(`${id}::chunk::003`, '--expand', '1', '--seamless'));
    expect(await run(root, ['get', id, '--seamless', '--no-sync'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--seamless requires --expand'),
    });
    const found = await run(root, ['search', 'paragraph 12', '--per-source', '1', '--expand', '1', '--json', ...words]);
    const { results } = JSON.parse(found.stdout);
    expect(results).toHaveLength(1);
    expect(results[0].expanded.split('\n[CHUNK BOUNDARY]\n').length).toBeGreaterThan(1);
    const drawn = (await run(root, ['search', 'paragraph 12', '--no-merge', '-n', '1', '--expand', '1', ...words]))
      .stdout;
    expect(drawn).toMatch(/^1\. Riving:\d+-\d+ {2}art_[0-9a-f]{12}::chunk::\d{3} {2}/);
    expect(drawn).toContain('   [CHUNK BOUNDARY]\n');
    for (const flag of ['--per-source', '--expand'])
      expect((await run(root, ['search', 'x', '--mode', 'regex', flag, '1'])).code).toBe(2);
  });

  it('is logged with the decision to split', async () => {
    const root = folder({ 'long.txt': prose(30) });
    const env = small;
    const { code, stderr } = await run(root, ['ingest', 'long.txt', 'nothing.txt', '--log', 'json'], { env });
    const events = stderr
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(code).toBe(1);
    expect(events).toMatchObject([
      { level: 'warn', event: 'note', path: 'nothing.txt' },
      { event: 'chunk_decision', threshold: 120, will_chunk: true },
      { event: 'text_chunked', num_chunks: expect.any(Number), overlap_tokens: 20 },
    ]);
    const cut = await run(root, ['chunk', 'long.txt', '--strategy', 'window', '--log', 'json', '-j', '2'], { env });
    expect(
      cut.stderr
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line).event),
    ).toEqual(['chunk_decision', 'text_chunked']);
  });
});

describe('froe ingest of a folder', { concurrent: true }, () => {
  const mails = (): string =>
    folder({
      'box/offer.eml': mailOf('Offer', 'Oak.', [{ name: 'a.md', content: '# A\n\nElm.\n' }]),
      'box/old/note.md': '# Note\n\nBirch.\n',
      'box/picture.dat': Uint8Array.from({ length: 4000 }, (_, i) => i % 256),
    });

  it('ingests every file, the same ones the next time, and lists them', async () => {
    const root = mails();
    const first = await run(root, ['ingest', 'box', '--root', root]);
    expect(first).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/1 file without text skipped\n.*2 artifacts ingested/),
    });
    expect(first.stdout).toMatch(/whole, 1 attachment {2}Offer\n.*whole {2}Note\n$/);
    writeFileSync(join(root, 'box/old/note.md'), '# Other\n\nBeech.\n');
    const again = await run(root, ['ingest', join(root, 'box/**/*'), '--json', '--root', root]);
    const results = again.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(results).toMatchObject([
      { source_id: 'offer.eml', unchanged: true, attachments: [expect.stringMatching(id12)] },
      { source_id: 'old/note.md', unchanged: false, title: 'Other' },
    ]);
    const listed = (await run(root, ['artifacts'])).stdout;
    expect(listed.replaceAll(/art_[0-9a-f]{12}/g, 'ID')).toBe(
      'ID  email  2026-01-01  1 chunk  Offer\nID  doc    2026-01-01  1 chunk  Offer › a.md\nID  doc    -           1 chunk  Other\n',
    );
    const [json] = (await run(root, ['artifacts', '--json'])).stdout.split('\n', 1);
    expect(JSON.parse(json)).toMatchObject({ title: 'Offer', type: 'email', chunks: 1, source_system: 'box' });
  });

  it('reports what it cannot ingest, and ingests the rest', async () => {
    const root = mails();
    const { code, stdout, stderr } = await run(root, ['ingest', 'nothing', 'box/offer.eml', '--root', root]);
    expect([code, stdout.split('\n').length]).toEqual([1, 2]);
    expect(stderr).toContain('nothing: does not exist');
    expect((await run(root, ['ingest', 'box', '--title', 'x', '--root', root])).code).toBe(2);
    expect((await run(root, ['ingest', '--root', root])).code).toBe(2);
    expect(await run(folder(), ['artifacts'])).toMatchObject({ code: 1 });
  });

  it('shows titles instead of paths, and respects sensitivity', async () => {
    const [root, files] = [folder(), mails()];
    await run(root, ['ingest', join(files, 'box/offer.eml'), '--sensitivity', 'sensitive']);
    await run(root, ['ingest', join(files, 'box/old')]);
    const words = ['--mode', 'keyword', '--no-embed'];
    expect((await run(root, ['search', 'elm', ...words])).stdout).toMatch(/^1\. Offer › a\.md:1-\d /);
    const [id] = (await run(root, ['search', 'elm', '--files', ...words])).stdout.split('\n');
    expect(id).toMatch(id12);
    expect((await run(root, ['get', id])).stdout).toBe('# A\n\nElm.\n');
    expect((await run(root, ['get', 'Offer › a.md:3'])).stdout).toBe('Elm.\n');
    expect((await run(root, ['context', 'elm', ...words])).stdout).toContain('File: Offer › a.md:1-');
    const env = { FROE_MAX_SENSITIVITY: 'normal' };
    for (const asked of [
      ['search', 'elm', ...words],
      ['get', id],
      ['export'],
      ['artifacts'],
      ['context', 'elm', ...words],
    ]) {
      const { stdout } = await run(root, asked, { env });
      expect(stdout).not.toMatch(/Offer|Elm/);
      expect((await run(root, [...asked, '--max-sensitivity', 'normal'])).stdout).toBe(stdout);
    }
  });
});

describe('froe clean', { concurrent: true }, () => {
  it('asks before artifacts are lost, and an export restores them', async () => {
    const root = project();
    await run(root, ['index']);
    await run(root, ['ingest', 'notes.txt', '--title', 'Birches', '--sensitivity', 'sensitive']);
    const refused = await run(root, ['clean']);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('cannot be rebuilt: 1 artifact') });
    expect(refused.stderr).toContain('froe export --artifacts > artifacts.jsonl');
    const [listed, exported] = [await run(root, ['artifacts', '--json']), await run(root, ['export', '--artifacts'])];
    expect(chunksOf(exported.stdout)).toHaveLength(1);
    expect(await run(root, ['clean', '--yes'])).toMatchObject({ code: 0 });
    expect(existsSync(indexOf(root))).toBe(false);
    writeFileSync(join(root, 'a.jsonl'), exported.stdout);
    expect(await run(root, ['ingest', '--from', 'a.jsonl'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Birches'),
    });
    expect((await run(root, ['artifacts', '--json'])).stdout).toBe(listed.stdout);
    expect((await run(root, ['export', '--artifacts'])).stdout).toBe(exported.stdout);
    const damaged = await run(root, ['ingest', '--from', '-'], { input: '{\n' });
    expect(damaged).toMatchObject({ code: 1, stderr: expect.stringContaining('-:1: is not JSON') });
  });
});

describe('froe forget', { concurrent: true }, () => {
  it('removes artifacts and files with all their chunks, and reports unknown names', async () => {
    const root = project();
    await run(root, ['index']);
    const { artifact_id: id } = JSON.parse((await run(root, ['ingest', 'notes.txt', '--json'])).stdout);
    const { code, stdout, stderr } = await run(root, ['forget', id, 'main:README.md', 'art_000000000000']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: `forgot ${id}\nforgot main:README.md\n` });
    expect(stderr).toContain('Not in the index: art_000000000000');
    const left = chunksOf((await run(root, ['export'])).stdout);
    expect(left.map(({ docId }) => docId)).toEqual(['main:notes.txt', 'main:src/client.py']);
  });
});

describe('froe export', { concurrent: true }, () => {
  it('of an index without records says so', async () => {
    const root = folder({ 'empty.py': '' });
    await run(root, ['index']);
    const said = (what: string) => ({ code: 1, stderr: `froe: nothing to export: the index has no ${what}\n` });
    expect(await run(root, ['export'])).toMatchObject({ stdout: '', ...said('records') });
    expect(await run(root, ['export', '--json'])).toMatchObject({ stdout: '[]\n', ...said('records') });
    expect(await run(root, ['export', '--artifacts'])).toMatchObject(said('records of artifacts'));
    expect(await run(root, ['export', '--vectors'])).toMatchObject(said('vectors'));
  });

  it('writes every record, as lines or as the four files', async () => {
    const root = project();
    const out = join(folder(), 'deep', 'out');
    await run(root, ['index']);
    await run(root, ['ingest', 'notes.txt', '--title', 'Birches']);
    const lines = chunksOf((await run(root, ['export'])).stdout);
    expect(lines).toHaveLength(4);
    expect(await run(root, ['export', '--out', out])).toMatchObject({ code: 0, stdout: '' });
    const kinds = (name: string): string[] =>
      JSON.parse(readFileSync(join(out, name), 'utf8')).map((record: { doc_id: string }) => record.doc_id);
    expect(kinds('code_chunks.json')).toEqual(['main:src/client.py']);
    expect(kinds('markdown_chunks.json')).toEqual(['main:README.md']);
    expect(kinds('text_chunks.json')).toContain('main:notes.txt');
    expect(kinds('all_chunks.json')).toEqual(lines.map(({ docId }) => docId));
  });

  it('exits with 1 without records, or if the target cannot be written', async () => {
    const root = folder();
    await run(root, ['index']);
    expect(await run(root, ['export'])).toMatchObject({ code: 1, stdout: '' });
    const full = project();
    await run(full, ['index']);
    const { code, stderr } = await run(full, ['export', '--out', 'README.md/x']);
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringMatching(/cannot be written \(ENOTDIR\)/) });
  });
});
