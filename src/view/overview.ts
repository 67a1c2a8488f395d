/** The index at a glance: its state, and the lists that the page opens with. */
import { basename } from 'node:path';
import type { Engine } from '../engine/engine.js';
import { strategies } from '../engine/files.js';
import { ARTIFACTS, type SourceRow } from '../engine/indexes.js';
import type { SyncOptions } from '../engine/syncing.js';
import { formatNames } from '../format/index.js';
import { defaults } from '../options.js';
import type { FileList, LanguageTotals, Status } from './api.js';
import type { Cutters } from './cutters.js';
import { artifactsOf } from './indexedView.js';

/** What the viewer serves: an index, and how it is updated. */
export interface Viewed {
  readonly engine: Engine;
  /** How the index is created, so that files are chunked in the same way. */
  readonly sync: Omit<SyncOptions, 'root' | 'vectors'>;
  /** Whether the page may update the index. Files are never written. */
  readonly write: boolean;
  /** Defaults of a context. */
  readonly budget: number;
  readonly format: string;
  /** The URL that opens a file in an editor, with {path} and {line}. */
  readonly editor?: string | undefined;
  /** Threads for large files. */
  readonly cutters?: Cutters;
}

export async function statusOf({ engine, write }: Viewed): Promise<Status> {
  const state = await engine.state();
  const known = await engine.store.sources('main');
  const { unread, gone } = await engine.behind();
  return {
    root: basename(engine.root),
    write,
    sources: state.sources,
    artifacts: (await engine.store.sources(ARTIFACTS)).size,
    chunks: state.chunks,
    tokens: state.tokens,
    bytes: state.bytes,
    version: state.version,
    model: state.model?.id ?? null,
    embedded: state.embedded,
    pending: state.pending,
    toRead: unread,
    gone,
    kinds: kindsOf(known.values()),
  };
}

/** The language with the most files first. Files without text have none. */
function kindsOf(rows: Iterable<SourceRow>): LanguageTotals[] {
  const kinds = new Map<string, LanguageTotals>();
  for (const { language, tokens } of rows) {
    if (language === '') continue;
    const { files, tokens: sum } = kinds.get(language) ?? { files: 0, tokens: 0 };
    kinds.set(language, { language, files: files + 1, tokens: sum + tokens });
  }
  return [...kinds.values()].sort((a, b) => b.files - a.files || (a.language < b.language ? -1 : 1));
}

/** The files that have text, the artifacts, and the choices of the page's controls. */
export async function filesOf({ engine, sync, budget, format, editor }: Viewed): Promise<FileList> {
  const rows = [...(await engine.store.sources('main')).values()];
  return {
    root: basename(engine.root),
    ...(engine.store.roots ? { roots: engine.store.roots } : {}),
    files: rows
      .filter(({ kind, language }) => kind === 'file' && language !== '')
      .map(({ path, language, tokens }) => ({ path, language, tokens }))
      .sort((a, b) => (a.path < b.path ? -1 : 1)),
    artifacts: await artifactsOf(engine),
    choices: {
      strategies,
      formats: formatNames,
      types: await typesIn(engine),
      maxTokens: sync.cut?.maxTokens ?? defaults.maxTokens,
      budget,
      format,
    },
    editors: editor === undefined ? [] : editorsOf(engine, editor),
  };
}

/** Roots are in different folders, so each has its own URL; for a single folder the name is empty. */
const editorsOf = ({ root, folders: { roots } }: Engine, editor: string): FileList['editors'] =>
  (roots ?? [{ name: '', folder: root }]).map(({ name, folder }) => ({
    root: name,
    address: belowRoot(editor, folder),
  }));

/** The common groups of types, then the chunk types in the index. */
async function typesIn({ store }: Engine): Promise<readonly string[]> {
  const types = await store.types();
  return [...new Set(['code', 'docs', 'test', ...[...types].sort()])];
}

/** With the root before {path}: the page only knows paths below it. */
function belowRoot(editor: string, root: string): string {
  const parts = root.replaceAll('\\', '/').split('/');
  const path = parts.map((part) => encodeURIComponent(part).replace('%3A', ':')).join('/');
  return editor.replace(
    /(\/?)\{path\}/,
    (_, slash: string) => `${slash}${slash === '' ? path : path.replace(/^\//, '')}/{path}`,
  );
}
