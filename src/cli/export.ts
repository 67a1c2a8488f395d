/** `froe export`: every record of an index, as JSON lines or as the four files that other tools read. */
import { closeSync, openSync, writeSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { type SourceType, toRecord } from '../chunkRecord.js';
import { FroeError } from '../errors.js';
import type { Chunk } from '../schema.js';
import { makeFolder } from '../store/sqlite/home.js';
import type { Store } from '../store/store.js';
import { ARTIFACTS } from '../store/store.js';
import { openExisting } from './openIndex.js';
import { placeOf } from './place.js';
import { type PlaceFlags, withPlace } from './placeFlags.js';
import { say } from './talk.js';

/** Which pieces each file holds. */
const files: Readonly<Record<string, readonly SourceType[]>> = {
  'code_chunks.json': ['code'],
  'markdown_chunks.json': ['markdown'],
  'text_chunks.json': ['text'],
  'all_chunks.json': ['code', 'markdown', 'text', 'artifact'],
};

export function exportCommand(program: Command): void {
  withPlace(program.command('export').description('Write out every record of an index.'))
    .argument('[path]', 'the folder (default: the nearest one above that has an index)')
    .option('--out <dir>', `write ${Object.keys(files).join(', ')} there; without it, JSON lines go to standard output`)
    .action(async (path: string | undefined, flags: PlaceFlags & { readonly out?: string }) => {
      const store = await openExisting(placeOf(path, flags));
      try {
        const count = flags.out === undefined ? await toLines(store) : await toFiles(store, flags.out);
        process.exitCode = count === 0 ? 1 : 0;
      } finally {
        await store.close();
      }
    });
}

async function* all(store: Store): AsyncGenerator<Chunk> {
  for (const tree of ['main', ARTIFACTS])
    for (const { docId } of (await store.sources(tree)).values()) yield* await store.chunksOf(docId);
}

async function toLines(store: Store): Promise<number> {
  let count = 0;
  for await (const chunk of all(store)) {
    await say(`${JSON.stringify(toRecord(chunk))}\n`);
    count++;
  }
  return count;
}

/** One array in each file, written piece by piece. */
async function toFiles(store: Store, folder: string): Promise<number> {
  const open = openFiles(folder);
  for (const { file } of open) writeSync(file, '[');
  let count = 0;
  for await (const chunk of all(store)) {
    count++;
    const record = JSON.stringify(toRecord(chunk));
    for (const one of open.filter(({ types }) => types.includes(chunk.sourceType)))
      writeSync(one.file, `${one.count++ === 0 ? '\n' : ',\n'}${record}`);
  }
  for (const { file } of open) {
    writeSync(file, '\n]\n');
    closeSync(file);
  }
  return count;
}

function openFiles(folder: string) {
  try {
    makeFolder(resolve(folder));
    return Object.entries(files).map(([name, types]) => ({ types, file: openSync(join(folder, name), 'w'), count: 0 }));
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? ` (${error.code})` : '';
    throw new FroeError('unreadable', `${folder} cannot be written${reason}`, undefined, error);
  }
}
