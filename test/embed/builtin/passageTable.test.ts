import { readFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { biEncoderQuery } from '../../../src/embed/biEncoder.js';
import { BuiltinModel } from '../../../src/embed/builtin/model.js';
import { PassageTable } from '../../../src/embed/builtin/passageTable.js';
import { sha256 } from '../../../src/text/hash.js';

const read = (name: string): Buffer => readFileSync(new URL(`../../../model/${name}`, import.meta.url));
const file = read('passages.bin');
const model = new BuiltinModel(read('froe.bin'));
const table = new PassageTable(file, model.logs);
const passage = (text: string): Float32Array | undefined => table.passage(model.read(text));
const query = (text: string): Float32Array => {
  const vector = biEncoderQuery(text);
  const moved = vector && table.query(vector);
  if (!moved) throw new Error(`no vector for ${text}`);
  return moved;
};
const cosine = (a: Float32Array, b: Float32Array): number => a.reduce((sum, value, i) => sum + value * b[i], 0);
const hashOf = ({ buffer, byteOffset, byteLength }: Float32Array): string =>
  sha256(new Uint8Array(buffer, byteOffset, byteLength)).slice(0, 16);

describe('the passage table', () => {
  /** Written by whoever made the weights. A difference in one bit on any machine fails here. */
  it('returns the same vectors on every machine, bit for bit', () => {
    const passages = [
      'src/client.py › Client › get\n    def get(self, url):\n',
      'Füße und 検索する — naïve?',
      'x '.repeat(5000),
    ];
    const queries = ['How do I index a folder?', 'where is the retry limit set '.repeat(40)];
    const hashes = [
      ...passages.map((text) => hashOf(passage(text) ?? new Float32Array(0))),
      ...queries.map((text) => hashOf(query(text))),
    ];
    expect(hashes).toMatchInlineSnapshot(`
      [
        "acf9b33c150c7b1c",
        "892965c813725ac6",
        "e2f02fadc6b79a7b",
        "71e6091351352427",
        "6901ebbf3100037d",
      ]
    `);
  });

  it('is nearer to the answer of a question that shares no word with it', () => {
    const question = query('how do I make it wait longer before it gives up');
    const right = passage(
      'lib/http.ts › Client\nconst timeout = options.timeout ?? DEFAULT_TIMEOUT; socket.setTimeout(timeout);',
    );
    const wrong = passage(
      'lib/colour.ts › Palette\nconst shade = options.shade ?? DEFAULT_SHADE; canvas.setShade(shade);',
    );
    if (!right || !wrong) throw new Error('no vector');
    expect(cosine(question, right)).toBeGreaterThan(cosine(question, wrong) + 0.1);
  });

  it('has vectors of length 1 for texts with a known term, and none for others, whatever the text before', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (text, before) => {
        const found = passage(text);
        expect(found === undefined).toBe(model.rowsOf(text).length === 0);
        if (found) expect(cosine(found, found)).toBeCloseTo(1, 4);
        passage(before);
        expect(passage(text)).toEqual(found);
      }),
      { numRuns: 50 },
    );
  });

  it('leaves a sentence like a comment to the first half, and a question to the second', () => {
    const balance = (text: string): number => table.balance(biEncoderQuery(text) ?? new Float32Array(256));
    expect(balance('Returns the number of elements in this list.')).toBeGreaterThan(1.5);
    expect(balance('what happens to my upload when the connection drops halfway')).toBeLessThan(0.6);
  });

  it('weighs a term by its count and its place', () => {
    const near = (text: string): number =>
      cosine(passage('socket') ?? new Float32Array(256), passage(text) ?? new Float32Array(256));
    expect(near('socket socket socket colour')).toBeGreaterThan(near('socket colour'));
  });

  it('reports what is wrong with a damaged file', () => {
    const flipped = Uint8Array.from(file);
    flipped[1000] ^= 1;
    const shorter = Buffer.from(file.subarray(0, file.length - 1));
    shorter.writeUInt32LE(crc32(shorter.subarray(0, -4)), shorter.length - 4);
    const bad = { flipped, shorter, short: file.subarray(0, 5000), empty: new Uint8Array(0), other: read('froe.bin') };
    for (const bytes of Object.values(bad))
      expect(() => new PassageTable(bytes, model.logs)).toThrow(
        expect.objectContaining({ code: 'bad-model', hint: expect.stringContaining('Reinstall') }),
      );
  });
});
