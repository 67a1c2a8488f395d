/** Which index is meant, and by which settings it is kept: what every command about an index starts with. */
import { existsSync, mkdirSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism, homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { type Command, Option } from 'commander';
import ignore from 'ignore';
import { type Loaded, load, type Settings, type Values } from '../config/index.js';
import { cached, cacheFile, embedder, VectorCache } from '../embed/index.js';
import { FroeError } from '../errors.js';
import { defaults } from '../options.js';
import { SqliteStore } from '../store/sqlite.js';
import type { SyncOptions } from '../sync/sync.js';
import { uncached, type Vectors } from '../sync/vectors.js';
import { whole } from './flags.js';
import { remark } from './talk.js';

export interface PlaceFlags {
  readonly index?: string;
  readonly embedder?: string;
  readonly baseUrl?: string;
  readonly dimensions?: number;
  readonly embed?: boolean;
}

export interface CutFlags extends PlaceFlags {
  readonly maxTokens?: number;
  readonly overlap?: number;
  readonly granularity?: 'pack' | 'node';
  readonly exclude?: readonly string[];
  readonly include?: readonly string[];
  readonly maxFileSize?: number;
  readonly jobs?: number;
}

const several = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];

export const withPlace = (command: Command): Command =>
  command.option('--index <file>', 'the file of the index (default: .froe/index.db below the root)');

export const withEmbedder = (command: Command): Command =>
  command
    .option('--embedder <name>', 'what makes vectors: openai/…, voyage/…, ollama/…, none')
    .option('--base-url <url>', 'another server that speaks like the provider')
    .option('--dimensions <n>', 'size of the vectors, where the model has a choice', whole)
    .option('--no-embed', 'words only: no vectors in this run');

export const withCut = (command: Command): Command =>
  command
    .option('--max-tokens <n>', 'hard cap on a piece, in tokens', whole)
    .option('--overlap <n>', 'tokens repeated where a unit itself had to be cut', whole)
    .addOption(new Option('--granularity <how>', 'how small neighbours are cut').choices(['pack', 'node']))
    .option('--exclude <pattern>', 'paths that are left out, as in an ignore file; may be given again', several)
    .option('--include <pattern>', 'paths that are taken, and no others; may be given again', several)
    .option('--max-file-size <bytes>', 'larger files are left out', whole)
    .option('-j, --jobs <n>', 'threads (default: one for each core)', whole);

export interface Place {
  readonly root: string;
  /** The file of the index. */
  readonly file: string;
  readonly settings: Settings;
  readonly loaded: Loaded;
}

/** The folder given; or else the nearest one above that has an index; or else this one. */
export function placeOf(given: string | undefined, flags: CutFlags): Place {
  const root = given === undefined ? indexedAbove(process.cwd()) : folder(given);
  const { index, embedder, baseUrl, dimensions, maxTokens, overlap, granularity, exclude, include, maxFileSize, jobs } =
    flags;
  const values: Values = {
    index,
    embedder,
    baseUrl,
    dimensions,
    maxTokens,
    overlap,
    granularity,
    exclude,
    include,
    maxFileSize,
    jobs,
  };
  const loaded = load({ flags: values, env: process.env, root, home: homedir() });
  for (const note of loaded.notes) remark(note);
  // A path on the command line is where the user stands, one in a file where the root is.
  const file = index === undefined ? resolve(root, loaded.settings.index) : resolve(index);
  return { root, file, settings: loaded.settings, loaded };
}

function folder(given: string): string {
  try {
    if (statSync(given).isDirectory()) return realpathSync(given);
  } catch {
    throw new FroeError('not-found', `${given} does not exist`);
  }
  throw new FroeError('not-a-file', `${given} is not a folder`, 'An index is made of a folder.');
}

function indexedAbove(from: string): string {
  for (let at = from; ; at = dirname(at)) {
    if (existsSync(join(at, '.froe', 'index.db'))) return at;
    if (at === dirname(at)) return from;
  }
}

/** Opens the index for writing, and makes it when there is none. */
export function openIndex({ file }: Place): SqliteStore {
  const home = dirname(file);
  mkdirSync(home, { recursive: true });
  // The index is nobody's source: git is told so from inside.
  if (home.endsWith('.froe') && !existsSync(join(home, '.gitignore')))
    writeFileSync(join(home, '.gitignore'), '*\n!config.*\n');
  return new SqliteStore(file);
}

/** Opens an index that must be there. */
export function openExisting({ file }: Place): SqliteStore {
  if (!existsSync(file)) throw new FroeError('not-found', `There is no index at ${file}`, 'Make one: froe index');
  return new SqliteStore(file);
}

/** What makes the vectors; undefined when only words are wanted. */
export function vectorsOf(settings: Settings, { embed = true }: PlaceFlags): Vectors | undefined {
  if (!embed) return undefined;
  const { embedder: spec, baseUrl, dimensions } = settings;
  const chosen = embedder(spec, { env: process.env, baseUrl, dimensions });
  if (!chosen) return undefined;
  return chosen.local ? uncached(chosen) : cached(chosen, new VectorCache(cacheFile(process.env, homedir())));
}

/** What a run over the root is told. */
export function syncOptions({ root, settings }: Place, flags: CutFlags): SyncOptions {
  const {
    maxTokens = defaults.maxTokens,
    overlap,
    granularity,
    tokenizer,
    maxFileSize,
    jobs,
    exclude,
    include,
  } = settings;
  const out = ignore().add([...exclude]);
  const taken = include.length > 0 ? ignore().add([...include]) : undefined;
  const vectors = vectorsOf(settings, flags);
  return {
    root,
    threads: jobs ?? availableParallelism(),
    maxFileSize,
    wants: (path) => !out.ignores(path) && (taken === undefined || taken.ignores(path)),
    cut: { tokenizer, overlap, granularity, maxTokens: Math.min(maxTokens, vectors?.embedder.maxTokens ?? maxTokens) },
    vectors,
  };
}
