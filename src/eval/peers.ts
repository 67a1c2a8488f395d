/**
 * Chunkers of other libraries, if the user has them installed: 500 tokens without
 * overlap, counted by froe. They run in this process, so they are loaded only from
 * a folder that the user names.
 */

import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { tokenizer } from '../text/tokens/index.js';
import type { Span } from '../types.js';
import { importModule } from './importModule.js';
import { type EvalStrategy, spanChunks } from './strategies.js';

const CHUNK_TOKENS = 500;

/** The texts of the chunks, in order; their positions are determined here. */
type CutText = (text: string, path: string) => Promise<readonly string[]>;

interface Peer {
  readonly name: string;
  readonly about: string;
  readonly modules: readonly string[];
  make(modules: readonly ForeignModule[]): Promise<CutText>;
}

/** Modules of others are untyped: what is not as expected throws, and the peer is left out. */
// biome-ignore lint/suspicious/noExplicitAny: nothing is known of a package that may not be there
type ForeignModule = any;

const count = (text: string): number => tokenizer('cl100k_base').count(text);

/** What LangChain calls a language, by a file's extension. */
export const separators: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '.js': 'js',
    '.mjs': 'js',
    '.cjs': 'js',
    '.ts': 'js',
    '.tsx': 'js',
    '.py': 'python',
    '.java': 'java',
    '.go': 'go',
    '.rb': 'ruby',
    '.rs': 'rust',
    '.c': 'cpp',
    '.h': 'cpp',
    '.cpp': 'cpp',
    '.php': 'php',
    '.scala': 'scala',
    '.swift': 'swift',
    '.md': 'markdown',
    '.rst': 'rst',
    '.tex': 'latex',
    '.html': 'html',
  }),
);

export const peers: readonly Peer[] = [
  {
    name: 'langchain',
    about: `LangChain's recursive splitter, by language, ${CHUNK_TOKENS} tokens`,
    modules: ['@langchain/textsplitters'],
    async make([{ RecursiveCharacterTextSplitter }]) {
      const options = { chunkSize: CHUNK_TOKENS, chunkOverlap: 0, lengthFunction: count };
      const splitters = new Map<string | undefined, ForeignModule>();
      return (text, path) => {
        const language = separators.get(extname(path).toLowerCase());
        const splitter =
          splitters.get(language) ??
          (language === undefined
            ? new RecursiveCharacterTextSplitter(options)
            : RecursiveCharacterTextSplitter.fromLanguage(language, options));
        splitters.set(language, splitter);
        return splitter.splitText(text);
      };
    },
  },
  {
    name: 'chonkie',
    about: `chonkie's recursive chunker, ${CHUNK_TOKENS} tokens`,
    modules: ['@chonkiejs/core'],
    async make([{ RecursiveChunker }]) {
      const counter = { countTokens: count, encode: (text: string) => new Array(count(text)).fill(0) };
      const chunker = await RecursiveChunker.create({ chunkSize: CHUNK_TOKENS, tokenizer: counter });
      return async (text) => (await chunker.chunk(text)).map((chunk: { text: string }) => chunk.text);
    },
  },
  {
    name: 'llamaindex',
    about: `LlamaIndex's sentence splitter, ${CHUNK_TOKENS} tokens`,
    modules: ['@llamaindex/core/node-parser'],
    async make([{ SentenceSplitter }]) {
      const counter = { encode: (text: string) => ({ length: count(text) }) };
      const splitter = new SentenceSplitter({ chunkSize: CHUNK_TOKENS, chunkOverlap: 0, tokenizer: counter });
      return async (text) => splitter.splitText(text);
    },
  },
];

export interface PeerStrategies {
  readonly strategies: readonly EvalStrategy[];
  /** Peers that are not installed, and those that could not be loaded, with the reason. */
  readonly missing: readonly string[];
}

export async function findPeers(folder: string): Promise<PeerStrategies> {
  const strategies: EvalStrategy[] = [];
  const missing: string[] = [];
  for (const peer of peers) {
    try {
      const modules = await Promise.all(peer.modules.map((name) => loadModule(name, folder)));
      const cut = await peer.make(modules);
      strategies.push({
        name: peer.name,
        about: peer.about,
        prepare: async (text) => spanChunks(text, await spansOf(cut, text.text, text.path)),
      });
    } catch (error) {
      missing.push(`${peer.name}: ${error instanceof Error ? error.message.split('\n', 1)[0] : String(error)}`);
    }
  }
  return { strategies, missing };
}

/** A peer that throws has no chunks of that text. */
async function spansOf(cut: CutText, text: string, path: string): Promise<Span[]> {
  try {
    return locateChunks(text, await cut(text, path));
  } catch {
    return [];
  }
}

async function loadModule(name: string, folder: string): Promise<ForeignModule> {
  return importModule(pathToFileURL(entryFile(name, folder)).href);
}

/** As `import` from inside the folder would find it: Node has no way to ask that from elsewhere. */
function entryFile(name: string, folder: string): string {
  const [scope, base, ...rest] = name.split('/');
  const packagePath = packageFolder(`${scope}/${base}`, folder);
  if (packagePath === undefined) throw new Error('not installed');
  const {
    exports: exported,
    module,
    main = 'index.js',
  } = JSON.parse(readFileSync(join(packagePath, 'package.json'), 'utf8'));
  const target = resolveCondition(
    exported?.[rest.length === 0 ? '.' : `./${rest.join('/')}`] ?? (rest.length === 0 ? exported : undefined),
  );
  if (target !== undefined) return join(packagePath, target);
  return rest.length === 0 ? join(packagePath, module ?? main) : createRequire(join(folder, 'x.js')).resolve(name);
}

const CONDITIONS = ['node', 'import', 'module-sync', 'default'];

function resolveCondition(target: unknown): string | undefined {
  if (typeof target === 'string') return target;
  if (typeof target !== 'object' || target === null) return undefined;
  for (const [condition, inner] of Object.entries(target)) {
    const resolved = CONDITIONS.includes(condition) ? resolveCondition(inner) : undefined;
    if (resolved !== undefined) return resolved;
  }
  return undefined;
}

function packageFolder(name: string, folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    const packagePath = join(at, 'node_modules', name);
    if (existsSync(join(packagePath, 'package.json'))) return packagePath;
    if (at === dirname(at)) return undefined;
  }
}

/**
 * The positions of chunks without offsets: each is searched from the start of the one
 * before. A chunk whose text was rewritten, and occurs nowhere, is left out.
 */
export function locateChunks(text: string, chunks: readonly string[]): Span[] {
  const spans: Span[] = [];
  let from = 0;
  for (const chunk of chunks) {
    const trimmed = chunk.trim();
    if (trimmed === '') continue;
    const start = text.indexOf(trimmed, from);
    if (start < 0) continue;
    spans.push({ start, end: start + trimmed.length });
    from = start + 1;
  }
  return spans;
}
