/** Memory and functions of WebAssembly, for the loops that a question spends its time in. */
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

/** With room for so many bytes. Throws where WebAssembly is turned off, or there is no room for it; so do the others. */
export const wasmMemory = (bytes: number): WasmMemory => new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE) });

/** Makes room for so many bytes, where there is not. Views of the buffer that was are views of nothing then. */
export function growMemory(memory: WasmMemory, bytes: number): void {
  const missing = Math.ceil((bytes - memory.buffer.byteLength) / PAGE);
  if (missing > 0) memory.grow(missing);
}

/** A kernel (kernels/*.wat) at work on this memory: each imports it as `froe.memory` and exports one function, by its name. */
export function wasmKernel<F>(name: keyof typeof kernels, memory: WasmMemory): F {
  const compiled = new WebAssembly.Module(Buffer.from(kernels[name], 'base64'));
  const { exports } = new WebAssembly.Instance(compiled, { froe: { memory } });
  return (exports as Readonly<Record<string, F>>)[name]; // the module is ours
}
