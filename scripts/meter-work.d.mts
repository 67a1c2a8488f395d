/** A WebAssembly module with a counter of its work in it. */
export function meterWork(module: Uint8Array): Uint8Array;
