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
import { createRequire } from 'node:module';
import { brotliDecompressSync } from 'node:zlib';
import type { Language, Parser, Query } from 'web-tree-sitter';
import { readPackageFile } from '../../packageFile.js';
import { type CaptureModule, type CaptureQuery, captureQuery } from './captures.js';

type WasmModule = Parameters<typeof Language.loadSync>[0];

/** The name of the exported counter. */
const WORK_LEFT = 'froe_work_left';
/** The largest value of the counter. */
const MAX_WORK = 0x7fff_ffff;

/** Node has it, but the types of Node 20 do not. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => WasmModule;
  readonly Instance: new (module: WasmModule, imports: object) => Instance;
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
interface Options extends Partial<CaptureModule> {
  readonly wasmMemory: Memory;
  instantiateWasm(imports: Imports, receive: (instance: Instance, module: WasmModule) => void): void;
  _malloc?(bytes: number): number;
  getValue?: ReadValue;
  setValue?: WriteValue;
}
type ReadValue = (address: number, type?: string) => number;
type WriteValue = (address: number, value: number, type?: string) => void;
interface Library {
  readonly Language: typeof Language;
  readonly Parser: typeof Parser;
  readonly Query: typeof Query;
}

/** A thread's own stack overflows long before. */
const STACK_BYTES = 8 << 20;
const STACK_ALIGNMENT = 16;
const PAGE_BYTES = 65_536;
const INITIAL_PAGES = 512; // the minimum of the module
/** The largest file that is parsed takes less than half of it; sixteen threads can each have this much. */
const MAX_MEMORY_BYTES = 256 << 20;
/** Memory is never released. A runtime that has taken more than this is replaced before the next file, which may need all of it. */
const REPLACE_ABOVE_BYTES = 96 << 20;

/** The runtime of the version of web-tree-sitter in package.json, with the work counter in it (`npm run grammars`). */
const RUNTIME_FILE = 'grammars/web-tree-sitter.wasm.br';

let runtimeModule: WasmModule | undefined;

export class Runtime {
  readonly #options: Options;
  readonly #workCounter: { value: number };
  #isBounded = false;
  readonly library: Library;

  private constructor(library: Library, options: Options, workCounter: { value: number }) {
    this.library = library;
    this.#options = options;
    this.#workCounter = workCounter;
  }

  static async start(): Promise<Runtime> {
    // A separate require, because it caches what it has loaded.
    const require = createRequire(import.meta.url);
    runtimeModule ??= compileModule(brotliDecompressSync(readPackageFile(RUNTIME_FILE)));
    const module = runtimeModule;
    const file = require.resolve('web-tree-sitter');
    const library: Library = require(file);
    delete require.cache[file];
    let env: Imports['env'] | undefined;
    let workCounter = { value: 0 };
    const options: Options = {
      wasmMemory: new WebAssembly.Memory({ initial: INITIAL_PAGES, maximum: MAX_MEMORY_BYTES / PAGE_BYTES }),
      instantiateWasm(imports, receive) {
        env = imports.env;
        const instance = new WebAssembly.Instance(module, { ...imports, env: { ...env, ...quiet } });
        workCounter = instance.exports[WORK_LEFT];
        receive(instance, module);
      },
    };
    await library.Parser.init(options);
    const stackBase = options._malloc?.(STACK_BYTES) ?? 0;
    readWordsDirectly(options);
    if (env && stackBase > 0) env.__stack_pointer.value = (stackBase + STACK_BYTES) & -STACK_ALIGNMENT; // the stack grows downwards
    return new Runtime(library, options, workCounter);
  }

  /** Compiled, which is not counted as work of a file: for a large grammar it takes more than most files. */
  query(language: Language, source: string): CaptureQuery {
    const query = this.within(Number.POSITIVE_INFINITY, () => new this.library.Query(language, source));
    return captureQuery(this.#options as CaptureModule, query); // it has become the module
  }

  /** Units of work left; with none left the next call fails. */
  get workLeft(): number {
    return this.#workCounter.value;
  }

  /** Runs `task` with a limit of so many units of work, and fails if it takes more. */
  within<T>(units: number, task: () => T): T {
    const outerWork = this.#isBounded ? this.#workCounter.value : MAX_WORK; // work in between is not counted
    const wasBounded = this.#isBounded;
    this.#isBounded = true;
    this.#workCounter.value = Math.min(units, MAX_WORK);
    try {
      return task();
    } finally {
      this.#workCounter.value = outerWork;
      this.#isBounded = wasBounded;
    }
  }

  get mustReplace(): boolean {
    return this.#options.wasmMemory.buffer.byteLength > REPLACE_ABOVE_BYTES;
  }

  /** Replaces its functions by ones that do nothing: objects of it, or the garbage collector, may still call them. */
  retire(): void {
    const functions = Object.keys(this.#options).filter((name) => name.startsWith('_'));
    Object.assign(this.#options, Object.fromEntries(functions.map((name) => [name, () => 0])));
  }
}

/**
 * Nodes pass to and from WebAssembly as five words each, and the library asks the module to read or write every one of
 * them by the name of its type, which it compares as a string. Nearly all are 32-bit integers.
 */
function readWordsDirectly(module: Options): void {
  const { getValue, setValue } = module;
  if (!getValue || !setValue) return;
  module.getValue = (address, type) =>
    type === 'i32' && module.HEAP32 ? module.HEAP32[address >> 2] : getValue(address, type);
  module.setValue = (address, value, type) => {
    if (type === 'i32' && module.HEAP32) module.HEAP32[address >> 2] = value;
    else setValue(address, value, type);
  };
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
export const compileModule = (bytes: Uint8Array): WasmModule => new WebAssembly.Module(bytes);
