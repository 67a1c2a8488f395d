/**
 * The work on one file, in this thread or another: read, cut, and either print or verify.
 * A file that fails is reported as a trouble; the rest of the run goes on.
 */

import type { ChunkEvent } from '../chunk/events.js';
import { type SourceType, toRecord } from '../chunkRecord.js';
import { embedText } from '../enrich/prefix.js';
import { FroeError, type FroeErrorCode, messageWithHint } from '../errors.js';
import { extract } from '../extract/index.js';
import { limits, windowSizing } from '../options.js';
import { parserIds, parsers } from '../parse/index.js';
import type { PlainData } from '../parse/pack.js';
import { type ChunkOptions, chunk, formatsFor, mayBe } from '../pipeline/chunk.js';
import { factsOf } from '../pipeline/cutUnits.js';
import { limitsOf } from '../pipeline/presets.js';
import { type BrokenPromise, prove } from '../pipeline/verify.js';
import { decode } from '../sources/decode.js';
import type { GitCommit } from '../sources/gitLog.js';
import { filenameOf, readBytes } from '../sources/read.js';
import { type Tokenizer, tokenizer } from '../text/tokens/index.js';
import type { Cut, Diagnostic } from '../types.js';
import { type CommitSource, cutCommits } from './cutCommit.js';
import { draw } from './draw.js';
import {
  type PackResult,
  type PrepareResult,
  type PrepareTask,
  packFile,
  prepareFile,
  type Surroundings,
} from './prepare.js';

export interface Job {
  /** The file on disk; undefined if the bytes came from standard input. */
  readonly file?: string;
  readonly bytes?: Uint8Array;
  /** The path in ids. */
  readonly path: string;
  /** The user named it, so errors are reported. */
  readonly named: boolean;
  /** With output `index`: see PrepareJob. */
  readonly known?: string | undefined;
  readonly surroundings?: Surroundings | undefined;
  /** Commits to cut, instead of a file. */
  readonly commits?: readonly GitCommit[];
}

export type JobOutput = 'jsonl' | 'json' | 'human' | 'stats' | 'proof' | 'cut' | 'index' | 'facts';

/** The same for every job of a run; plain data that can be sent to a thread. */
export interface Task {
  readonly output: JobOutput;
  readonly options: Omit<ChunkOptions, keyof LocalOptions | 'path' | 'log'> & {
    readonly tokenizer: string;
  };
  readonly colour: boolean;
  /** Report the events of chunk/events.ts. */
  readonly logs?: boolean;
  /** Sources of other types are skipped. */
  readonly only?: readonly SourceType[] | undefined;
  /** Add the embedded text to records. */
  readonly embedText?: boolean | undefined;
  /** The process ends with this run. */
  readonly brief?: boolean;
  /** With output `index`. */
  readonly prepare?: PrepareTask;
  /** What cannot be sent to a thread: jobs that need it run in this one. */
  readonly local?: LocalOptions | undefined;
}

/** Functions, and objects with functions. */
export type LocalOptions = Pick<ChunkOptions, 'prefix' | 'notes' | 'parsers'> & { readonly tokenizer?: Tokenizer };

/** Custom parsers concern the files they name, and documents with fences; everything else concerns every file. */
export function isLocalJob({ path }: Job, { local, options: { language } }: Task): boolean {
  if (!local) return false;
  const { parsers, ...others } = local;
  if (language !== undefined || Object.values(others).some((value) => value !== undefined)) return true;
  return parsers !== undefined && formatsFor({ parsers }).mayNeedCustom(filenameOf(path));
}

/** A diagnostic, or an error in one file. `crashed`: a bug in froe. */
export interface Trouble extends Omit<Diagnostic, 'code'> {
  readonly code: Diagnostic['code'] | FroeErrorCode | 'crashed';
}

/** Everything but the text, which may be large and follows. */
export interface JobSummary {
  readonly bytes: number;
  /** Tokens of each chunk. */
  readonly tokens: readonly number[];
  /** The whole file exceeds the limit. */
  readonly over: boolean;
  /** Skipped: another source type was requested. */
  readonly passedOver?: boolean;
  readonly troubles: readonly Trouble[];
  readonly failures: readonly BrokenPromise[];
  readonly events: readonly ChunkEvent[];
}

