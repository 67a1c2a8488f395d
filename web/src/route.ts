/**
 * The state of the page, in the fragment of the address. A shared link shows the
 * same file, chunk, query and options.
 *
 *     #/files/src/open.ts?chunk=main%3Asrc%2Fopen.ts%23open&max=256
 *     #/files/src/open.ts?line=12&q=words+to+mark
 *     #/artifacts/art_0123456789ab?chunk=…
 *     #/search?q=how+is+a+file+cut&lang=python&within=src
 *     #/context?q=…&budget=4000&format=claude
 *     #/index
 */
export const views = ['files', 'search', 'context', 'index'] as const;
/** `unknown`: the address names no page. */
export type View = (typeof views)[number] | 'unknown';

/** Empty strings: not set, so the settings of the index apply. */
export interface Route {
  readonly view: View;
  readonly path: string;
  /** The id of what is shown instead of a file. */
  readonly artifact: string;
  readonly chunk: string;
  /** Of the file, from 1. */
  readonly line: string;
  /** The query; in a file, the words to mark. */
  readonly q: string;
  /** Filters: chunks of this type, in this language, below this folder, of this root. */
  readonly type: string;
  readonly lang: string;
  readonly within: string;
  readonly root: string;
  readonly max: string;
  readonly overlap: string;
  readonly strategy: string;
  readonly granularity: string;
  readonly budget: string;
  readonly format: string;
  /** The address, if it names no page. */
  readonly unknown: string;
}

export const filters = ['type', 'lang', 'within', 'root'] as const satisfies readonly (keyof Route)[];

/** The parameters of each view. */
const paramsOf = {
  files: ['chunk', 'line', 'q', 'max', 'overlap', 'strategy', 'granularity'],
  search: ['q', ...filters],
  context: ['q', 'budget', 'format', ...filters],
  index: [],
  unknown: [],
} as const satisfies Record<View, readonly (keyof Route)[]>;

export const start: Route = {
  view: 'files',
  path: '',
  artifact: '',
  chunk: '',
  line: '',
  q: '',
  type: '',
  lang: '',
  within: '',
  root: '',
  max: '',
  overlap: '',
  strategy: '',
  granularity: '',
  budget: '',
  format: '',
  unknown: '',
};

/** An artifact is shown by the files view, under an address of its own. */
const ARTIFACTS = 'artifacts';

export function toHash(route: Route): string {
  const { view } = route;
  const params = new URLSearchParams();
  for (const key of paramsOf[view]) if (route[key] !== '') params.set(key, route[key]);
  return `#/${view === 'files' ? shown(route) : view === 'unknown' ? route.unknown : view}${params.size > 0 ? `?${params}` : ''}`;
}

const shown = ({ path, artifact }: Route): string =>
  [...(artifact === '' ? ['files', ...(path === '' ? [] : path.split('/'))] : [ARTIFACTS, artifact])]
    .map(encodeURIComponent)
    .join('/');

export interface Place {
  readonly path: string;
  readonly artifact: string | null;
}

/** A chunk or a line of a file or an artifact, with the index's own options. */
export const placed = ({ path, artifact }: Place, { chunk = '', line = '' } = {}): Partial<Route> => ({
  view: 'files',
  path: artifact === null ? path : '',
  artifact: artifact ?? '',
  chunk,
  line,
  max: '',
  overlap: '',
  strategy: '',
  granularity: '',
});

/** `before`: the source of values that the address does not have. */
export function fromHash(hash: string, before: Route = start): Route {
  const [place = '', query = ''] = hash.replace(/^#\/?/, '').split(/\?(.*)/s);
  const [name, ...rest] = place.split('/');
  const view = views.find((known) => known === name) ?? (name === '' || name === ARTIFACTS ? 'files' : 'unknown');
  const params = new URLSearchParams(query);
  const read = Object.fromEntries(paramsOf[view].map((key) => [key, params.get(key) ?? '']));
  const at = rest.map(plain).join('/');
  const opened = name === ARTIFACTS ? { path: '', artifact: at } : { path: at, artifact: '' };
  const unknown = view === 'unknown' ? place : '';
  return { ...before, view, unknown, ...(view === 'files' ? opened : {}), ...read };
}

/** A decoded part of a path, or the part itself if it is not valid. */
function plain(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
