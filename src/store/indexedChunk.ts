import type { Chunk } from '../schema.js';
import { wordsOf } from '../text/words.js';
import type { Unit } from '../types.js';
import type { IndexedChunk } from './store.js';

/** A chunk with its words by field. A small file is one chunk, but what it defines is what it is called. */
export function indexedChunk(chunk: Chunk, units: readonly Unit[]): IndexedChunk {
  const { name, fullName, filePath, breadcrumb, context = '', content, charStart, charEnd } = chunk;
  const inside = units.filter((unit) => unit.charStart >= charStart && unit.charEnd <= charEnd);
  return {
    chunk,
    words: {
      name: wordsOf([...new Set([name, fullName, ...inside.map((unit) => unit.name)])].join(' ')),
      path: wordsOf(filePath),
      headings: wordsOf(breadcrumb),
      body: wordsOf(context + content),
    },
  };
}
