/** Suggestions for an address that names nothing: a few that exist, the nearest first. */
import { anchorOf } from '../graph/place.js';
import { withForwardSlashes } from '../sources/jail.js';
import { filenameOf } from '../sources/read.js';
import { ARTIFACTS, type SourceRow } from '../store/store.js';
import { dottedName } from '../text/dottedName.js';
import { lastName } from '../text/lastName.js';
import { nearestWords } from '../text/nearestWord.js';
import type { AddressScope } from './address.js';
import { pathsOf } from './indexPaths.js';

const MAX_SUGGESTIONS = 3;
/** Maximum names that are looked up: each may have many definitions. */
const MAX_LOOKUPS = 8;

export async function suggestionsFor(scope: AddressScope, text: string): Promise<readonly string[]> {
  const { store, offers = () => true, paths: pathModule } = scope;
  const rows = [...(await store.sources('main')).values()].filter(offers);
  const written = (row: SourceRow): string => pathsOf(scope).written(row.path);
  const [typedPath] = withForwardSlashes(text, pathModule).split(/:\d+(?:-\d+)?$|#/, 1);
  const file = rows.find((row) => row.path === typedPath || written(row) === typedPath || row.docId === typedPath);
  const anchor = text.slice(text.indexOf('#') + 1);
  if (file && text.includes('#')) return unitsInFile(scope, file, written(file), anchor);
  const paths = nearestPaths(typedPath, rows.map(written));
  if (looksLikePath(typedPath, rows) && paths.length > 0) return paths;
  const symbols = /[/\s]/.test(text) ? [] : await nearestSymbols(scope, text);
  if (symbols.length + paths.length > 0) return symbols.length > 0 ? symbols : paths;
  const artifacts = [...(await store.sources(ARTIFACTS)).values()].filter(offers);
  return nearestWords(
    typedPath,
    artifacts.map(({ title }) => title),
    MAX_SUGGESTIONS,
  );
}

/** It has a folder, or an extension that files here have. */
function looksLikePath(text: string, rows: readonly SourceRow[]): boolean {
  const [extension] = /\.\w+$/.exec(text) ?? [];
  return text.includes('/') || (extension !== undefined && rows.some(({ path }) => path.endsWith(extension)));
}

async function unitsInFile(
  { store }: AddressScope,
  { docId }: SourceRow,
  path: string,
  anchor: string,
): Promise<string[]> {
  const units = [...(await store.units(docId))].sort((a, b) => b.charEnd - b.charStart - (a.charEnd - a.charStart));
  const names = units.map(({ id }) => id.slice(docId.length + 1));
  const byLastName = new Map(names.map((name) => [lastName(name), name]));
  const nearest = [
    ...nearestWords(anchor, names, MAX_SUGGESTIONS),
    ...nearestWords(lastName(anchor), byLastName.keys(), MAX_SUGGESTIONS).map(
      (lastPart) => byLastName.get(lastPart) ?? lastPart,
    ),
  ];
  const shown = nearest.length > 0 ? nearest : names; // the largest units, to show what there is
  return [...new Set(shown)].slice(0, MAX_SUGGESTIONS).map((name) => `${path}#${name}`);
}

/** Paths with this file name in any folder; else those with a similar one. */
export function nearestPaths(text: string, paths: readonly string[]): readonly string[] {
  const name = filenameOf(text);
  const sameName = paths.filter((path) => filenameOf(path) === name);
  if (sameName.length > 0) return nearestFirst(text, sameName);
  const similarNames = new Set(nearestWords(name, new Set(paths.map(filenameOf)), MAX_LOOKUPS));
  return nearestFirst(
    text,
    paths.filter((path) => similarNames.has(filenameOf(path))),
  );
}

async function nearestSymbols(scope: AddressScope, text: string): Promise<readonly string[]> {
  const { store, offers = () => true } = scope;
  const name = dottedName(text);
  const keys = nearestWords(lastName(name), await store.names(), MAX_LOOKUPS);
  const units = await store.definitions(keys);
  const names = new Set<string>();
  for (const { id, docId } of units) {
    const row = await store.source(docId);
    if (row && offers(row))
      names.add(
        row.language === 'markdown'
          ? `${pathsOf(scope).written(row.path)}${id.slice(docId.length)}`
          : anchorOf(id, docId),
      );
  }
  return nearestFirst(name, [...names]);
}

/** All have a similar file name: now sorted by the whole path. */
const nearestFirst = (text: string, candidates: readonly string[]): readonly string[] =>
  [...new Set([...nearestWords(text, candidates, MAX_SUGGESTIONS), ...candidates])].slice(0, MAX_SUGGESTIONS);
