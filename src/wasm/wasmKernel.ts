/** WebAssembly memory and functions, for the hot loops of a query. */
import { kernels } from './kernels.js';

export interface WasmMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}
/** Node has it, but the types of Node 20 do not. */
declare const WebAssembly: {
  readonly Memory: new (size: { readonly initial: number }) => WasmMemory;
  readonly Module: new (code: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: object };
};

const PAGE = 65_536;

/** With room for so many bytes. Throws if WebAssembly is disabled or out of memory, like the functions below. */
export const wasmMemory = (bytes: number): WasmMemory => new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE) });

/** Grows the memory to so many bytes. Existing views of its buffer become invalid. */
export function growMemory(memory: WasmMemory, bytes: number): void {
  const missing = Math.ceil((bytes - memory.buffer.byteLength) / PAGE);
  if (missing > 0) memory.grow(missing);
}

/** A kernel (kernels/*.wat) on this memory: each imports it as `froe.memory` and exports one function, by its name. */
export function wasmKernel<F>(name: keyof typeof kernels, memory: WasmMemory): F {
  const compiled = new WebAssembly.Module(Buffer.from(kernels[name], 'base64'));
  const { exports } = new WebAssembly.Instance(compiled, { froe: { memory } });
  return (exports as Readonly<Record<string, F>>)[name]; // the module is ours
}
