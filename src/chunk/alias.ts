/** The id another tool would have given: MD5 of path, line and the start of the text, 16 digits. */
import type { Chunk } from '../schema.js';
import { md5 } from '../text/hash.js';

const PREVIEW = 100;

export const aliasId = (chunk: Pick<Chunk, 'filePath' | 'startLine' | 'content'>): string =>
  md5(`${chunk.filePath}:${chunk.startLine}:${chunk.content.slice(0, PREVIEW)}`).slice(0, 16);
