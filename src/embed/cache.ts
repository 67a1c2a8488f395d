/**
 * Vectors that were paid for, cached for every branch, worktree and project of one user.
 * If its file cannot be opened, read or written, the cache is treated as empty,
 * `diagnostics` says why, and the run goes on.
 */
import { dirname, join } from 'node:path';
import { cacheFolder, makePrivate, makePrivateFolder } from '../privateFile.js';
import type { Diagnostic } from '../types.js';
import { field } from './request.js';
import { VectorFile, type VectorSpace } from './vectorFile.js';
import { isUnit } from './vectors.js';

export interface CacheOptions {
  /** Maximum size; above it, the least recently used vectors are removed. Default 2 GiB. */
  readonly maxBytes?: number;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /** Milliseconds to wait for another writing process. Default 5,000. */
  readonly busyTimeoutMs?: number;
}

/** A vector is marked as used once a day: a read should not cause a write. */
const DAY_SECONDS = 86_400;

/** SQLite's result codes. */
const BUSY = 5;
const CORRUPT = 11;
const NO_DATABASE = 26;

/** `$FROE_CACHE_DIR/vectors.db`, or in `froe` below `$XDG_CACHE_HOME` or `~/.cache`. */
export function cacheFile(env: Readonly<Record<string, string | undefined>>, home: string): string {
  return join(cacheFolder(env, home), 'vectors.db');
}

export class VectorCache {
  readonly #path: string;
  readonly #maxBytes: number;
  readonly #now: () => number;
  readonly #diagnostics = new Map<string, Diagnostic>();
  /** Undefined if it could not be opened, or failed. */
  #file: VectorFile | undefined;

  constructor(path: string, { maxBytes = 2 * 1024 ** 3, now = Date.now, busyTimeoutMs = 5_000 }: CacheOptions = {}) {
    this.#path = path;
    this.#maxBytes = maxBytes;
    this.#now = now;
    try {
      makePrivateFolder(dirname(path)); // vectors reveal much about their texts
      makePrivate(path);
      this.#file = new VectorFile(path, busyTimeoutMs);
    } catch (error) {
      this.#give('opened', error);
    }
  }

  get diagnostics(): readonly Diagnostic[] {
    return [...this.#diagnostics.values()];
  }

  /** The vectors that are cached. A damaged vector counts as missing. */
  get(space: VectorSpace, hashes: Iterable<string>): ReadonlyMap<string, Float32Array> {
    const found = new Map<string, Float32Array>();
    const stale: number[] = [];
    this.#with('read', (file) => {
      for (const [hash, { id, vector: bytes, used }] of file.read(space, hashes)) {
        const vector = vectorOf(bytes, space.dimensions);
        if (!vector) continue;
        found.set(hash, vector);
        if (used <= this.#seconds() - DAY_SECONDS) stale.push(id);
      }
    });
    // Separately: a failed write must not lose what was found.
    if (stale.length > 0) this.#with('marked as used', (file) => file.touch(stale, this.#seconds()));
    return found;
  }

  put(space: VectorSpace, vectors: Iterable<readonly [hash: string, vector: Float32Array]>): void {
    const rows = Array.from(vectors, ([hash, vector]) => [hash, bytesOf(vector)] as const);
    if (rows.length > 0) this.#with('written', (file) => file.write(space, rows, this.#seconds(), this.#maxBytes));
  }

  close(): void {
    this.#with('closed', (file) => {
      this.#file = undefined;
      file.close();
    });
  }

  #seconds(): number {
    return Math.floor(this.#now() / 1000);
  }

  #with(done: string, work: (file: VectorFile) => void): void {
    if (this.#file === undefined) return;
    try {
      work(this.#file);
    } catch (error) {
      this.#give(done, error);
    }
  }

  /** Reports each failed operation once. A file that is only busy may work for the next call. */
  #give(done: string, error: unknown): void {
    const code = Number(field(error, 'errcode')) & 0xff;
    if (code !== BUSY) this.#file = undefined;
    const broken = code === CORRUPT || code === NO_DATABASE;
    const reason = error instanceof Error ? error.message : String(error);
    this.#diagnostics.set(done, {
      code: broken ? 'broken' : 'unreadable',
      path: this.#path,
      message: `the cache of vectors could not be ${done} (${reason})${broken ? '; delete it to start anew' : ''}`,
    });
  }
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Float32Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

/** Copied, because floats must be aligned to four bytes; and checked, because disks fail. */
function vectorOf(bytes: Uint8Array, dimensions: number): Float32Array | undefined {
  if (bytes.byteLength !== dimensions * 4) return undefined;
  const vector = new Float32Array(bytes.slice().buffer);
  return isUnit(vector) ? vector : undefined;
}
