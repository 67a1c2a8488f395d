/** Sources by number, the same in every run: words as often as words are, and vectors in clouds. */

import { sha256 } from '../build/text/hash.js';
import { wordsOf } from '../build/text/words.js';
import { makeChunk } from '../dist/schema.js';

const VOCABULARY = 60_000;
const CHUNKS = 8;
const WORDS = 110;
/** Different words of one source: in real repositories a source has 70 to 170, and a chunk 35 to 50 of them. */
const OF_ONE = 140;
const CLOUDS = 500;

/** Numbers that look like chance. */
function dice(seed) {
  let state = (Math.imul(seed + 1, 2654435761) ^ 0x9e3779b9) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let x = Math.imul(state ^ (state >>> 15), state | 1);
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * The rank of a word by the law of Zipf and Mandelbrot: few words are in many
 * texts, most in hardly any. `left` of the commonest are left out, as an index
 * leaves out `the` and `of`.
 */
const ranked = (random, among, left = 1) =>
  Math.min(among - 1, Math.floor(left * ((among + left) / left) ** random()) - left);
const COMMON = 50;
const SYLLABLES = 'ba ce di fo gu ha je ki lo mu na pe ri so tu va we xi yo zu'.split(' ');

function spelled(rank) {
  let word = '';
  for (let left = rank + 20; left > 0; left = Math.floor(left / 20)) word += SYLLABLES[left % 20];
  return word;
}

function cloud(random, dimensions) {
  const centre = dice(Math.floor(random() * CLOUDS) + 1_000_000);
  return Float32Array.from({ length: dimensions }, () => centre() - 0.5 + (random() - 0.5) * 0.8);
}

export function madeUp(n, dimensions) {
  const random = dice(n);
  const path = `src/part${n % 97}/${spelled(n)}.ts`;
  const docId = `main:${path}`;
  const own = Array.from({ length: OF_ONE }, () => spelled(ranked(random, VOCABULARY, COMMON)));
  const word = () => own[ranked(random, OF_ONE)];
  const chunks = [];
  const embedded = [];
  let offset = 0;
  for (let position = 0; position < CHUNKS; position++) {
    const name = `${word()}_${word()}`;
    const content = `${Array.from({ length: WORDS }, word).join(' ')} ${n}.${position}\n`;
    const embedHash = sha256(content);
    const chunk = makeChunk({
      id: `${docId}#${name}${position}`,
      docId,
      parentId: docId,
      tree: 'main',
      sourceType: 'code',
      chunkType: 'function',
      content,
      tokenCount: WORDS,
      filePath: path,
      filename: path.slice(path.lastIndexOf('/') + 1),
      fileExtension: '.ts',
      language: 'typescript',
      startLine: position + 1,
      endLine: position + 1,
      byteStart: offset,
      byteEnd: offset + content.length,
      charStart: offset,
      charEnd: offset + content.length,
      name,
      fullName: name,
      parentContext: '',
      breadcrumb: path,
      depth: 1,
      position,
      partIndex: 1,
      partOf: 1,
      overlapBytes: 0,
      overlapChars: 0,
      synthetic: false,
      contentHash: embedHash,
      embedHash,
      docstring: null,
      imports: [],
      metadata: {},
    });
    offset += content.length;
    const words = { name: wordsOf(name), path: wordsOf(path), headings: wordsOf(path), body: wordsOf(content) };
    chunks.push({ chunk, words });
    embedded.push({ hash: embedHash, vector: cloud(random, dimensions) });
  }
  const source = {
    docId,
    tree: 'main',
    path,
    kind: 'file',
    language: 'typescript',
    title: path,
    size: offset,
    mtime: 1,
    ctime: 1,
    ino: 1,
    hash: sha256(path),
    recipe: 'bench',
    tokens: WORDS * CHUNKS,
    metadata: {},
  };
  return { prepared: { source, chunks, units: [], references: [] }, embedded };
}

/** Two to five words that chunks have, as often as people use them, with a vector near some of theirs. */
export function questions(count, dimensions) {
  const random = dice(42);
  return Array.from({ length: count }, () => ({
    words: Array.from({ length: 2 + Math.floor(random() * 4) }, () =>
      wordsOf(spelled(ranked(random, VOCABULARY, COMMON))),
    ).filter(Boolean),
    vector: normal(cloud(random, dimensions)),
  }));
}

function normal(vector) {
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}
