/**
 * tree-sitter's runtime, as something that can be left behind: what an input does
 * to it is over with the file.
 *
 *     work     it counts, and stops when it has done what it may (scripts/meter-work.mjs)
 *     memory   has a maximum; beyond it, it aborts
 *     stack    of megabytes instead of 64 kB: some inputs (`[![![![…` as Nix) make it call itself thousands of times;
 *              with the stack it comes with it then writes over its own memory. With this one the engine's own ends first
 *
 * After any of these its state is unknown, so it is retired and another is started.
 * The library holds one instance for good; a copy of the library is loaded for each.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { brotliDecompressSync } from 'node:zlib';
import type { Language, Parser, Query } from 'web-tree-sitter';
import { packageFile } from '../../packageFile.js';

type Compiled = Parameters<typeof Language.loadSync>[0];

/** What the counter is exported as. */
const WORK_LEFT = 'froe_work_left';
/** As much as the counter can hold. */
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
/** The object that is handed in becomes the module. */
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

/** A thread's own stack ends long before. */
const STACK_BYTES = 8 << 20;
const ALIGNMENT = 16;
const PAGE = 65_536;
const FIRST_PAGES = 512; // what the module asks for
/** The largest file that is read to its end takes less than half of it; sixteen threads can have it. */
const MOST_BYTES = 256 << 20;
/** Memory is never given back. What has taken so much is replaced before the next file, which may need the rest. */
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
    // Of its own, because it keeps what it has loaded.
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
    if (env && bottom > 0) env.__stack_pointer.value = (bottom + STACK_BYTES) & -ALIGNMENT; // it grows downwards
    return new Runtime(library, options, left);
  }

  /** Units of work that it may still do; with none left the next call of anything fails. */
  get workLeft(): number {
    return this.#left.value;
  }

  /** Does something that may take so many units of work, and fails when it takes more. */
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

  /** Whoever still has a part of it, and be it the collector of garbage, calls nothing that could fail. */
  retire(): void {
    const functions = Object.keys(this.#options).filter((name) => name.startsWith('_'));
    Object.assign(this.#options, Object.fromEntries(functions.map((name) => [name, () => 0])));
  }
}

/** What it would print when it has no memory left. */
const quiet = {
  _abort_js(): never {
    throw new WebAssembly.RuntimeError('aborted');
  },
  fd_write: (): number => 52,
};

/** The runtime itself has failed: it has no memory left, no work, no stack, or no idea. */
export const isRuntimeFailure = (error: unknown): boolean =>
  error instanceof WebAssembly.RuntimeError || error instanceof RangeError;

/**
 * At once: asked for later, it would wait until the engine is done with making
 * what came before it faster, which for a large lexer takes many seconds.
 */
export const compiled = (bytes: Uint8Array): Compiled => new WebAssembly.Module(bytes);
