/**
 * The lines that a regular expression matches, by path: grep over the files of an index.
 *
 *     sources that pass the filter, and may contain the words ─thread: read, match→ lines
 *
 * The file on disk is matched. If that is not what was indexed (it has changed, is on
 * another machine, or is not plain text, such as a PDF), the text of the chunks is.
 */
import type { Worker } from 'node:worker_threads';
import { FroeError } from '../errors.js';
import { packageFile } from '../packageFile.js';
import { expressionOf } from '../search/expression.js';
import { type ChunkFilter, filtersChunks, type ListedSource, type Store } from '../store/store.js';
import { askThread, startThread } from '../workerThread.js';
import type { MatchedLine } from './grepText.js';
import type { GrepJob, GrepOrder, GrepReply, GrepTask } from './grepThread.js';
import type { IndexPaths } from './indexPaths.js';
import { indexedText } from './sourceText.js';

export type { MatchedLine } from './grepText.js';

export interface GrepOptions {
  readonly filter?: ChunkFilter;
  readonly ignoreCase?: boolean;
  /** Lines of context around each match. */
  readonly context?: number;
  /** Maximum number of lines. Default all. */
  readonly limit?: number;
  /** Time limit in milliseconds. Default 60,000. */
  readonly deadline?: number;
  readonly signal?: AbortSignal | undefined;
}

/** A source with its matching lines. */
export interface GrepFile extends Pick<ListedSource, 'docId' | 'path' | 'kind'> {
  readonly lines: readonly MatchedLine[];
}

export interface GrepResult {
  readonly files: readonly GrepFile[];
  /** Matching lines in all files. */
  readonly count: number;
  /** There may be more: the limit was reached. */
  readonly more: boolean;
  /** Why no line matches, in one line. */
  readonly nothing?: string;
  /** Sources that may match, but whose file is not what was indexed. */
  readonly changed: number;
}

/** The same from src/ and from dist/. */
const SCRIPT = packageFile('dist/engine/grepThread.js');
export const DEADLINE_MS = 60_000;
/** Milliseconds of processor time per source, and how often this is checked. */
const MAX_SOURCE_CPU_MS = 4000;
const CHECK_INTERVAL_MS = 250;
const BATCH_SOURCES = 256;

/** `locate`: where the files are; undefined if they may be on another machine. */
export async function grep(
  store: Store,
  locate: IndexPaths['locate'] | undefined,
  typed: string,
  options: GrepOptions = {},
): Promise<GrepResult> {
  const { filter = {}, context = 0, limit = Number.MAX_SAFE_INTEGER, deadline = DEADLINE_MS } = options;
  const until = performance.now() + deadline;
  const expression = expressionOf(typed, options.ignoreCase);
  const within = filtersChunks(filter) ? await linesThatPass(store, filter) : undefined;
  const sources = (await store.listSources(filter, expression.needles)).filter(
    ({ docId }) => !within || within.has(docId),
  );
  const asText = async (row: ListedSource): Promise<GrepJob> => ({
    within: within?.get(row.docId),
    text: await chunkText(store, row),
  });
  const asFile = async (row: ListedSource): Promise<GrepJob> =>
    locate === undefined || row.kind !== 'file'
      ? asText(row)
      : { within: within?.get(row.docId), ...placed(locate, row) };
  const thread = new GrepThread({ ...expression, context }, until, options.signal);
  const files: GrepFile[] = [];
  let [count, changed] = [0, 0];
  try {
    for (let at = 0; at < sources.length && count < limit; at += BATCH_SOURCES) {
      const batch = sources.slice(at, at + BATCH_SOURCES);
      const answer = [...(await thread.run(batch, await Promise.all(batch.map(asFile)), limit - count))];
      for (const [i, row] of batch.entries()) {
        let lines = answer[i];
        if (lines === 'changed') changed++;
        if (typeof lines === 'string') [lines] = await thread.run([row], [await asText(row)], limit - count);
        if (typeof lines === 'string' || lines.length === 0) continue;
        const shown = lines.slice(0, limit - count);
        if (shown.length > 0) files.push({ docId: row.docId, path: row.path, kind: row.kind, lines: shown });
        count += shown.length;
      }
    }
  } finally {
    thread.end();
  }
  return { files, count, more: count >= limit, changed };
}

/** A source with its folder, and its path below it. */
function placed(
  locate: IndexPaths['locate'],
  row: ListedSource,
): { readonly root: string; readonly row: ListedSource } {
  const { root, path } = locate(row.path);
  return { root, row: { ...row, path } };
}

type Ranges = NonNullable<GrepJob['within']>;

/** With a filter on chunks: the lines of those that pass. */
async function linesThatPass(store: Store, filter: ChunkFilter): Promise<ReadonlyMap<string, Ranges>> {
  const lines = new Map<string, Ranges>();
  for await (const chunks of store.searchableChunks(filter))
    if (chunks[0])
      lines.set(
        chunks[0].docId,
        chunks.map(({ startLine, endLine }) => [startLine, endLine] as const),
      );
  return lines;
}

/** The text from the index. */
async function chunkText(store: Store, { docId }: ListedSource): Promise<string> {
  const row = await store.source(docId);
  return row ? indexedText(await store.chunksOf(docId), row) : '';
}

/** One thread per query. It is terminated if it takes too long, or if nobody waits for it. */
class GrepThread {
  readonly #worker: Worker;
  readonly #progress = new Int32Array(new SharedArrayBuffer(4));
  readonly #until: number;
  readonly #signal: AbortSignal | undefined;

  constructor(task: Omit<GrepTask, 'progress'>, until: number, signal: AbortSignal | undefined) {
    this.#worker = startThread(SCRIPT, { workerData: { ...task, progress: this.#progress } satisfies GrepTask });
    this.#worker.unref();
    this.#until = until;
    this.#signal = signal;
  }

  run(rows: readonly ListedSource[], jobs: readonly GrepJob[], limit: number): Promise<GrepReply> {
    this.#progress[0] = 0;
    let [seen, since] = [0, processorTime()];
    const watch = (fail: (error: Error) => void): (() => void) => {
      const timer = setInterval(() => {
        const [spent, at] = [processorTime(), Atomics.load(this.#progress, 0)];
        if (at !== seen) [seen, since] = [at, spent];
        if (performance.now() > this.#until || spent - since > MAX_SOURCE_CPU_MS)
          fail(tooLong(rows[Math.max(0, at - 1)]?.path));
      }, CHECK_INTERVAL_MS);
      return () => clearInterval(timer);
    };
    return askThread<GrepReply>(this.#worker, { jobs, limit } satisfies GrepOrder, { signal: this.#signal, watch });
  }

  end(): void {
    void this.#worker.terminate();
  }
}

/** Of the whole process, in milliseconds: a busy machine is not the expression's fault. */
function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

const tooLong = (path: string | undefined): FroeError =>
  new FroeError(
    'bad-option',
    `The expression took too long on ${path}`,
    'Avoid nested repetitions, or search fewer files: --path src.',
  );