export interface JobOutcome extends JobSummary {
  /** The output for stdout, in blocks; blocks of JSON are separated by commas. */
  readonly text: Iterable<string> | AsyncIterable<string>;
  /** With output `cut`, `index` and `facts`, instead of text. */
  readonly result?: JobResult | undefined;
}

/** Data for the caller. Undefined for a file that failed. */
export interface JobResult {
  readonly facts?: PlainData | undefined;
  readonly indexed?: PrepareResult | PackResult;
  readonly commits?: readonly CommitSource[];
  readonly cut?: Pick<Cut, 'chunks' | 'gaps'>;
}

const nothing: JobOutcome = { bytes: 0, tokens: [], over: false, troubles: [], failures: [], events: [], text: [] };

export async function runJob(job: Job, task: Task): Promise<JobOutcome> {
  try {
    if (task.output === 'facts') return { ...nothing, result: { facts: (await factsOf(job)) ?? null } };
    if (task.prepare && job.commits)
      return { ...nothing, result: { commits: await cutCommits(job.commits, task, task.prepare) } };
    if (task.prepare) return await prepared(job, task, task.prepare);
    return await cutJob(job, task);
  } catch (error) {
    if (error instanceof FroeError && endsRun(error)) throw error;
    return failedJob(job, error);
  }
}

async function cutJob(job: Job, task: Task): Promise<JobOutcome> {
  const counter = task.local?.tokenizer ?? tokenizer(task.options.tokenizer);
  const events: ChunkEvent[] = [];
  const begun = begin(job, task, counter, events);
  if (begun === undefined) return { ...nothing, passedOver: true };
  const cut = await begun.cut;
  const [first] = cut.chunks;
  if (task.only && first && !task.only.includes(first.sourceType)) return { ...nothing, passedOver: true };
  if (cut.diagnostics.some(({ code }) => code === 'binary')) return { ...nothing, troubles: cut.diagnostics };
  const tokens = cut.chunks.map((item) => item.tokenCount);
  const done = { ...nothing, bytes: begun.size, tokens, troubles: cut.diagnostics, events };
  switch (task.output) {
    case 'proof':
      return { ...done, failures: proof(await provable(begun.bytes, job, task), cut, counter, task) };
    case 'cut':
      return { ...done, result: { cut: { chunks: cut.chunks, gaps: cut.gaps } } };
    case 'stats':
      return { ...done, over: isOver(await provable(begun.bytes, job, task), cut, counter, task) };
    default:
      return { ...done, text: inBlocks(render(cut, job, task), task.output === 'json' ? ',\n' : '') };
  }
}

interface BegunJob {
  readonly size: number;
  readonly cut: Promise<Cut>;
  /** Empty unless they are checked. */
  readonly bytes: Uint8Array;
}

/** Not async, because that would keep the bytes in memory while their text is cut. Undefined: the file is skipped. */
function begin(job: Job, task: Task, counter: Tokenizer, events: ChunkEvent[]): BegunJob | undefined {
  const bytes = job.bytes ?? readBytes(job.file ?? job.path);
  const settings = { ...task.options, ...task.local, tokenizer: counter, path: job.path };
  // Diagnostics of a file that was named are still reported.
  if (task.only && !job.named && !mayBe(task.only, bytes, settings)) return undefined;
  const log = task.logs ? (event: ChunkEvent) => events.push(event) : undefined;
  const isProved = task.output === 'proof' || task.output === 'stats';
  const cut = chunk(bytes, { ...settings, log }, job.surroundings);
  return { size: bytes.length, cut, bytes: isProved ? bytes : new Uint8Array() };
}

/** The error would be the same for every file. */
const endsRun = ({ code }: FroeError): boolean =>
  code === 'bad-option' || code === 'bad-model' || code === 'missing-package';

