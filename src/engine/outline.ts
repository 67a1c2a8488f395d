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

/** With fewer tokens per file, signatures do not fit. */
const SIGNATURE_TOKENS_PER_FILE = 25;
/** With fewer, not even the names. */
const NAME_TOKENS_PER_FILE = 3;

export async function outlineBelow(
  store: Store,
  { candidates, locate }: IndexPaths,
  path: string,
  budget: number,
  { wants = () => true, tokenizer: counter = 'cl100k_base' }: OutlineOptions,
): Promise<OutlineResult> {
  const tokens = tokenizer(counter);
  const count = (text: string): number => tokens.count(text);
  const [below = path] = candidates(path);
  const isBelow = (one: string): boolean => below === '' || one === below || one.startsWith(`${below}/`);
  const all = [...(await store.sources('main')).values()];
  const sources = all.filter((row) => isBelow(row.path) && wants(row.path)).sort(inMapOrder);
  const bare = sources.map(({ path }): MappedFile => ({ path, levels: [`${path}\n`] }));
  if (sources.length * NAME_TOKENS_PER_FILE > budget)
    return { text: drawFolders(bare, budget, count), files: sources.length };
  const files: MappedFile[] = [];
  for (const source of sources)
    files.push(
      sources.length * SIGNATURE_TOKENS_PER_FILE <= budget
        ? await signatures(store, locate, source)
        : await names(store, source),
    );
  const text = drawMap(files, budget, count) ?? drawFolders(files, budget, count);
  return { text, files: sources.length };
}

/** A file that can no longer be read, or is on another machine, is shown from the index. */
async function signatures(store: Store, locate: IndexPaths['locate'], row: SourceRow): Promise<MappedFile> {
  const { path } = row;
  try {
    const place = locate(path);
    const { source, root: tree } = await parse(readBytes(fileBelow(place.root, place.path)), { path });
    return mapFile(path, source.text, tree);
  } catch {
    return names(store, row);
  }
}

async function names(store: Store, { docId, path }: SourceRow): Promise<MappedFile> {
  const units = await store.units(docId);
  const own = units.filter(({ parentId }) => parentId === docId).map(({ name }) => name);
  return { path, levels: own.length === 0 ? [`${path}\n`] : [`${path}\n`, `${path}: ${own.join(', ')}\n`] };
}
