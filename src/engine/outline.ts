/**
 * What a tree defines, within a token budget: as much detail as fits.
 *
 *     few files      their signatures, parsed from the files
 *     more           the names of what they define, from the index
 *     too many       folders, with the number of files in each
 */
import { drawFolders, drawMap, inMapOrder, type MappedFile, mapFile } from '../enrich/map.js';
import { parse } from '../pipeline/chunk.js';
import { fileBelow } from '../sources/jail.js';
import { readBytes } from '../sources/read.js';
import type { SourceRow, Store } from '../store/store.js';
import { tokenizer } from '../text/tokens/index.js';
import type { OutlineOptions } from './engineOptions.js';
import type { IndexPaths } from './indexPaths.js';

export interface OutlineResult {
  readonly text: string;
  readonly files: number;
}

const BUDGET = 2000;
/** With fewer tokens per file, signatures do not fit. */
const MIN_SIGNATURE_TOKENS = 25;
/** With fewer, not even the names. */
const MIN_NAME_TOKENS = 3;

export async function outlineBelow(
  store: Store,
  { candidates, locate }: IndexPaths,
  path: string,
  { budget = BUDGET, wants = () => true, tokenizer: counter = 'cl100k_base' }: OutlineOptions,
): Promise<OutlineResult> {
  const tokens = tokenizer(counter);
  const count = (text: string): number => tokens.count(text);
  const [base = path] = candidates(path);
  const isBelow = (candidate: string): boolean => base === '' || candidate === base || candidate.startsWith(`${base}/`);
  const all = [...(await store.sources('main')).values()];
  const sources = all.filter((row) => isBelow(row.path) && wants(row.path)).sort(inMapOrder);
  const pathsOnly = sources.map(({ path }): MappedFile => ({ path, levels: [`${path}\n`] }));
  if (sources.length * MIN_NAME_TOKENS > budget)
    return { text: drawFolders(pathsOnly, budget, count), files: sources.length };
  const files: MappedFile[] = [];
  for (const source of sources)
    files.push(
      sources.length * MIN_SIGNATURE_TOKENS <= budget
        ? await mapSignatures(store, locate, source)
        : await mapNames(store, source),
    );
  const text = drawMap(files, budget, count) ?? drawFolders(files, budget, count);
  return { text, files: sources.length };
}

/** A file that can no longer be read, or is on another machine, is shown from the index. */
async function mapSignatures(store: Store, locate: IndexPaths['locate'], row: SourceRow): Promise<MappedFile> {
  const { path } = row;
  try {
    const place = locate(path);
    return mapFile(path, await parse(readBytes(fileBelow(place.root, place.path)), { path }));
  } catch {
    return mapNames(store, row);
  }
}

async function mapNames(store: Store, { docId, path }: SourceRow): Promise<MappedFile> {
  const units = await store.units(docId);
  const topLevelNames = units.filter(({ parentId }) => parentId === docId).map(({ name }) => name);
  return {
    path,
    levels: topLevelNames.length === 0 ? [`${path}\n`] : [`${path}\n`, `${path}: ${topLevelNames.join(', ')}\n`],
  };
}