/** What an index stores of the file. */
async function prepared(job: Job, { options, local }: Task, task: PrepareTask): Promise<JobOutcome> {
  const { file = job.path, path, known, surroundings } = job;
  const make = task.pack ? packFile : prepareFile;
  const indexed = await make({ file, path, known, surroundings }, task, {
    ...options,
    ...local,
    tokenizer: tokenizer(options.tokenizer),
  });
  return { ...nothing, troubles: indexed.diagnostics, result: { indexed } };
}

/** The outcome of a job that failed. */
export const failedJob = (job: Job, error: unknown): JobOutcome => ({ ...nothing, troubles: [troubleOf(job, error)] });

export function troubleOf(job: Job, error: unknown): Trouble {
  const { path } = job;
  if (error instanceof FroeError) return { code: error.code, path, message: strip(error, job) };
  const reason = error instanceof Error ? error.message : String(error);
  const message = `could not be cut: ${reason.split('\n', 1)[0]}. This is a bug in froe; please report it.`;
  return { code: 'crashed', path, message };
}

/** The bytes that offsets refer to: those of the file, or the extracted text as UTF-8. */
async function provable(bytes: Uint8Array, { path }: Job, { options }: Task): Promise<Uint8Array> {
  const taken = await extract(filenameOf(path), bytes, options.language);
  return taken ? Buffer.from(taken.text) : bytes;
}

/**
 * Maximum tokens of a chunk, and of a file that is not split: as requested, not as
 * measured.
 */
function caps({ options }: Task, { chunks, maxTokens: own }: Cut): { readonly chunk: number; readonly whole: number } {
  if (options.strategy === 'window' || options.preset === 'token-windows') {
    const { size, threshold } = { ...windowSizing(process.env), ...options.window };
    return { chunk: size, whole: threshold };
  }
  if (own !== undefined) return { chunk: own, whole: own };
  const parser = parserIds.find((id) => id === chunks[0]?.metadata.parser);
  const { maxTokens } = parser ? limitsOf(parsers[parser], options) : limits(options);
  return { chunk: maxTokens, whole: maxTokens };
}

function proof(bytes: Uint8Array, cut: Cut, counter: Tokenizer, task: Task): readonly BrokenPromise[] {
  const { chunk: item, whole } = caps(task, cut);
  const maxTokens = cut.chunks.length === 1 ? whole : item;
  const { failures } = prove({ bytes, chunks: cut.chunks, tokenizer: counter, maxTokens });
  return [...failures].sort((a, b) => a.byte - b.byte);
}

function isOver(bytes: Uint8Array, cut: Cut, counter: Tokenizer, task: Task): boolean {
  const { whole } = caps(task, cut);
  return cut.chunks.length > 1 && counter.count(decode(bytes).text, whole) > whole;
}

function* render({ chunks }: Cut, { path }: Job, { output, colour, embedText: wanted }: Task): Generator<string> {
  if (output === 'human') return yield* draw(chunks, path, colour);
  for (const item of chunks) {
    const record = toRecord(wanted ? { ...item, embedText: embedText(item) } : item);
    yield JSON.stringify(record) + (output === 'json' ? '' : '\n');
  }
}

/** A file's records as one string could exceed the maximum length of a string; V8 collects larger blocks later. */
const BLOCK_CHARS = 1 << 16;

function* inBlocks(parts: Iterable<string>, joint: string): Generator<string> {
  let block: string[] = [];
  let length = 0;
  for (const part of parts) {
    block.push(part);
    length += part.length;
    if (length < BLOCK_CHARS) continue;
    yield block.join(joint);
    block = [];
    length = 0;
  }
  if (block.length > 0) yield block.join(joint);
}

/** Without the path, which whoever prints it adds. */
const strip = (error: FroeError, job: Job): string => {
  const names = [job.file, job.path].filter((name) => name !== undefined);
  const message = names.reduce(
    (message, name) => (message.startsWith(`${name} `) ? message.slice(name.length + 1) : message),
    error.message,
  );
  return messageWithHint({ message, hint: error.hint });
};
