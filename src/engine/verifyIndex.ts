/**
 * Proves for an index what pipeline/verify.ts proves for one cut: every chunk is the bytes
 * of its file, text in no chunk is white space, and nothing occurs twice. A file that has
 * changed since is counted, not compared. A commit has no file: its chunks must be the
 * text whose hash was stored.
 */
import { FroeError } from '../errors.js';
import { extract } from '../extract/index.js';
import { type BrokenPromise, prove } from '../pipeline/verify.js';
import { fileBelow } from '../sources/jail.js';
import { filenameOf, readBytes } from '../sources/read.js';
import { COMMITS, hasNoText, type SourceRow, type Store } from '../store/store.js';
import { sha256 } from '../text/hash.js';
import { tokenizer } from '../text/tokens/index.js';
import { indexedText } from './sourceText.js';

export interface IndexFailure extends BrokenPromise {
  readonly path: string;
}

export interface IndexProof {
  /** Sources with text that were compared with their files. */
  readonly sources: number;
  /** Sources without text: binary, empty. */
  readonly withoutText: number;
  readonly chunks: number;
  /** Commits whose text was compared with its hash. */
  readonly commits: number;
  /** Paths of files that have changed or are gone. */
  readonly changed: readonly string[];
  /** Paths of files that exist but cannot be read. */
  readonly unreadable: readonly string[];
  readonly failures: readonly IndexFailure[];
}

export interface VerifyIndexOptions {
  /** Number of sources to check, spread over all of them. Default all. */
  readonly sample?: number;
  readonly onProgress?: (done: number, total: number) => void;
}

export async function verifyIndex(store: Store, root: string, options: VerifyIndexOptions = {}): Promise<IndexProof> {
  const { sample = Number.POSITIVE_INFINITY, onProgress } = options;
  const files = [...(await store.sources('main')).values()].filter(({ kind }) => kind === 'file');
  const rows = sampleOf(files.filter(isCompared), sample);
  const changed: string[] = [];
  const unreadable: string[] = [];
  const failures: IndexFailure[] = [];
  let [sources, chunks] = [0, 0];
  for (const [i, row] of rows.entries()) {
    onProgress?.(i, rows.length);
    const bytes = bytesOf(root, row, unreadable);
    if (!bytes) continue;
    if (sha256(bytes) !== row.hash) {
      changed.push(row.path);
      continue;
    }
    if (!hasNoText(row)) sources++;
    const sourceChunks = await store.chunksOf(row.docId);
    chunks += sourceChunks.length;
    const extracted = await extract(filenameOf(row.path), bytes);
    const counter = tokenizer(String(sourceChunks[0]?.metadata.tokenizer ?? 'cl100k_base'));
    const proof = prove({
      bytes: extracted ? Buffer.from(extracted.text) : bytes,
      chunks: sourceChunks,
      tokenizer: counter,
      maxTokens: Number.POSITIVE_INFINITY, // the index does not store the limit it was cut with
    });
    failures.push(...proof.failures.map((failure) => ({ ...failure, path: row.path })));
  }
  const history = await verifyCommits(store, sample);
  failures.push(...history.failures);
  const withoutText = files.filter(hasNoText).length;
  return { sources, withoutText, chunks, commits: history.commits, changed, unreadable, failures };
}

async function verifyCommits(store: Store, sample: number): Promise<Pick<IndexProof, 'commits' | 'failures'>> {
  const history = await store.history();
  const rows = history ? sampleOf([...(await history.sources(COMMITS)).values()], sample) : [];
  const failures: IndexFailure[] = [];
  for (const row of rows) {
    const chunks = (await history?.chunksOf(row.docId)) ?? [];
    const bytes = Buffer.from(indexedText(chunks, row));
    const counter = tokenizer(String(chunks[0]?.metadata.tokenizer ?? 'cl100k_base'));
    const proof = prove({ bytes, chunks, tokenizer: counter, maxTokens: Number.POSITIVE_INFINITY });
    const isWhole = sha256(bytes) === row.hash;
    const lossError: BrokenPromise = {
      promise: 'lossless',
      byte: 0,
      message: 'its chunks are not the text that was read',
    };
    failures.push(
      ...[...(isWhole ? [] : [lossError]), ...proof.failures].map((failure) => ({ ...failure, path: row.docId })),
    );
  }
  return { commits: rows.length, failures };
}

/** For a file that is not text the index stores only its name. */
const isCompared = ({ metadata }: SourceRow): boolean => metadata.skipped === undefined;

function bytesOf(root: string, { path }: SourceRow, unreadable: string[]): Uint8Array | undefined {
  try {
    return readBytes(fileBelow(root, path));
  } catch (error) {
    if (!(error instanceof FroeError)) throw error;
    unreadable.push(path);
    return undefined;
  }
}

/** Every n-th, so that a sample has files of every folder. */
function sampleOf<T>(items: readonly T[], sample: number): readonly T[] {
  const step = Math.max(1, items.length / sample);
  return Array.from({ length: Math.ceil(items.length / step) }, (_, i) => items[Math.floor(i * step)]);
}
