/** `froe export`: every record of an index, as JSON lines or as the four files that other tools read. */
import { closeSync, openSync, writeSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Command, Option } from 'commander';
import type { ChunkRecord, SourceType } from '../../chunkRecord.js';
import type { Engine } from '../../engine/engine.js';
import { ARTIFACTS, makeFolder, type Store } from '../../engine/indexes.js';
import { exportRecords } from '../../engine/indexing.js';
import { FroeError } from '../../errors.js';
import { type LimitFlags, withIndex, withLimit } from '../indexFlags.js';
import { say, warn } from '../output.js';
import { inspecting } from '../project.js';

/** The source types in each file. An artifact with a structure (markdown, code) has that source type. */
const files: Readonly<Record<string, readonly SourceType[]>> = {
  'code_chunks.json': ['code'],
  'markdown_chunks.json': ['markdown'],
  'text_chunks.json': ['text', 'artifact'],
  'all_chunks.json': ['code', 'markdown', 'text', 'artifact'],
};

interface ExportFlags extends LimitFlags {
  readonly out?: string;
  readonly artifacts?: boolean;
  readonly embedText?: boolean;
  readonly vectors?: boolean;
  readonly json?: boolean;
}

export function exportCommand(command: Command): void {
  withLimit(withIndex(command))
    .argument('[path]', 'folder to use (default: the nearest parent with an index)')
    .option('--out <dir>', `write ${Object.keys(files).join(', ')} to this folder (default: JSON lines on stdout)`)
    .option('--artifacts', 'only artifacts (restore them with froe ingest --from)')
    .option('--embed-text', 'add embed_text to records: the text that embed_hash is the hash of')
    .addOption(
      new Option(
        '--vectors',
        'print vectors instead of records: JSON lines of id, embed_hash, model and vector',
      ).conflicts(['out', 'embedText']),
    )
    .option('--json', 'print one array instead of JSON lines; with --out JSON: out, records by file')
    .action(async (path: string | undefined, flags: ExportFlags) => {
      const print = flags.json ? toArray : toLines;
      const count = await inspecting(path, flags, async (engine) => {
        if (flags.vectors) return print(vectorRecords(engine, flags));
        const records = all(engine.store, flags);
        return flags.out === undefined ? print(records) : toFolder(records, flags.out, flags.json);
      });
      process.exitCode = exitCodeOf(count, flags.vectors ? 'vectors' : 'records', flags);
    });
}

function exitCodeOf(count: number, what: string, { artifacts }: ExportFlags): number {
  if (count > 0) return 0;
  warn(`nothing to export: the index has no ${what}${artifacts ? ' of artifacts' : ''}`);
  return 1;
}

async function* all(store: Store, { artifacts = false, embedText }: ExportFlags): AsyncGenerator<ChunkRecord> {
  for (const tree of artifacts ? [ARTIFACTS] : ['main', ARTIFACTS])
    for (const source of (await store.sources(tree)).values()) yield* exportRecords(store, source, { embedText });
}

/** Nine digits distinguish any two 32-bit floats. */
const DIGITS = 9;

async function* vectorRecords(engine: Engine, { artifacts = false }: ExportFlags): AsyncGenerator<object> {
  const { model } = await engine.state();
  for await (const { id, embedHash, vector } of engine.vectors(artifacts ? { kind: 'artifact' } : {})) {
    const numbers = Array.from(vector, (value) => Number(value.toPrecision(DIGITS)));
    yield { id, embed_hash: embedHash, model: model?.id, vector: numbers };
  }
}

async function toLines(records: AsyncIterable<object>): Promise<number> {
  let count = 0;
  for await (const record of records) {
    await say(`${JSON.stringify(record)}\n`);
    count++;
  }
  return count;
}

async function toArray(records: AsyncIterable<object>): Promise<number> {
  let count = 0;
  for await (const record of records) await say(`${count++ === 0 ? '[\n' : ',\n'}${JSON.stringify(record)}`);
  await say(count === 0 ? '[]\n' : '\n]\n');
  return count;
}

async function toFolder(records: AsyncIterable<ChunkRecord>, folder: string, json = false): Promise<number> {
  const { count, byFile } = await toFiles(records, folder);
  if (json) await say(`${JSON.stringify({ out: folder, records: byFile })}\n`);
  return count;
}

interface Written {
  readonly count: number;
  readonly byFile: Readonly<Record<string, number>>;
}

/** One array in each file, written chunk by chunk. */
async function toFiles(records: AsyncIterable<ChunkRecord>, folder: string): Promise<Written> {
  const open = openFiles(folder);
  for (const { file } of open) writeSync(file, '[');
  let count = 0;
  for await (const record of records) {
    count++;
    const json = JSON.stringify(record);
    for (const one of open.filter(({ types }) => types.includes(record.source_type)))
      writeSync(one.file, `${one.count++ === 0 ? '\n' : ',\n'}${json}`);
  }
  for (const { file } of open) {
    writeSync(file, '\n]\n');
    closeSync(file);
  }
  return { count, byFile: Object.fromEntries(open.map((one) => [one.name, one.count])) };
}

function openFiles(folder: string) {
  try {
    makeFolder(resolve(folder));
    return Object.entries(files).map(([name, types]) => ({
      name,
      types,
      file: openSync(join(folder, name), 'w'),
      count: 0,
    }));
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? ` (${error.code})` : '';
    throw new FroeError('unreadable', `${folder} cannot be written${reason}`, undefined, error);
  }
}
