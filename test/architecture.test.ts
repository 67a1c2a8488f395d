/**
 * The layers of src/ (docs/design.md): a file imports from its own layer and
 * from those before it, never from one after it. `import type` counts.
 *
 *     nouns ← text ← languages ← sources ← extract ← parse ← chunk ← enrich ← embed ← rerankers ← store ← graph ← search ← format ← assemble ← config ← pipeline ← jobs ← sync ← remote ← engine ← adapters ← http ← serve ← eval ← view ← mcp ← install ← cli
 *
 * The nouns are types, schema, options, errors, and small modules for package files, private files, threads and SQLite transactions; index.ts
 * is in that of sync. A file in no layer fails the test: add it to one.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAstAsync } from 'vite';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../src', import.meta.url));

const layers: readonly RegExp[] = [
  /^(types|schema|chunkRecord|options|models|errors|checkArgument|packageFile|privateFile|transaction|workerThread)\.ts$/,
  /^(?:text|wasm)\//,
  /^languages\//,
  /^sources\//,
  /^extract\//,
  /^parse\//,
  /^chunk\//,
  /^enrich\//,
  /^embed\//,
  /^rerankers\//,
  /^store\//,
  /^graph\//,
  /^search\//,
  /^format\//,
  /^assemble\//,
  /^config\//,
  /^pipeline\//,
  /^jobs\//,
  /^sync\/|^index\.ts$/,
  /^remote\//,
  /^engine\//,
  /^adapters\//,
  /^http\//,
  /^serve\//,
  /^eval\//,
  /^view\//,
  /^mcp\//,
  /^install\//,
  /^cli\//,
];

/** Imports from a later layer, each with its reason. One that is no longer there must be removed from the list. */
const exceptions: Readonly<Record<string, string>> = {
  'types.ts → text/offsets.ts': 'a Source carries its offsets; a type, and nothing at run time',
};

/**
 * What a surface may import: itself, the engine, what writes and serves answers, and the nouns. The command line also
 * starts the other surfaces.
 */
const surface = /^(cli|mcp|view|serve)\//;
const open = /^(engine|format|http)\/|^(errors|options|models|schema|chunkRecord|packageFile)\.ts$/;
const started = /^(mcp|view|serve|eval|install)\//;

/** Imports that bypass the engine, each with its reason. One that is no longer there must be removed from the list. */
const bypasses: Readonly<Record<string, string>> = {
  'text/visible.ts': 'what is shown must not control the screen; a pure function',
  'text/hash.ts': 'a pure function',
  'text/nearestWord.ts': 'a pure function: did you mean …?',
  'sources/jail.ts': 'paths that others give, kept inside a folder; pure functions',
  'workerThread.ts': 'the viewer cuts large files in threads of its own',
  'remote/queue.ts': 'loaded only by who has a queue',
  'jobs/setRunFlags.ts': 'flags of V8 are set before the engine is loaded',
  'privateFile.ts': 'where compiled code is kept is known before the engine is loaded',
};

/** What an adapter may import: itself, and what every user of the package can. */
const exported = /^adapters\/|^(index|engine\/engine)\.ts$/;

/** Other imports of adapters, each with its reason. One that is no longer there must be removed from the list. */
const adapterBypasses: Readonly<Record<string, string>> = {
  'extract/index.ts': 'a text that was taken out of a file must not be read as that file again',
  'sources/jail.ts': 'paths as ids have them; a pure function',
};

/** Who reads the environment, and what of it. The command line does, and hands it on. */
const environment: Readonly<Record<string, string>> = {
  'chunk/window.ts': 'sizes of windows',
  'jobs/job.ts': 'the same',
  'sync/ingest.ts': 'the same',
  'engine/engine.ts': 'the keys of providers, by the names that their makers gave them',
  'engine/open.ts': 'the same',
  'engine/workspace.ts': 'where the list of trusted files is',
  'engine/project.ts': 'FROE_* settings, the keys of providers, where the cache of vectors is',
  'engine/projectOptions.ts': 'the keys of providers',
  'sources/git.ts': 'who called sudo, and what git is started with',
  'store/sqlite/ownership.ts': 'the state folder',
};

