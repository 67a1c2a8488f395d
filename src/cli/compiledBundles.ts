/**
 * Loads the bundles of the command with the code that V8 compiled for them in an earlier run of the same command.
 * Finding, reading and compiling modules was a quarter of the time of a search.
 *
 *     dist/command/runProgram.cjs                           CommonJS: a script can be given compiled code
 *     ~/.cache/froe/compiled/search-runProgram.cjs-1f3a     its compiled code, after a checksum of both
 *
 * V8 rejects the code of another version of itself, of another processor or of other flags. It compares no more of the
 * source than its length, and does not look for damage: the checksum does.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { cachedDataVersionTag } from 'node:v8';
import { Script } from 'node:vm';
import { crc32 } from 'node:zlib';
import { replacePrivately } from '../privateFile.js';

/** What the bundles get instead of eval/importModule.ts. */
export const IMPORT_MODULE = 'froe:importModule';

const CHECKSUM_BYTES = 4;
/** A smaller bundle takes longer to find than to compile. */
const MIN_SOURCE_BYTES = 10_000;

type RunModule = (
  exports: object,
  require: (id: string) => unknown,
  module: { exports: object },
  file: string,
  folder: string,
) => void;

/** What was compiled anew. */
interface Uncached {
  readonly script: Script;
  readonly source: Uint8Array;
  readonly cacheFile: string;
}

export class CompiledBundles {
  readonly #folder: string;
  /** The folder, and what the names of its files begin with; undefined: nothing is cached. */
  readonly #cache: { readonly folder: string; readonly run: string } | undefined;
  readonly #tag = cachedDataVersionTag();
  readonly #modules = new Map<string, { exports: object }>();
  readonly #uncached: Uncached[] = [];

  constructor(folder: string, cache: { readonly folder: string; readonly run: string } | undefined) {
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
    this.#compile(name, file)(module.exports, require, module, file, dirname(file));
    return module.exports;
  }

  #compile(name: string, file: string): RunModule {
    const source = readFileSync(file);
    const cacheFile = source.length < MIN_SOURCE_BYTES ? undefined : this.#cacheFile(name);
    const cachedData = cacheFile === undefined ? undefined : codeIn(cacheFile, source);
    const script = new Script(`(function (exports, require, module, __filename, __dirname) {${source}\n})`, {
      filename: file,
      ...(cachedData ? { cachedData } : {}),
    });
    if (cacheFile !== undefined && (!cachedData || script.cachedDataRejected))
      this.#uncached.push({ script, source, cacheFile });
    return script.runInThisContext();
  }

  #cacheFile(name: string): string | undefined {
    return this.#cache && join(this.#cache.folder, `${this.#cache.run}-${name}-${this.#tag.toString(36)}`);
  }

  /** Writes what was not there. At the end of a run V8 has compiled what such a run needs. */
  keep(): void {
    if (cachedDataVersionTag() !== this.#tag) return; // a flag has changed since: it would be rejected
    for (const { script, source, cacheFile } of this.#uncached) {
      const code = script.createCachedData();
      const sum = Buffer.alloc(CHECKSUM_BYTES);
      sum.writeUInt32LE(crc32(code, crc32(source)));
      replacePrivately(cacheFile, Buffer.concat([sum, code]));
    }
  }
}

/** Undefined if there is none, or if it is damaged or of another source. */
function codeIn(cacheFile: string, source: Uint8Array): Buffer | undefined {
  try {
    const bytes = readFileSync(cacheFile);
    const code = bytes.subarray(CHECKSUM_BYTES);
    return bytes.readUInt32LE() === crc32(code, crc32(source)) ? code : undefined;
  } catch {
    return undefined;
  }
}
