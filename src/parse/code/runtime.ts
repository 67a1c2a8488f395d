/**
 * tree-sitter's runtime. It counts its work (countAllocations.ts), and has a stack
 * of megabytes instead of 64 kB: some inputs (`[![![![…` as Nix) make it call
 * itself thousands of times; with the stack it comes with it then writes over its
 * own memory, and every parse after that one fails, of whatever file. With this
 * one the engine's own stack ends first, which is an error that harms nobody else.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Language, Parser } from 'web-tree-sitter';
import { ALLOCATIONS, countAllocations } from './countAllocations.js';

type Compiled = Parameters<typeof Language.loadSync>[0];

/** Node has it, but the types of Node 20 do not. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => Compiled;
  readonly Instance: new (module: Compiled, imports: object) => Instance;
};

interface Counter {
  readonly value: number;
}
interface Instance {
  readonly exports: { readonly [ALLOCATIONS]: Counter };
}

interface Imports {
  readonly env: { readonly __stack_pointer: { value: number } };
}
/** The object that is handed in becomes the module. */
interface Runtime {
  instantiateWasm(imports: Imports, receive: (instance: Instance, module: Compiled) => void): void;
  _malloc?(bytes: number): number;
}

/** A thread's own stack ends long before. */
const STACK_BYTES = 8 << 20;
const ALIGNMENT = 16;

let counter: Counter = { value: 0 };

/** How often it has asked for memory since another time; the counter begins anew where 32 bits end. */
export const allocatedSince = (then: number): number => (counter.value - then) >>> 0;

export async function startRuntime(): Promise<void> {
  const file = createRequire(import.meta.url).resolve('web-tree-sitter/web-tree-sitter.wasm');
  let pointer: Imports['env']['__stack_pointer'] | undefined;
  const runtime: Runtime = {
    instantiateWasm(imports, receive) {
      pointer = imports.env.__stack_pointer;
      const module = compiled(countAllocations(readFileSync(file)));
      const instance = new WebAssembly.Instance(module, imports);
      counter = instance.exports[ALLOCATIONS];
      receive(instance, module);
    },
  };
  await Parser.init(runtime);
  const bottom = runtime._malloc?.(STACK_BYTES) ?? 0;
  if (pointer && bottom > 0) pointer.value = (bottom + STACK_BYTES) & -ALIGNMENT; // it grows downwards
}

/**
 * At once: asked for later, it would wait until the engine is done with making
 * what came before it faster, which for a large lexer takes many seconds.
 */
export const compiled = (bytes: Uint8Array): Compiled => new WebAssembly.Module(bytes);