/** Modules of Node and packages, and who may use them. A place that no longer does must be removed from the list. */
const foreign: Readonly<Record<string, readonly string[]>> = {
  'node:buffer': ['sources/decode.ts', 'extract/docx/'],
  'node:child_process': ['sources/', 'cli/commands/doctor.ts', 'engine/contextHook.ts', 'cli/commands/view.ts'],
  'node:crypto': [
    'text/hash.ts',
    'http/guard.ts',
    'mcp/mcpApp.ts',
    'remote/feed.ts',
    'cli/commands/tenant.ts',
    'cli/tokenOf.ts',
  ],
  '@photostructure/sqlite': ['embed/vectorFile.ts', 'store/sqlite/database.ts'],
  'node:fs': [
    'packageFile.ts',
    'privateFile.ts',
    'sources/',
    'parse/code/grammars.ts',
    'embed/builtin.ts',
    'store/openStore.ts',
    'store/sqlite/',
    'embed/weightFile.ts',
    'config/',
    'jobs/',
    'sync/',
    'engine/project.ts',
    'engine/projectRoot.ts',
    'engine/workspace.ts',
    'eval/peers.ts',
    'view/page.ts',
    'install/configFile.ts',
    'cli/',
  ],
  'node:events': ['cli/commands/ingest.ts'],
  'node:http': ['http/listen.ts'],
  'node:module': ['text/data.ts', 'parse/code/runtime.ts', 'eval/peers.ts', 'cli/compiledBundles.ts'],
  'node:net': ['http/listen.ts'],
  'node:os': [
    'sources/treeName.ts',
    'store/sqlite/database.ts',
    'store/sqlite/ownership.ts',
    'sync/chunkFolder.ts',
    'engine/project.ts',
    'engine/projectOptions.ts',
    'engine/workspace.ts',
    'cli/',
  ],
  'node:path': [
    'privateFile.ts',
    'sources/',
    'embed/cache.ts',
    'store/sqlite/',
    'config/',
    'sync/',
    'remote/worker.ts',
    'engine/',
    'eval/',
    'view/',
    'mcp/fence.ts',
    'install/',
    'cli/',
  ],
  'node:readline': ['cli/commands/ingest.ts'],
  'node:stream': ['cli/mcpServer.ts', 'cli/commands/ingest.ts'],
  'node:timers/promises': [
    'store/postgres/vectorIndex.ts',
    'embed/clock.ts',
    'jobs/',
    'sync/settleTouched.ts',
    'sync/writeLock.ts',
    'remote/',
    'view/',
    'cli/commands/outline.ts',
  ],
  'node:url': [
    'store/sqlite/database.ts',
    'eval/peers.ts',
    'view/page.ts',
    'mcp/fence.ts',
    'cli/main.ts',
    'cli/commands/context.ts',
  ],
  'node:v8': ['jobs/setRunFlags.ts', 'cli/compiledBundles.ts'],
  'node:vm': ['cli/compiledBundles.ts'],
  'node:worker_threads': [
    'workerThread.ts',
    'extract/extractThread.ts',
    'extract/thread.ts',
    'jobs/',
    'engine/grep.ts',
    'engine/grepThread.ts',
    'view/',
  ],
  '@langchain/core/documents': ['adapters/langchain.ts'],
  '@langchain/core/retrievers': ['adapters/langchain.ts'],
  '@langchain/textsplitters': ['adapters/langchain.ts'],
  '@llamaindex/core/node-parser': ['adapters/llamaindex.ts'],
  '@llamaindex/core/query-engine': ['adapters/llamaindex.ts'],
  '@llamaindex/core/retriever': ['adapters/llamaindex.ts'],
  '@llamaindex/core/schema': ['adapters/llamaindex.ts'],
  '@llamaindex/core/utils': ['adapters/llamaindex.ts'],
  ai: ['adapters/ai.ts'],
  stemmer: ['text/words.ts'],
  'node:zlib': [
    'extract/docx/',
    'store/sqlite/',
    'parse/code/grammars.ts',
    'parse/code/runtime.ts',
    'store/record.ts',
    'embed/modelFile.ts',
    'cli/compiledBundles.ts',
    'search/ranker.ts',
    'search/thesaurus.ts',
  ],
  chokidar: ['sources/watch.ts'],
  commander: ['cli/'],
  '@hono/node-server': ['http/listen.ts'],
  hono: ['http/', 'serve/app.ts', 'view/', 'mcp/mcpApp.ts'],
  'hono/body-limit': ['http/guard.ts'],
  'hono/combine': ['http/guard.ts'],
  'hono/compress': ['view/viewApp.ts'],
  'hono/cookie': ['http/guard.ts'],
  'jsonc-parser': ['install/configFormat.ts'],
  '@modelcontextprotocol/sdk/server/index.js': ['mcp/'],
  '@modelcontextprotocol/sdk/server/stdio.js': ['cli/mcpServer.ts'],
  '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js': ['mcp/mcpApp.ts'],
  '@modelcontextprotocol/sdk/types.js': ['mcp/'],
  htmlparser2: ['extract/html/', 'parse/html/'],
  ignore: ['sources/', 'engine/projectOptions.ts'],
  mammoth: ['extract/docx/'],
  'pg-boss': ['remote/queue.ts'],
  pg: ['store/postgres/pool.ts'],
  picocolors: ['jobs/', 'cli/'],
  'postal-mime': ['extract/mail/'],
  unpdf: ['extract/pdf/'],
  'unpdf/pdfjs': ['extract/pdf/'],
  'web-tree-sitter': ['languages/syntax.ts', 'parse/code/', 'parse/highlight/'],
  'smol-toml': ['text/data.ts', 'install/configFormat.ts'],
  yaml: ['text/data.ts'],
  zod: ['schema.ts', 'adapters/ai.ts', 'eval/fixture.ts', 'view/viewApp.ts', 'mcp/'],
};

