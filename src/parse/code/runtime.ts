/**
 * tree-sitter's runtime, in a form that can be replaced: no input affects the
 * files after it.
 *
 *     work     is counted, and limited (scripts/meter-work.mjs)
 *     memory   has a maximum; beyond it, the runtime aborts
 *     stack    of megabytes instead of 64 kB: some inputs (`[![![![…` as Nix) make it recurse thousands of times, and
 *              with 64 kB it would overwrite its own memory. With this one the engine's own stack overflows first
 *
 * After any of these its state is unknown, so it is retired and another is started.
 * The library keeps one instance forever, so each runtime loads a copy of the library.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { brotliDecompressSync } from 'node:zlib';
import type { Language, Parser, Query } from 'web-tree-sitter';
import { packageFile } from '../../packageFile.js';

type Compiled = Parameters<typeof Language.loadSync>[0];

/** The name of the exported counter. */
const WORK_LEFT = 'froe_work_left';
/** The largest value of the counter. */
const UNBOUNDED = 0x7fff_ffff;

/** Node has it, but the types of Node 20 do not. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => Compiled;
  readonly Instance: new (module: Compiled, imports: object) => Instance;
  readonly Memory: new (size: { readonly initial: number; readonly maximum: number }) => Memory;
  readonly RuntimeError: new (message?: string) => Error;
};

interface Memory {
  readonly buffer: ArrayBuffer;
}
interface Instance {
  readonly exports: { readonly [WORK_LEFT]: { value: number } };
}
interface Imports {
  readonly env: { readonly __stack_pointer: { value: number } };
}
/** The object passed in becomes the module. */
interface Options {
  readonly wasmMemory: Memory;
  instantiateWasm(imports: Imports, receive: (instance: Instance, module: Compiled) => void): void;
  _malloc?(bytes: number): number;
}
interface Library {
  readonly Language: typeof Language;
  readonly Parser: typeof Parser;
  readonly Query: typeof Query;
}

/** A thread's own stack overflows long before. */
const STACK_BYTES = 8 << 20;
const ALIGNMENT = 16;
const PAGE = 65_536;
const FIRST_PAGES = 512; // the minimum of the module
/** The largest file that is parsed takes less than half of it; sixteen threads can each have this much. */
const MOST_BYTES = 256 << 20;
/** Memory is never released. A runtime that has taken this much is replaced before the next file, which may need the rest. */
const WORN_BYTES = 96 << 20;

/** The runtime of the version of web-tree-sitter in package.json, with the work counter in it (`npm run grammars`). */
const FILE = packageFile('grammars/web-tree-sitter.wasm.br');

let metered: Compiled | undefined;

export class Runtime {
  readonly #options: Options;
  readonly #left: { value: number };
  #isBounded = false;
  readonly library: Library;

  private constructor(library: Library, options: Options, left: { value: number }) {
    this.library = library;
    this.#options = options;
    this.#left = left;
  }

  static async start(): Promise<Runtime> {
    // A separate require, because it caches what it has loaded.
    const require = createRequire(import.meta.url);
    metered ??= compiled(brotliDecompressSync(readFileSync(FILE)));
    const module = metered;
    const file = require.resolve('web-tree-sitter');
    const library: Library = require(file);
    delete require.cache[file];
    let env: Imports['env'] | undefined;
    let left = { value: 0 };
    const options: Options = {
      wasmMemory: new WebAssembly.Memory({ initial: FIRST_PAGES, maximum: MOST_BYTES / PAGE }),
      instantiateWasm(imports, receive) {
        env = imports.env;
        const instance = new WebAssembly.Instance(module, { ...imports, env: { ...env, ...quiet } });
        left = instance.exports[WORK_LEFT];
        receive(instance, module);
      },
    };
    await library.Parser.init(options);
    const bottom = options._malloc?.(STACK_BYTES) ?? 0;
    if (env && bottom > 0) env.__stack_pointer.value = (bottom + STACK_BYTES) & -ALIGNMENT; // the stack grows downwards
    return new Runtime(library, options, left);
  }

  /** Units of work left; with none left the next call fails. */
  get workLeft(): number {
    return this.#left.value;
  }

  /** Runs `what` with a limit of so many units of work, and fails if it takes more. */
  within<T>(units: number, what: () => T): T {
    const before = this.#isBounded ? this.#left.value : UNBOUNDED; // work in between is not counted
    const outer = this.#isBounded;
    this.#isBounded = true;
    this.#left.value = Math.min(units, UNBOUNDED);
    try {
      return what();
    } finally {
      this.#left.value = before;
      this.#isBounded = outer;
    }
  }

  get isWorn(): boolean {
    return this.#options.wasmMemory.buffer.byteLength > WORN_BYTES;
  }

  /** Replaces its functions by ones that do nothing: objects of it, or the garbage collector, may still call them. */
  retire(): void {
    const functions = Object.keys(this.#options).filter((name) => name.startsWith('_'));
    Object.assign(this.#options, Object.fromEntries(functions.map((name) => [name, () => 0])));
  }
}

/** Suppresses what it prints when it is out of memory. */
const quiet = {
  _abort_js(): never {
    throw new WebAssembly.RuntimeError('aborted');
  },
  fd_write: (): number => 52,
};

/** The runtime itself has failed: it is out of memory, work or stack, or has aborted. */
export const isRuntimeFailure = (error: unknown): boolean =>
  error instanceof WebAssembly.RuntimeError || error instanceof RangeError;

/**
 * Synchronously: an asynchronous compilation would wait until the engine has
 * optimised the modules before it, which takes many seconds for a large lexer.
 */
export const compiled = (bytes: Uint8Array): Compiled => new WebAssembly.Module(bytes);
