/** The state of the page, in signals. The route is in the address; everything else follows from it. */
import { computed, signal } from '@preact/signals';
import type {
  ChunkView,
  ContextView,
  FileList,
  FileView,
  HistoryView,
  ReferencesView,
  SearchView,
  Sizes,
  Status,
} from '../../src/view/api.js';
import { remote } from './remote.js';
import { fromHash, type Route, toHash } from './route.js';
import { ARTIFACTS_KEY, above, keyOf, rowsOf, treeOf } from './tree.js';

export const route = signal<Route>(fromHash(location.hash));

/** `replace`: without an entry in the browser's history. */
export function go(change: Partial<Route>, replace = false): void {
  const next = { ...route.peek(), ...change };
  const hash = toHash(next);
  if (replace || hash === location.hash) history.replaceState(null, '', hash);
  else history.pushState(null, '', hash);
  route.value = next;
}

export const status = remote<Status>();
export const sizes = remote<Sizes>();
export const files = remote<FileList>();
export const file = remote<FileView>();
export const found = remote<SearchView>();
export const context = remote<ContextView>();
export const references = remote<ReferencesView>();
export const commits = remote<HistoryView>();

/** Whether commits are requested: git takes a while. */
export const historyOpen = signal(false);

/** Incremented when the index has changed. */
export const generation = signal(0);

const query = (pairs: Readonly<Record<string, string>>): string =>
  `${new URLSearchParams(Object.entries(pairs).filter(([, value]) => value !== ''))}`;
/** A fragment is never sent: it only makes the address a new one, so that it is requested again. */
const fresh = (address: string): string => `${address}#${generation.value}`;

/** The filters of the query. */
const narrowed = (): Readonly<Record<string, string>> => {
  const { type, lang, within: path, root } = route.value;
  return { type, lang, path, root };
};

export const addresses = {
  status: computed(() => (route.value.view === 'index' ? fresh('/api/status') : '')),
  sizes: computed(() => (route.value.view === 'index' ? fresh('/api/sizes') : '')),
  files: computed(() => fresh('/api/files')),
  file: computed(() => {
    const { view, path, artifact, q, max: maxTokens, overlap, strategy, granularity } = route.value;
    if (view !== 'files') return '';
    if (artifact !== '') return fresh(`/api/artifact?${query({ id: artifact, q })}`);
    if (path === '') return '';
    return fresh(`/api/file?${query({ path, q, maxTokens, overlap, strategy, granularity })}`);
  }),
  references: computed(() => {
    const { view, path, artifact, chunk } = route.value;
    if (view !== 'files' || path === '' || artifact !== '' || shown.value === undefined) return '';
    const isIndexed = shown.value.asIndexed && shown.value.chunks.some(({ id }) => id === chunk);
    return fresh(`/api/references?${query({ of: isIndexed ? chunk : path })}`);
  }),
  history: computed(() => {
    const { view, path, artifact } = route.value;
    if (!historyOpen.value || view !== 'files' || path === '' || artifact !== '' || shown.value === undefined)
      return '';
    const { startLine, endLine } = chosen.value ?? {};
    return fresh(`/api/history?${query({ of: startLine === undefined ? path : `${path}:${startLine}-${endLine}` })}`);
  }),
  search: computed(() => {
    const { view, q } = route.value;
    return view === 'search' && q.trim() !== '' ? fresh(`/api/search?${query({ q, ...narrowed() })}`) : '';
  }),
  context: computed(() => {
    const { view, q, budget, format } = route.value;
    const asked = view === 'context' && q.trim() !== '';
    return asked ? fresh(`/api/context?${query({ q, budget, format, ...narrowed() })}`) : '';
  }),
};

/** The chunks of the source's own text, and the synthetic ones. */
export const ownChunks = computed(() => file.value.value?.chunks.filter(({ outline }) => outline === null) ?? []);
export const outlines = computed(() => file.value.value?.chunks.filter(({ outline }) => outline !== null) ?? []);

/** The chunk of the source that the address names. */
export const chosen = computed(() => ownChunks.value.find(({ id }) => id === route.value.chunk));

/** The id of the chunk under the pointer; it overrides the selected one. */
export const hovered = signal('');
export const looked = computed((): ChunkView | undefined => {
  const id = hovered.value || route.value.chunk;
  return id === '' ? undefined : file.value.value?.chunks.find((chunk) => chunk.id === id);
});

/** The next chunk of the file, or the one before. */
export function step(by: 1 | -1): void {
  const chunks = ownChunks.peek();
  if (chunks.length === 0) return;
  const at = chunks.findIndex(({ id }) => id === route.peek().chunk);
  const next = at < 0 ? (by > 0 ? 0 : chunks.length - 1) : Math.min(chunks.length - 1, Math.max(0, at + by));
  hovered.value = '';
  go({ chunk: chunks[next].id, line: '' }, true);
}

/** The current file, if any. */
export const shown = computed((): FileView | undefined => {
  const { path, artifact } = route.value;
  const { value } = file.value;
  const isIt = artifact === '' ? value?.artifact === null && value.path === path : value?.artifact?.id === artifact;
  return isIt ? value : undefined;
});

const tree = computed(() => treeOf(files.value.value?.files ?? [], files.value.value?.artifacts ?? []));
/** The key of its row in the tree. */
export const shownKey = computed(() => {
  const { path, artifact } = route.value;
  const { artifacts = [] } = files.value.value ?? {};
  return artifact === '' ? path : keyOf(artifacts.find(({ id }) => id === artifact));
});
/** Keys of open folders. */
export const open = signal<ReadonlySet<string>>(new Set([ARTIFACTS_KEY]));
export const treeRows = computed(() => rowsOf(tree.value, open.value));

export function fold(path: string, isOpen: boolean): void {
  const next = new Set(open.peek());
  if (isOpen) next.add(path);
  else next.delete(path);
  open.value = next;
}

/** Opens the folders above a row. */
export const reveal = (key: string): void => {
  open.value = new Set([...open.peek(), ...above(key)]);
};

export const helpOpen = signal(false);

/** The drawers of a narrow page: the tree, the panel next to a file, or the controls of a query. */
export type DrawerName = 'tree' | 'panel' | 'controls';
export const drawer = signal<DrawerName | ''>('');
