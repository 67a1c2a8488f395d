/**
 * Loads the bundles of the command with the code that V8 compiled for them in an earlier run of the same command.
 * Finding, reading and compiling modules was a quarter of the time of a search.
 *
 *     dist/command/runProgram.cjs                           CommonJS: a script can be given compiled code
 *     ~/.cache/froe/compiled/search-runProgram.cjs-1f3a     its compiled code, after a checksum of both
 *
 * V8 compiles a function when it is first called, so a run keeps what it has called. `froe index` of a whole tree cuts
 * in threads; the next one, after an edit, cuts a file itself: it needs more than was kept, and keeps that, too.
 *
 * V8 rejects the code of another version of itself, of another processor or of other flags. It compares no more of the
 * source than its length, and does not look for damage: the checksum does.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { cachedDataVersionTag, getHeapCodeStatistics } from 'node:v8';
import { Script } from 'node:vm';
import { crc32 } from 'node:zlib';
import { replacePrivately } from '../privateFile.js';

/** What the bundles get instead of eval/importModule.ts. */
export const IMPORT_MODULE = 'froe:importModule';

/** A checksum of the rest and of the source, and the size of all code of the run that kept it; 32 bits each. */
const HEADER_BYTES = 8;
const SIZE_AT = 4;
/** A run with this much more code keeps its own. That is measured with what V8 has not collected yet: up to a sixth. */
const MORE_CODE = 1.1;
/** So one run of this many compares what would be kept, which takes 15 ms, and keeps it if it is this much more. */
const COMPARED_RUNS = 8;
const MORE_KEPT = 1.01;
/** A smaller bundle takes longer to find than to compile. */
const MIN_SOURCE_BYTES = 10_000;

type RunModule = (
  exports: object,
  require: (id: string) => unknown,
  module: { exports: object },
  file: string,
  folder: string,
) => void;

interface LoadedScript {
  readonly script: Script;
  readonly source: Uint8Array;
  readonly cacheFile: string;
  /** Size of all code of the run that kept its code, and bytes of what it kept; 0 if it was compiled anew. */
  readonly keptSize: number;
  readonly keptBytes: number;
}

/** Where compiled code is kept, and what the names of its files begin with. */
export interface CompiledCache {
  readonly folder: string;
  readonly run: string;
}

export class CompiledBundles {
  readonly #folder: string;
  /** Undefined: nothing is cached. */
  readonly #cache: CompiledCache | undefined;
  readonly #tag = cachedDataVersionTag();
  readonly #modules = new Map<string, { exports: object }>();
  readonly #scripts: LoadedScript[] = [];

  constructor(folder: string, cache: CompiledCache | undefined) {
    this.#folder = folder;
    this.#cache = cache;
  }

  /** What a bundle exports. */
  load(name: string): object {
    const known = this.#modules.get(name);
    if (known) return known.exports;
    const module = { exports: {} };
    this.#modules.set(name, module);
    const file = join(this.#folder, name);
    const requireInstalled = createRequire(file);
    const require = (id: string): unknown => {
      if (id.startsWith('./')) return this.load(id.slice(2));
      return id === IMPORT_MODULE ? { importModule: (url: string) => import(url) } : requireInstalled(id);
    };
    try {
      this.#compile(name, file)(module.exports, require, module, file, dirname(file));
    } catch (error) {
      this.#modules.delete(name); // the package is being replaced: the next call may find the file
      throw error;
    }
    return module.exports;
  }

  #compile(name: string, file: string): RunModule {
    const source = readFileSync(file);
    const cacheFile = source.length < MIN_SOURCE_BYTES ? undefined : this.#cacheFile(name);
    const kept = cacheFile === undefined ? undefined : keptIn(cacheFile, source);
    const script = new Script(`(function (exports, require, module, __filename, __dirname) {${source}\n})`, {
      filename: file,
      ...(kept ? { cachedData: kept.code } : {}),
    });
    const used = script.cachedDataRejected ? undefined : kept;
    if (cacheFile !== undefined)
      this.#scripts.push({ script, source, cacheFile, keptSize: used?.size ?? 0, keptBytes: used?.code.length ?? 0 });
    return script.runInThisContext();
  }

  #cacheFile(name: string): string | undefined {
    return this.#cache && join(this.#cache.folder, `${this.#cache.run}-${name}-${this.#tag.toString(36)}`);
  }

  /** At the end of a run V8 has compiled what such a run needs. Writes it where there is less. */
  keep(): void {
    if (cachedDataVersionTag() !== this.#tag) return; // a flag has changed since: it would be rejected
    const size = getHeapCodeStatistics().bytecode_and_metadata_size;
    const isCompared = process.pid % COMPARED_RUNS === 0;
    for (const { script, source, cacheFile, keptSize, keptBytes } of this.#scripts) {
      const hasMore = size >= keptSize * MORE_CODE;
      if (!hasMore && !isCompared) continue;
      const code = script.createCachedData();
      if (!hasMore && code.length < keptBytes * MORE_KEPT) continue;
      const kept = Buffer.concat([Buffer.alloc(HEADER_BYTES), code]);
      kept.writeUInt32LE(size, SIZE_AT);
      kept.writeUInt32LE(checksum(kept, source));
      replacePrivately(cacheFile, kept);
    }
  }
}

const checksum = (kept: Uint8Array, source: Uint8Array): number => crc32(kept.subarray(SIZE_AT), crc32(source));

/** Undefined if there is none, or if it is damaged or of another source. */
function keptIn(cacheFile: string, source: Uint8Array): { readonly code: Buffer; readonly size: number } | undefined {
  try {
    const kept = readFileSync(cacheFile);
    if (kept.readUInt32LE() !== checksum(kept, source)) return undefined;
    return { code: kept.subarray(HEADER_BYTES), size: kept.readUInt32LE(SIZE_AT) };
  } catch {
    return undefined;
  }
}
