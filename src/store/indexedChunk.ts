import type { Chunk } from '../schema.js';
import { wordsOf } from '../text/words.js';
import type { Unit } from '../types.js';
import type { ChunkWords, IndexedChunk } from './store.js';

/** A chunk with its words by field. */
export function indexedChunk(chunk: Chunk, units: readonly Unit[]): IndexedChunk {
  const { name, path, headings, body } = searchedTexts(chunk, units);
  return {
    chunk,
    words: { name: wordsOf(name), path: wordsOf(path), headings: wordsOf(headings), body: wordsOf(body) },
  };
}

/** The texts that its words are taken from. A small file is one chunk: the names it defines count as its own. */
export function searchedTexts(chunk: Chunk, units: readonly Unit[]): ChunkWords {
  const { name, fullName, filePath, breadcrumb, context = '', content, charStart, charEnd } = chunk;
  const inside = units.filter((unit) => unit.charStart >= charStart && unit.charEnd <= charEnd);
  return {
    name: [...new Set([name, fullName, ...inside.map((unit) => unit.name)])].join(' '),
    path: filePath,
    headings: breadcrumb,
    body: context + content,
  };
}
