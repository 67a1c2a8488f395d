/**
 * Where the page is, as the part of the address after `#`. Whoever gets the link
 * sees the same: file, chunk, question and options.
 *
 *     #/files/src/open.ts?chunk=main%3Asrc%2Fopen.ts%23open&max=256
 *     #/artifacts/art_0123456789ab?chunk=…
 *     #/search?q=how+is+a+file+cut
 *     #/context?q=…&budget=4000&format=claude
 *     #/index
 */
export const views = ['files', 'search', 'context', 'index'] as const;
export type View = (typeof views)[number];

/** Empty strings: not set, so the settings of the index apply. */
export interface Route {
  readonly view: View;
  readonly path: string;
  /** The id of what is shown instead of a file. */
  readonly artifact: string;
  readonly chunk: string;
  readonly q: string;
  readonly max: string;
  readonly overlap: string;
  readonly strategy: string;
  readonly granularity: string;
  readonly budget: string;
  readonly format: string;
}

/** What each view keeps in its address. */
const paramsOf = {
  files: ['chunk', 'max', 'overlap', 'strategy', 'granularity'],
  search: ['q'],
  context: ['q', 'budget', 'format'],
  index: [],
} as const satisfies Record<View, readonly (keyof Route)[]>;

export const start: Route = {
  view: 'files',
  path: '',
  artifact: '',
  chunk: '',
  q: '',
  max: '',
  overlap: '',
  strategy: '',
  granularity: '',
  budget: '',
  format: '',
};

/** An artifact is opened among the files, under a name of its own. */
const ARTIFACTS = 'artifacts';

export function toHash(route: Route): string {
  const { view } = route;
  const params = new URLSearchParams();
  for (const key of paramsOf[view]) if (route[key] !== '') params.set(key, route[key]);
  return `#/${view === 'files' ? shown(route) : view}${params.size > 0 ? `?${params}` : ''}`;
}

const shown = ({ path, artifact }: Route): string =>
  [...(artifact === '' ? ['files', ...(path === '' ? [] : path.split('/'))] : [ARTIFACTS, artifact])]
    .map(encodeURIComponent)
    .join('/');

export interface Place {
  readonly path: string;
  readonly artifact: string | null;
}

/** A chunk of a file or of an artifact, cut as the index has it. */
export const placed = ({ path, artifact }: Place, chunk = ''): Partial<Route> => ({
  view: 'files',
  path: artifact === null ? path : '',
  artifact: artifact ?? '',
  chunk,
  max: '',
  overlap: '',
  strategy: '',
  granularity: '',
});

/** `before`: what the address does not say stays as it was. */
export function fromHash(hash: string, before: Route = start): Route {
  const [place = '', query = ''] = hash.replace(/^#\/?/, '').split(/\?(.*)/s);
  const [name, ...rest] = place.split('/');
  const view = views.find((known) => known === name) ?? 'files';
  const params = new URLSearchParams(query);
  const read = Object.fromEntries(paramsOf[view].map((key) => [key, params.get(key) ?? '']));
  const at = rest.map(plain).join('/');
  const opened = name === ARTIFACTS ? { path: '', artifact: at } : { path: at, artifact: '' };
  return { ...before, view, ...(view === 'files' ? opened : {}), ...read };
}

/** A part of a path, or as it stands when it is no such thing. */
function plain(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
