/** A copy of the Rails application in test/fixtures that may be changed, and what an index makes of it. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hashed } from '../../src/embed/hashed.js';
import { embedText } from '../../src/enrich/prefix.js';
import type { Chunk } from '../../src/schema.js';
import { SqliteStore } from '../../src/store/sqlite.js';
import { sync } from '../../src/sync/sync.js';
import { uncached, type VectorSource } from '../../src/sync/vectorSource.js';

const fixture = fileURLToPath(new URL('../fixtures/rails-app', import.meta.url));
let clock = 1_600_000_000;

export class RailsApp {
  readonly root = mkdtempSync(join(tmpdir(), 'froe-rails-'));
  readonly store = new SqliteStore(':memory:');

  constructor() {
    cpSync(fixture, this.root, { recursive: true });
  }

  put(path: string, text: string): void {
    const file = join(this.root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    clock += 10;
    utimesSync(file, clock, clock + 0.5);
  }

  edit(path: string, from: string, to: string): void {
    const text = readFileSync(join(this.root, path), 'utf8');
    if (!text.includes(from)) throw new Error(`${path} does not say ${from}`);
    this.put(path, text.replaceAll(from, to));
  }

  remove(path: string): void {
    rmSync(join(this.root, path));
  }

  /** Brings the index up to date; the texts that a provider was asked for, by what they are. */
  async embedded(): Promise<string[]> {
    const texts: string[] = [];
    const embedder = { ...hashed(32), local: false };
    const vectors: VectorSource = {
      embedder,
      embedTexts: (chunks, signal) => {
        texts.push(...chunks.map(({ text }) => text));
        return uncached(embedder).embedTexts(chunks, signal);
      },
    };
    await sync(this.store, { root: this.root, vectors });
    return texts.map(nameOf).sort();
  }

  async chunks(path: string): Promise<readonly Chunk[]> {
    return this.store.chunksOf(`main:${path}`);
  }

  /** The ids of a file's chunks, without the file's own; synthetic ones are starred. */
  async ids(path: string): Promise<string[]> {
    const chunks = await this.chunks(path);
    return chunks.map(({ id, synthetic }) => `${id.replace(`main:${path}`, '')}${synthetic ? ' *' : ''}`);
  }

  /** What is embedded for a chunk. */
  async text(id: string): Promise<string> {
    const [chunk] = await this.store.chunks([`main:${id}`]);
    return chunk ? embedText(chunk) : '';
  }

  async close(): Promise<void> {
    await this.store.close();
    rmSync(this.root, { recursive: true, force: true });
  }
}

/** `User validations`, `Order`, or the path of what is no unit. */
function nameOf(text: string): string {
  const [, unit] = /^# Unit: (\S+) /m.exec(text) ?? [];
  const [, section] = /^# Section: (.+)$/m.exec(text) ?? [];
  if (unit === undefined) return text.slice(0, text.indexOf('\n'));
  return section === undefined ? unit : `${unit} ${section}`;
}
