/**
 * A source as it is written. It is packed in the thread that read the file, so that the
 * one writing thread has little else to do. Flat lists and bytes pass between threads as
 * they are; an object per chunk would be copied field by field.
 */
import type { Chunk } from '../../schema.js';
import type { Reference, Unit } from '../../types.js';
import { packRecord } from '../record.js';
import type { PreparedSource, SourceRow } from '../store.js';
import { type BagOfTerms, bagOfWords } from '../terms.js';
import { chunkColumns, weightOf, withChecksum } from './checksums.js';

export interface PackedSource {
  readonly source: SourceRow;
  readonly chunks: PackedChunks;
  readonly units: readonly Unit[];
  /** REFERENCE_COLUMNS values of each, one after the other: unit, verb, target, key, line, module, local. */
  readonly references: readonly (string | number | null)[];
  readonly trigrams?: Uint8Array;
  /** Vectors of a local model; each text once. */
  readonly vectors?: PackedVectors;
}

export interface PackedChunks {
  readonly length: number;
  /** CHUNK_COLUMNS values of each: chunk_id, position, parent_id, part_of, synthetic, type, weight. */
  readonly columns: readonly (string | number | null)[];
  /** HASH_BYTES each: of the embedded text. */
  readonly hashes: Uint8Array;
  /** Records with their checksums, and the end of each. */
  readonly records: Uint8Array;
  readonly recordEnds: Uint32Array;
  /** Number of words of each chunk. */
  readonly lengths: Uint32Array;
  /** The terms of all chunks, their counts, and where those of each chunk end. */
  readonly terms: Float64Array;
  readonly counts: Uint32Array;
  readonly termEnds: Uint32Array;
}

/** Quantised vectors and the hashes of their texts, each concatenated. */
export interface PackedVectors {
  readonly hashes: Uint8Array;
  readonly codes: Uint8Array;
}

/** One of them. */
export interface VectorCode {
  readonly hash: Uint8Array;
  readonly code: Uint8Array;
}

export function vectorCodes({ hashes, codes }: PackedVectors): VectorCode[] {
  const length = hashes.length / HASH_BYTES;
  const size = codes.length / length;
  return Array.from({ length }, (_, i) => ({
    hash: hashes.subarray(i * HASH_BYTES, (i + 1) * HASH_BYTES),
    code: codes.subarray(i * size, (i + 1) * size),
  }));
}

export const CHUNK_COLUMNS = 7;
export const REFERENCE_COLUMNS = 7;
export const HASH_BYTES = 32;

/** For sources whose words are already separated by field. */
export const packPrepared = ({ chunks, ...rest }: PreparedSource): PackedSource =>
  packSource(
    { ...rest, chunks: chunks.map(({ chunk }) => chunk) },
    chunks.map(({ words }) => {
      const { length, counts } = bagOfWords(words);
      return { length, terms: Float64Array.from(counts.keys()), counts: Uint32Array.from(counts.values()) };
    }),
  );

export type UnpackedSource = Omit<PreparedSource, 'chunks'> & { readonly chunks: readonly Chunk[] };

export function packSource(
  { source, chunks, units, references, trigrams }: UnpackedSource,
  bags: readonly BagOfTerms[],
): PackedSource {
  const records = chunks.map((chunk) => withChecksum(packRecord(chunk)));
  const hashes = new Uint8Array(chunks.length * HASH_BYTES);
  chunks.forEach(({ embedHash }, i) => {
    hashes.set(Buffer.from(embedHash, 'hex'), i * HASH_BYTES);
  });
  const terms = new Float64Array(bags.reduce((sum, bag) => sum + bag.terms.length, 0));
  const counts = new Uint32Array(terms.length);
  const termEnds = endsOf(bags.map((bag) => bag.terms.length));
  bags.forEach((bag, i) => {
    const start = termEnds[i] - bag.terms.length;
    terms.set(bag.terms, start);
    // A chunk of weight 0 is never found: its hits have count 0.
    if (weightOf(chunks[i]) > 0) counts.set(bag.counts, start);
  });
  return {
    source,
    chunks: {
      length: chunks.length,
      columns: chunks.flatMap(chunkColumns),
      hashes,
      records: joined(records),
      recordEnds: endsOf(records.map(({ length }) => length)),
      lengths: Uint32Array.from(bags, ({ length }) => length),
      terms,
      counts,
      termEnds,
    },
    units,
    references: flatReferences(references, units),
    ...(trigrams === undefined ? {} : { trigrams: new Uint8Array(Buffer.from(trigrams, 'base64')) }),
  };
}

function flatReferences(references: readonly Reference[], units: readonly Unit[]): (string | number | null)[] {
  const positions = new Map(units.map(({ id }, position) => [id, position]));
  const flat: (string | number | null)[] = [];
  for (const { from, verb, target, key, line, module = null, local = null } of references)
    flat.push(positions.get(from) ?? null, verb, target, key, line, module, local);
  return flat;
}

/** In a buffer of its own, not part of a pool: it is transferred. */
export function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function endsOf(lengths: readonly number[]): Uint32Array<ArrayBuffer> {
  const ends = new Uint32Array(lengths.length);
  let end = 0;
  for (let i = 0; i < lengths.length; i++) ends[i] = end += lengths[i];
  return ends;
}

/** Buffers that are transferred to another thread without a copy: all were created here, and nothing else uses them. */
export const buffersOf = ({ chunks, trigrams, vectors }: PackedSource): ArrayBuffer[] =>
  [chunks.hashes, chunks.records, chunks.terms, chunks.counts, trigrams, vectors?.hashes, vectors?.codes].flatMap(
    (array) => (array ? [array.buffer as ArrayBuffer] : []), // none is a SharedArrayBuffer
  );
