/**
 * Many connections ask while another process writes: every source is at every
 * moment all of one version. `FROE_READERS=50 FROE_QUERIES=10000` for more.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { open } from '../../src/engine/engine.js';
import { search } from '../../src/search/search.js';
import { SqliteStore } from '../../src/store/sqlite.js';

const READERS = Number(process.env.FROE_READERS ?? 10);
const QUERIES = Number(process.env.FROE_QUERIES ?? 500);
const FILES = 12;

const place = mkdtempSync(join(tmpdir(), 'froe-readers-'));
afterAll(() => rmSync(place, { recursive: true, force: true }));
const root = join(place, 'tree');
const index = join(place, 'index.db');

/** Writes another version of every file, indexes it, and goes on until it is told to stop. */
const writer = `
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
const { open } = await import(process.argv[1]);
const [root, index, files] = process.argv.slice(2);
let going = true;
process.stdin.on('data', () => { going = false; });
const engine = await open(root, { index });
let version = 1;
for (; going; version++) {
  for (let i = 0; i < Number(files); i++) {
    const section = (n) => '## Part ' + n + '\\n\\nversion' + version + ' of plank ' + i + ' ' + 'grain '.repeat(300) + '\\n\\n';
    writeFileSync(join(root, i + '.md'), '# Plank ' + i + '\\n\\n' + [1, 2, 3].map(section).join(''));
  }
  await engine.sync();
  await new Promise((resolve) => setTimeout(resolve, 20));
}
await engine.close();
process.stdout.write(String(version));
process.exit(0);
`;

it(`${QUERIES} queries from ${READERS} connections during writes: each source is of one version`, async () => {
  mkdirSync(root);
  for (let i = 0; i < FILES; i++) writeFileSync(join(root, `${i}.md`), `# Plank ${i}\n\nversion0 of plank ${i}\n`);
  const first = await open(root, { index });
  await first.sync();
  await first.close();

  const engine = fileURLToPath(new URL('../../dist/engine/engine.js', import.meta.url));
  const words = ['--input-type=module', '-e', writer, engine, root, index, String(FILES)];
  const child = spawn(process.execPath, words, { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  let said = '';
  child.stdout.on('data', (part) => {
    said += part;
  });

  const readers = Array.from({ length: READERS }, () => new SqliteStore(index));
  const seen = new Set<string>();
  try {
    for (let n = 0; n < QUERIES; n++) {
      const store = readers[n % READERS];
      const { results } = await search(store, undefined, `plank ${n % FILES}`);
      expect(results.length).toBeGreaterThan(0);
      const versions = new Set(
        (await store.chunksOf(`main:${n % FILES}.md`)).flatMap(({ content }) => content.match(/version\d+/g) ?? []),
      );
      expect([...versions]).toHaveLength(1);
      for (const version of versions) seen.add(version);
      if (n % READERS === 0) await new Promise((resolve) => setTimeout(resolve, 5)); // the writer wants a core, too
    }
  } finally {
    for (const store of readers) await store.close();
    child.stdin.end('stop');
    await ended;
  }
  expect(child.exitCode).toBe(0);
  expect(Number(said)).toBeGreaterThan(2);
  // Readers saw the writer's work, and not only its end.
  expect(seen.size).toBeGreaterThan(1);
});
