/**
 * The worker thread of grep.ts: an expression may take forever, so it runs where it can
 * be terminated. Files are read here, too; a shared counter tells which source is being
 * matched.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { decode } from '../sources/decode.js';
import { fileBelow } from '../sources/jail.js';
import { isBinary, readBytes } from '../sources/read.js';
import type { ListedSource } from '../store/store.js';
import { type GrepTextOptions, grepText, type MatchedLine } from './grepText.js';
import { isStale } from './stale.js';

export interface GrepTask {
  readonly source: string;
  readonly flags: string;
  readonly needles: readonly string[];
  readonly context: number;
  /** The number of sources started so far. */
  readonly progress: Int32Array<SharedArrayBuffer>;
}

/** A text, or the file to read it from. */
export type GrepJob = Pick<GrepTextOptions, 'within'> &
  ({ readonly text: string } | { readonly root: string; readonly row: ListedSource });

export interface GrepOrder {
  readonly jobs: readonly GrepJob[];
  readonly limit: number;
}

/** Why a file is not matched: it is not what was indexed, or it is not text. */
export type Unread = 'changed' | 'no-text';

/** For each job the matching lines, or why there are none. */
export type GrepReply = readonly (readonly MatchedLine[] | Unread)[];

const { source, flags, needles, context, progress } = workerData as GrepTask; // sent by grep.ts
const expression = new RegExp(source, flags);
/** Searched in the bytes, before they are decoded. */
const needleBytes = expression.ignoreCase ? [] : needles.map((needle) => Buffer.from(needle));

parentPort?.on('message', ({ jobs, limit }: GrepOrder) => {
  let remaining = limit;
  const replies = jobs.map((job): GrepReply[number] => {
    Atomics.add(progress, 0, 1);
    if (remaining <= 0) return [];
    const content = 'text' in job ? job : readFile(job);
    if (typeof content === 'string') return content;
    const lines = grepText(content.text, expression, { context, limit: remaining, within: job.within });
    remaining -= lines.length;
    return lines;
  });
  parentPort?.postMessage(replies satisfies GrepReply);
});

/** Returns an empty text if it cannot match. */
function readFile({ root, row }: Extract<GrepJob, { readonly row: unknown }>): { readonly text: string } | Unread {
  try {
    if (isStale(root, row)) return 'changed';
    const bytes = readBytes(fileBelow(root, row.path));
    if (isBinary(bytes)) return 'no-text';
    const mayMatch =
      needleBytes.length === 0 || isUtf16(bytes) || needleBytes.some((needle) => includesBytes(bytes, needle));
    return { text: mayMatch ? decode(bytes).text : '' };
  } catch {
    return 'changed'; // it is gone, or cannot be read
  }
}

const includesBytes = (bytes: Uint8Array, needle: Buffer): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(needle);

/** UTF-16, by its byte order mark. */
const isUtf16 = ([a, b]: Uint8Array): boolean => (a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff);
