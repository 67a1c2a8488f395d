/**
 * What is done to one file, in this thread or in another: read, cut, and either
 * written out or proved. A file that cannot be done becomes a diagnostic; the
 * rest of the run goes on.
 */
import { type ChunkOptions, chunk } from '../engine.js';
import { FroeError } from '../errors.js';
import { limits } from '../options.js';
import { toRecord } from '../schema.js';
import { readBytes } from '../sources/read.js';
import { tokenizer } from '../text/tokens/index.js';
import type { Cut, Diagnostic, DiagnosticCode } from '../types.js';
import { type Failure, prove } from '../verify.js';
import { draw } from './draw.js';

export interface Job {
  /** Where the file is, or undefined when its bytes came from standard input. */
  readonly file?: string;
  readonly bytes?: Uint8Array;
  /** As ids name it. */
  readonly path: string;
}

export type Output = 'jsonl' | 'json' | 'human' | 'stats' | 'proof';

/** The same for every job of a run; plain data, so that it can be sent to a thread. */
export interface Task {
  readonly output: Output;
  readonly options: Omit<ChunkOptions, 'tokenizer' | 'prefix' | 'path'> & { readonly tokenizer: string };
  readonly colour: boolean;
}

export interface Outcome {
  readonly text: string;
  readonly bytes: number;
  /** Tokens of each piece. */
  readonly tokens: readonly number[];
  /** The file as a whole was over the cap. */
  readonly over: boolean;
  readonly diagnostics: readonly Diagnostic[];
  readonly failures: readonly Failure[];
}

const nothing: Outcome = { text: '', bytes: 0, tokens: [], over: false, diagnostics: [], failures: [] };

export async function run(job: Job, task: Task): Promise<Outcome> {
  try {
    const bytes = job.bytes ?? readBytes(job.file ?? job.path);
    const counter = tokenizer(task.options.tokenizer);
    const cut = await chunk(bytes, { ...task.options, tokenizer: counter, path: job.path });
    const tokens = cut.chunks.map((piece) => piece.tokenCount);
    const { maxTokens } = limits(task.options);
    const done = { ...nothing, bytes: bytes.length, tokens, diagnostics: cut.diagnostics };
    if (task.output === 'proof') {
      const cap = task.options.strategy === 'window' ? Math.max(...tokens) : maxTokens;
      return { ...done, failures: prove({ bytes, chunks: cut.chunks, tokenizer: counter, maxTokens: cap }).failures };
    }
    if (task.output === 'stats') {
      return { ...done, over: tokens.length > 1 && counter.count(Buffer.from(bytes).toString('utf8'), maxTokens) > maxTokens };
    }
    return { ...done, text: render(cut, job, task) };
  } catch (error) {
    if (!(error instanceof FroeError) || error.code === 'bad-option') throw error;
    return { ...nothing, diagnostics: [{ code: error.code as DiagnosticCode, path: job.path, message: strip(error, job) }] };
  }
}

function render(cut: Cut, job: Job, task: Task): string {
  if (task.output === 'human') return draw(cut, job.path, task.colour);
  const separator = task.output === 'json' ? ',\n' : '\n';
  return cut.chunks.map((piece) => JSON.stringify(toRecord(piece)) + separator).join('');
}

/** The path is said once, by whoever prints the diagnostic. */
const strip = (error: FroeError, job: Job): string => {
  const names = [job.file, job.path].filter((name) => name !== undefined);
  const said = names.reduce((message, name) => (message.startsWith(`${name} `) ? message.slice(name.length + 1) : message), error.message);
  return error.hint ? `${said}. ${error.hint}` : said;
};
