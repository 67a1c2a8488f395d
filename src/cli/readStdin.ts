import type { StandardInput } from '../engine/cutting.js';
import { MAX_SOURCE_BYTES } from '../options.js';
import { warn } from './output.js';

/** All of standard input. On a terminal, prints what it waits for. */
export async function readStdin(): Promise<Uint8Array> {
  if (process.stdin.isTTY) warn('reading from the terminal; end with Ctrl-D on an empty line');
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of process.stdin) {
    parts.push(part);
    size += part.length;
    if (size > MAX_SOURCE_BYTES) break; // it will be refused: no need to read the rest
  }
  return Buffer.concat(parts);
}

/** Standard input as a file of that name. */
export const stdinAs = (path: string): StandardInput => ({ path, read: readStdin });
