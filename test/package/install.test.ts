/** The package as npm would publish it, in an empty project beside what it depends on and nothing else. */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import config from '../../vite.package.config.js';
import { brokenLinks } from '../docs/links.js';
import { column, pdfFile } from '../extract/pdfFile.js';
import { paragraph, wordDocument } from '../extract/zipped.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** SQLite for six platforms, and its source, are 29 of them. */
const MOST_MEGABYTES = 60;

const lock = z
  .object({
    packages: z.record(z.string(), z.object({ dev: z.boolean().optional(), optional: z.boolean().optional() })),
  })
  .parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')));
const dependencies = Object.entries(lock.packages)
  .filter(([path, { dev }]) => path.startsWith('node_modules/') && !dev)
  .map(([path]) => path)
  .filter((path) => lstatSync(join(root, path), { throwIfNoEntry: false })); // optional ones of other platforms are not there

const place = mkdtempSync(join(tmpdir(), 'froe-package-'));
const home = join(place, 'node_modules/froe');
let packed: readonly string[] = [];
const node = (...words: string[]): string =>
  execFileSync(process.execPath, words, { cwd: place, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

beforeAll(() => {
  const words = ['pack', '--json', '--ignore-scripts', '--pack-destination', place];
  const said = execFileSync('npm', words, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const [{ filename, files }] = z
    .array(z.object({ filename: z.string(), files: z.array(z.object({ path: z.string() })) }))
    .parse(JSON.parse(said));
  packed = files.map(({ path }) => path);
  mkdirSync(home, { recursive: true });
  execFileSync('tar', ['-xzf', join(place, filename), '-C', home, '--strip-components=1']);
  for (const path of dependencies.filter((one) => one.lastIndexOf('node_modules/') === 0)) {
    mkdirSync(dirname(join(place, path)), { recursive: true });
    symlinkSync(join(root, path), join(place, path));
  }
  writeFileSync(join(place, 'package.json'), '{"type":"module"}');
  writeFileSync(join(place, 'notes.md'), '# Oak\n\nOak is hard.\n\n# Elm\n\nElm bends.\n');
  writeFileSync(join(place, 'beech.pdf'), pdfFile({ pages: [column(['Beech splits cleanly.'])] }));
  writeFileSync(join(place, 'larch.docx'), wordDocument(paragraph('Larch lasts in water.')));
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

function bytesIn(path: string): number {
  const stat = lstatSync(path);
  if (!stat.isDirectory()) return stat.size;
  return readdirSync(path).reduce((sum, name) => sum + bytesIn(join(path, name)), 0);
}

describe('the package', () => {
  it('holds what is used, and nothing of how it is made', () => {
    const strays = packed.filter(
      (path) =>
        !/^(?:dist|data|grammars|model|docs|examples)\/|^[A-Z]+\.md$|^(?:bench|eval)\/.*\.(?:md|svg)$|^LICENSE$|^package\.json$/.test(
          path,
        ),
    );
    expect(strays).toEqual([]);
    expect(packed).toEqual(
      expect.arrayContaining([
        'dist/index.js',
        'dist/cli/main.js',
        'dist/bundle/LICENSES.md',
        'model/froe.bin',
        'model/query.bin',
        'data/cl100k_base.ranks',
      ]),
    );
    expect(packed.filter((path) => /\.(?:map|tsx?)$/.test(path) && !path.endsWith('.d.ts'))).toEqual([]);
  });

  it('holds what its documents lead to, pictures too', () => {
    expect(packed).toEqual(expect.arrayContaining(['docs/security.md', 'SECURITY.md']));
    expect(packed.filter((path) => /^docs\/images\/.*\.png$/.test(path)).length).toBeGreaterThan(0);
    expect(brokenLinks(new Set(packed), (path) => readFileSync(join(home, path), 'utf8'))).toEqual([]);
  });

  it('holds every program that a thread runs', () => {
    const { input } = config.build?.rolldownOptions ?? {};
    const entries = Object.keys(z.record(z.string(), z.string()).parse(input));
    expect(entries).toContain('engine/grepThread');
    expect(entries.filter((name) => !packed.includes(`dist/${name}.js`))).toEqual([]);
  });

  it('lists what others wrote and it holds or needs, for audits', () => {
    const { components } = z
      .object({ components: z.array(z.object({ name: z.string(), version: z.string(), purl: z.string() })) })
      .parse(JSON.parse(readFileSync(join(home, 'dist/sbom.cdx.json'), 'utf8')));
    const listed = new Set(components.map(({ purl }) => purl));
    const licences = readFileSync(join(home, 'dist/bundle/LICENSES.md'), 'utf8');
    const bundled = [...licences.matchAll(/^## (\S+) - (\S+) /gm)].map(([, name, version]) => `${name}@${version}`);
    expect(bundled.length).toBeGreaterThan(40);
    const unlisted = bundled.filter((one) => !listed.has(`pkg:npm/${one.replace(/^@/, '%40')}`));
    expect(unlisted).toEqual([]);
    const names = components.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['preact', '@preact/signals-core', 'web-tree-sitter', 'tree-sitter-c']),
    );
  });

  it('has the types of all that it exports, and needs no others than its dependencies have', () => {
    const { exports, dependencies: named } = z
      .object({ exports: z.record(z.string(), z.unknown()), dependencies: z.record(z.string(), z.string()) })
      .parse(JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')));
    const waiting = Object.values(exports).flatMap((entry) => {
      const { success, data } = z.object({ types: z.string() }).safeParse(entry);
      return success ? [join(home, data.types)] : [];
    });
    const seen = new Set<string>();
    const others = new Set<string>();
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      if (seen.has(path)) continue;
      seen.add(path);
      for (const [, name = ''] of readFileSync(path, 'utf8').matchAll(/^(?:import|export)\b[^;]*?from '([^']+)'/gm)) {
        if (name.startsWith('.')) waiting.push(join(dirname(path), name).replace(/\.js$/, '.d.ts'));
        else others.add(name);
      }
    }
    expect(seen.size).toBeGreaterThan(50);
    expect([...others].filter((name) => !(name in named))).toEqual([]);
  });

  it(`takes less than ${MOST_MEGABYTES} MB, with all that it depends on`, () => {
    const own = bytesIn(home);
    const theirs = dependencies
      .filter((path) => path.lastIndexOf('node_modules/') === 0)
      .reduce((sum, path) => sum + bytesIn(join(root, path)), 0);
    expect((own + theirs) / 1e6).toBeLessThan(MOST_MEGABYTES);
  });

  it('is imported by every one of its names', () => {
    const script = `
      import { chunk } from 'froe';
      import { tokenizer } from 'froe/text';
      import { parsers } from 'froe/parse';
      import { open } from 'froe/engine';
      import { toRecord } from 'froe/schema';
      import schema from 'froe/schema.json' with { type: 'json' };
      const { chunks } = await chunk('# Oak\\n\\nHard.\\n', { path: 'a.md' });
      const engine = await open('.', { index: ':memory:', embedder: 'builtin' });
      await engine.sync();
      const { results } = await engine.search('which wood bends?');
      await engine.close();
      console.log(JSON.stringify([chunks.length, tokenizer('o200k_base').count('wood'), 'markdown' in parsers, toRecord(chunks[0]).file_path, schema.title, results.length > 0]));`;
    const said = node('--no-warnings', '--input-type=module', '-e', script);
    expect(JSON.parse(said)).toEqual([1, 1, true, 'a.md', 'froe chunk record', true]);
  });

  it('is a command that cuts and finds', () => {
    const cli = join(home, 'dist/cli/main.js');
    expect(node(cli, 'chunk', 'notes.md', '--granularity', 'node').trim().split('\n').length).toBeGreaterThan(0);
    expect(node(cli, 'search', 'elm bends', '--files').split('\n')[0]).toBe('notes.md');
    expect(node(cli, 'search', 'beech splits', '--files').split('\n')[0]).toBe('beech.pdf');
    expect(node(cli, 'search', 'larch in water', '--files').split('\n')[0]).toBe('larch.docx');
    expect(node(cli, '--version')).toBe(`${JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version}\n`);
  });

  it('is a server that agents speak to', () => {
    const said = execFileSync(process.execPath, [join(home, 'dist/cli/main.js'), 'mcp', '.'], {
      cwd: place,
      encoding: 'utf8',
      input: `${JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
      })}\n`,
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    expect(JSON.parse(said.split('\n')[0] ?? '').result.serverInfo.name).toBe('froe');
  });

  it('knows how to ask PostgreSQL', () => {
    const words = ['search', 'elm', '.', '--index', 'postgres://127.0.0.1:1/none'];
    const asked = spawnSync(process.execPath, [join(home, 'dist/cli/main.js'), ...words], {
      cwd: place,
      encoding: 'utf8',
    });
    expect(asked.stderr).toMatch(/^froe: .*127\.0\.0\.1/);
  });
});
