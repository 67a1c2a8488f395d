/** Standard input, whole. Who sits at a terminal is told what is waited for. */
import { MAX_SOURCE_BYTES } from '../options.js';
import { remark } from './talk.js';

export async function readStdin(): Promise<Uint8Array> {
  if (process.stdin.isTTY) remark('reading what you type; Ctrl-D on an empty line ends it');
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of process.stdin) {
    parts.push(part);
    size += part.length;
    if (size > MAX_SOURCE_BYTES) break; // it will be refused: no need to see where it ends
  }
  return Buffer.concat(parts);
}
