/** An export restores every ingested artifact unchanged. */
import { describe, expect, it } from 'vitest';
import { listArtifacts } from '../../src/engine/listArtifacts.js';
import { readSourceText } from '../../src/engine/sourceText.js';
import { SqliteStore } from '../../src/store/sqlite.js';
import { ARTIFACTS } from '../../src/store/store.js';
import { exportRecords } from '../../src/sync/archive.js';
import type { Artifact } from '../../src/sync/artifact.js';
import { ingest } from '../../src/sync/ingest.js';
import { ingestExport, type RestoredArtifact } from '../../src/sync/ingestExport.js';
import { mailOf } from './mails.js';

/** Artifacts lie in no folder. */
const locate = (path: string) => ({ root: '/', path });

const long = Array.from({ length: 90 }, (_, i) => `## Part ${i}\n\n${'elm oak birch '.repeat(20)}\n\n\n`).join('');
const artifacts: readonly Artifact[] = [
  {
    content: mailOf('Offer', 'See.', [{ name: 'a.md', content: '# A\n\nElm.\n' }]),
    filename: 'o.eml',
    sourceSystem: 'x',
  },
  { content: Buffer.from(long), filename: 'long.md', sourceSystem: 'x', sensitivity: 'highly_sensitive' },
  { content: Buffer.from('word '.repeat(3000)), filename: 'w.txt', sourceSystem: 'x', title: 'Words', type: 'note' },
  {
    content: Buffer.from('\ufeffa\ud83d\ude00\r\n\r\n', 'utf16le'),
    filename: 'u.txt',
    sourceSystem: 'x',
    ts: '2026-02-03T04:05:06Z',
  },
];

async function filled(): Promise<SqliteStore> {
  const store = new SqliteStore(':memory:');
  for (const artifact of artifacts) await ingest(store, artifact);
  return store;
}

async function linesOf(store: SqliteStore): Promise<string[]> {
  const lines: string[] = [];
  for (const source of (await store.sources(ARTIFACTS)).values())
    for await (const record of exportRecords(store, source)) lines.push(JSON.stringify(record));
  return lines;
}

async function restore(lines: readonly string[], store = new SqliteStore(':memory:')) {
  const restored: RestoredArtifact[] = [];
  for await (const one of ingestExport(store, lines, 'x.jsonl')) restored.push(one);
  return { store, told: restored, troubles: restored.filter((one) => one.artifactId === undefined) };
}

describe('an export', () => {
  it('restores the same ids, titles, types, times, levels, texts and chunks', async () => {
    const before = await filled();
    const lines = await linesOf(before);
    const { store, troubles } = await restore(lines);
    expect(troubles).toEqual([]);
    expect(await listArtifacts(store)).toEqual(await listArtifacts(before));
    for (const row of (await before.sources(ARTIFACTS)).values()) {
      const { docId } = row;
      expect(await store.source(docId)).toEqual(await before.source(docId));
      expect((await readSourceText(store, locate, row)).text).toBe((await readSourceText(before, locate, row)).text);
      expect(await store.chunksOf(docId)).toEqual(await before.chunksOf(docId));
      expect(await store.units(docId)).toEqual(await before.units(docId));
    }
    for (const words of [['elm'], ['word'], ['offer', 'md']])
      expect(await store.searchText(words, 50)).toEqual(await before.searchText(words, 50));
    expect(await linesOf(store)).toEqual(lines);
    expect(await store.check()).toEqual([]);
  });

  it('changes nothing the second time, nor does its origin', async () => {
    const { store } = await restore(await linesOf(await filled()));
    const { told: restored } = await restore(await linesOf(store), store);
    expect(restored.every((one) => one.artifactId !== undefined && one.unchanged)).toBe(true);
    for (const artifact of artifacts) expect((await ingest(store, artifact)).unchanged).toBe(true);
  });

  it('that is damaged loses only the damaged parts, and reports where', async () => {
    const lines = await linesOf(await filled());
    const first = lines.findIndex((line) => line.includes('"part_of":1,') === false && line.includes('chunk::001'));
    const harmed = lines.flatMap((line, i) => (i === first ? [] : [line]));
    const { troubles, told: restored } = await restore(['{', ...harmed, '', 'x']);
    expect(troubles).toHaveLength(3);
    expect(restored.length - troubles.length).toBe(artifacts.length); // with the attachment, less the one that is not whole
  });

  it('is read as an array, too, and without the chunks of files', async () => {
    const lines = await linesOf(await filled());
    const file = JSON.stringify({ ...JSON.parse(lines[0]), tree: 'main', metadata: {} });
    const { store, troubles } = await restore(['[', `${file},`, ...lines.map((line) => `${line},`), ']']);
    expect(troubles).toEqual([]);
    expect((await store.state()).sources).toBe(artifacts.length + 1);
  });
});
