/** The files of an index, counted by language and by folder, and the units in them. */
import { codeLanguage, codeLanguages } from '../languages/index.js';
import { areaOf } from '../text/fileKinds.js';
import type { DbRow } from './rows.js';
import { databasesIn, mainFirst, type Stack } from './stack.js';
import type { Overview } from './store.js';

/** Longer lists say no more. */
const MAX_LISTED = 20;

/** The languages whose units are counted. */
export const countedLanguages: readonly string[] = Object.keys(codeLanguages);

type Counts = readonly (readonly [string, number])[];

/**
 * `rows`: sources with `path`, `language`, `tokens` and, for a manifest, `metadata`.
 * `kinds`: the number of units (`n`) of each `kind` and `language`. Only code counts:
 * a settings file has thousands of keys.
 */
export function overviewOf(rows: readonly DbRow[], kinds: readonly DbRow[]): Overview {
  const [languages, areas] = [new Map<string, number>(), new Map<string, number>()];
  const add = (counts: Map<string, number>, key: string): unknown => counts.set(key, (counts.get(key) ?? 0) + 1);
  let tokens = 0;
  for (const row of rows) {
    tokens += Number(row.tokens);
    add(languages, String(row.language));
    add(areas, areaOf(String(row.path)));
  }
  return {
    sources: rows.length,
    tokens,
    languages: topCounts(languages),
    areas: topCounts(areas),
    units: topCounts(unitsIn(kinds)),
    ...stackOf(rows),
  };
}

function unitsIn(kinds: readonly DbRow[]): ReadonlyMap<string, number> {
  const units = new Map<string, number>();
  for (const { kind, language, n } of kinds)
    if (codeLanguage(String(language))) units.set(String(kind), (units.get(String(kind)) ?? 0) + Number(n));
  return units;
}

const topCounts = (counts: Iterable<readonly [string, number]>): Counts =>
  [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, MAX_LISTED);

/** Manifests of the root describe the whole project; those below add only what the root does not have. */
function stackOf(rows: readonly DbRow[]): Pick<Overview, 'stack' | 'databases'> {
  const manifests = rows
    .filter(({ metadata }) => metadata !== null && metadata !== undefined)
    .map(({ path, metadata }) => ({ path: String(path), ...parseManifest(metadata) }))
    .sort((a, b) => depthOf(a.path) - depthOf(b.path) || (a.path < b.path ? -1 : 1));
  const versions = new Map<string, string>();
  for (const { stack } of manifests)
    for (const [name, version] of stack) if (!versions.has(name)) versions.set(name, version);
  const stack = mainFirst([...versions]);
  const servers = manifests.flatMap((manifest) => manifest.servers);
  return {
    stack: stack.slice(0, MAX_LISTED).map(([name, version]) => `${name} ${version}`),
    databases: databasesIn(stack, servers),
  };
}

const depthOf = (path: string): number => path.split('/').length;

function parseManifest(metadata: DbRow[string]): { readonly stack: Stack; readonly servers: Stack } {
  const { manifest } = typeof metadata === 'string' ? JSON.parse(metadata) : Object(metadata);
  const list = (value: unknown): Stack => (Array.isArray(value) ? value : []); // written by jobs/prepare.ts, from a Manifest
  return { stack: list(manifest?.stack), servers: list(manifest?.servers) };
}