/** Names that two files export, each with its reason. */
const exportedTwice: Readonly<Record<string, string>> = {
  insidePair: 'the public one checks its arguments, and is the same function otherwise',
};

const LONGEST_FUNCTION = 50;

/** Data tables may be as long as they need to be. */
const isData = (file: string): boolean => file.startsWith('languages/');
const MEDIAN = 100;
const LONGEST = 400;

interface Import {
  readonly from: string;
  /** As it is written. */
  readonly what: string;
  /** The file it leads to, when it is one of ours. */
  readonly to: string | undefined;
  readonly typeOnly: boolean;
}

const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.ts'))
  .sort();
const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
const imports = files.flatMap(importsOf);

/** `import … from 'x'`, `export … from 'x'`, `import 'x'`, `import('x')`, `import.meta.resolve` left out. */
function importsOf(from: string): Import[] {
  const text = texts.get(from) ?? '';
  const pattern = /^(?:import|export)\s+(type\s)?(?:[^'";]*?\sfrom\s+)?'([^']+)'|\bimport\(\s*'([^']+)'\s*\)/gm;
  return [...text.matchAll(pattern)].map((match) => {
    const what = match[2] ?? match[3];
    const to = what.startsWith('.')
      ? normalize(join(dirname(from), what))
          .replaceAll('\\', '/')
          .replace(/\.js$/, '.ts')
      : undefined;
    return { from, what, to, typeOnly: match[1] !== undefined };
  });
}

interface ParsedFile {
  /** Names of what it declares and exports. */
  readonly exported: readonly string[];
  readonly functions: readonly { readonly name: string; readonly lines: number }[];
}

type AstNode = Readonly<Record<string, unknown>> & {
  readonly type: string;
  readonly start: number;
  readonly end: number;
};

const isNode = (value: unknown): value is AstNode =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** The nodes directly below one. */
const childrenOf = (node: AstNode): readonly AstNode[] =>
  Object.entries(node)
    .filter(([key]) => key !== 'parent')
    .flatMap(([, value]) => (Array.isArray(value) ? value : [value]))
    .filter(isNode);

const nameOf = (node: unknown): string | undefined =>
  isNode(node) && typeof node.name === 'string' ? node.name : undefined;

async function parseFile(file: string): Promise<ParsedFile> {
  const text = texts.get(file) ?? '';
  const { body } = await parseAstAsync(text, { lang: 'ts' }, file);
  const lines = ({ start, end }: AstNode): number => text.slice(start, end).split('\n').length;
  const functions: { name: string; lines: number }[] = [];
  const visit = (node: AstNode, given = ''): void => {
    const name = nameOf(node.id) ?? nameOf(node.key) ?? given;
    if (/Function/.test(node.type) && isNode(node.body)) functions.push({ name, lines: lines(node) });
    for (const child of childrenOf(node)) visit(child, name);
  };
  const exported = new Set<string>();
  const statements: readonly unknown[] = body;
  for (const statement of statements.filter(isNode)) {
    visit(statement);
    const { declaration } = statement;
    if (statement.type !== 'ExportNamedDeclaration' || !isNode(declaration)) continue;
    const declared = Array.isArray(declaration.declarations) ? declaration.declarations : [declaration];
    for (const one of declared) exported.add(nameOf(one.id) ?? '');
  }
  return { exported: [...exported], functions };
}

const parsed = new Map(await Promise.all(files.map(async (file) => [file, await parseFile(file)] as const)));

const layerOf = (file: string): number => layers.findIndex((layer) => layer.test(file));
const within = (file: string, place: string): boolean =>
  place.endsWith('/') ? file.startsWith(place) : file === place;
const named = ({ from, to, what }: Import): string => `${from} → ${to ?? what}`;

describe('the layers of src', () => {
  it('has a layer for every file', () => {
    expect(files.length).toBeGreaterThan(50);
    expect(files.filter((file) => layerOf(file) < 0)).toEqual([]);
  });

  it('resolves every import', () => {
    expect(imports.length).toBeGreaterThan(150);
    expect(imports.filter(({ to }) => to !== undefined && !texts.has(to)).map(named)).toEqual([]);
  });

  it('is kept, except for the listed imports, each of which is needed', () => {
    const upward = imports.filter(({ from, to }) => to !== undefined && layerOf(to) > layerOf(from));
    expect([...new Set(upward.map(named))].sort()).toEqual(Object.keys(exceptions).sort());
    expect(upward.filter(({ typeOnly }) => !typeOnly).map(named)).toEqual([]);
  });

  it('lets surfaces import only the engine, except for the listed modules', () => {
    const around = imports.filter(({ from, to }) => {
      const [own] = surface.exec(from) ?? [];
      if (own === undefined || to === undefined || to.startsWith(own) || open.test(to)) return false;
      return !(own === 'cli/' && started.test(to));
    });
    expect([...new Set(around.map(({ to }) => to))].sort()).toEqual(Object.keys(bypasses).sort());
  });

  it('lets adapters import only what the package exports, except for the listed modules', () => {
    const used = imports.filter(({ from, to }) => from.startsWith('adapters/') && to !== undefined);
    expect(used.length).toBeGreaterThan(5);
    const around = used.filter(({ to }) => !exported.test(to ?? ''));
    expect([...new Set(around.map(({ to }) => to))].sort()).toEqual(Object.keys(adapterBypasses).sort());
  });

  it('lets embed/ import only the nouns and text/', () => {
    const seen = imports.filter(({ from, to }) => from.startsWith('embed/') && to && !to.startsWith('embed/'));
    expect(seen.length).toBeGreaterThan(5);
    expect(seen.filter(({ to }) => layerOf(to ?? '') > 1).map(named)).toEqual([]);
  });

  it('has no import cycles at run time', () => {
    const needs = new Map(files.map((file) => [file, imports.filter((one) => one.from === file && !one.typeOnly)]));
    const left = new Set(files);
    // Remove files whose imports are all removed, until only cycles are left.
    for (let before = -1; before !== left.size; ) {
      before = left.size;
      for (const file of left)
        if (!needs.get(file)?.some(({ to }) => to !== undefined && left.has(to))) left.delete(file);
    }
    expect([...left]).toEqual([]);
  });
});

describe('the library', () => {
  it('uses exactly the modules of Node and packages that the table allows', () => {
    const used = imports.filter(({ to }) => to === undefined);
    const allowed = ({ what, from }: Import): boolean => foreign[what]?.some((place) => within(from, place)) ?? false;
    expect(used.filter((one) => !allowed(one)).map(named)).toEqual([]);
    for (const [what, places] of Object.entries(foreign)) {
      const idle = places.filter((place) => !used.some((one) => one.what === what && within(one.from, place)));
      expect([what, idle]).toEqual([what, []]);
    }
  });

  it('never prints', () => {
    expect(files.filter((file) => /\bconsole\s*\./.test(texts.get(file) ?? ''))).toEqual([]);
    const streams = files.filter((file) => /\bprocess\.(stdout|stderr|stdin|exit)/.test(texts.get(file) ?? ''));
    expect(streams.filter((file) => !file.startsWith('cli/'))).toEqual([]);
  });

  it('reads the environment only in the listed files', () => {
    const reading = files.filter((file) => !file.startsWith('cli/') && /\bprocess\.env\b/.test(texts.get(file) ?? ''));
    expect(reading.sort()).toEqual(Object.keys(environment).sort());
  });

  it('exports each name once, except for the listed names', () => {
    const where = new Map<string, Set<string>>();
    for (const [file, { exported }] of parsed)
      for (const name of exported) where.set(name, (where.get(name) ?? new Set()).add(file));
    expect(where.size).toBeGreaterThan(1000);
    const twice = [...where].filter(([, places]) => places.size > 1);
    const unexpected = twice.filter(([name]) => !(name in exportedTwice)).map(([name, places]) => [name, ...places]);
    expect(unexpected).toEqual([]);
    expect(twice.map(([name]) => name).sort()).toEqual(Object.keys(exportedTwice).sort());
  });

  it(`has no function above ${LONGEST_FUNCTION} lines`, () => {
    const long = [...parsed].flatMap(([file, { functions }]) =>
      functions.filter(({ lines }) => lines > LONGEST_FUNCTION).map(({ name }) => `${file} ${name}`),
    );
    expect(long).toEqual([]);
  });

  it('is made of short files', () => {
    const lengths = files
      .filter((file) => !isData(file))
      .map((file) => ({ file, lines: (texts.get(file) ?? '').split('\n').length - 1 }))
      .sort((a, b) => a.lines - b.lines);
    expect(lengths[lengths.length >> 1].lines).toBeLessThanOrEqual(MEDIAN);
    expect(lengths.filter(({ lines }) => lines > LONGEST)).toEqual([]);
  });
});
