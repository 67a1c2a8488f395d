import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BuiltinModel } from '../../../src/embed/builtin/model.js';
import { sha256 } from '../../../src/text/hash.js';

const file = readFileSync(new URL('../../../model/froe.bin', import.meta.url));
const model = new BuiltinModel(file);
const cosine = (a: Float32Array, b: Float32Array): number => a.reduce((sum, value, i) => sum + value * b[i], 0);
const vector = (text: string, side: 'passage' | 'query' = 'passage', dimensions = 256): Float32Array => {
  const found = model.vector(text, side, dimensions);
  if (found === undefined) throw new Error(`no vector for ${text}`);
  return found;
};
const bytesOf = ({ buffer, byteOffset, byteLength }: Float32Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

describe('the built-in model', () => {
  /** Written by whoever made the weights. A difference in one bit on any machine fails here. */
  it('returns the same vectors on every machine, bit for bit', () => {
    const sample = [
      'src/client.py › Client › get\n    def get(self, url, *, timeout=None):\n        return self.request("GET", url)\n',
      'How do I index a folder?',
      'Füße und 検索する — naïve?',
      'x '.repeat(5000),
    ];
    const hashes = sample.flatMap((text) => [
      sha256(bytesOf(vector(text))).slice(0, 16),
      sha256(bytesOf(vector(text, 'query', 64))).slice(0, 16),
    ]);
    expect(hashes).toMatchInlineSnapshot(`
      [
        "f56386886da43fe1",
        "f106d50dcc248f82",
        "6d89b7cb2e9eaea3",
        "bb9e2f328a318cce",
        "a6f75e9254e67d2e",
        "e1c82a6a195cf726",
        "fa3063113f89b59e",
        "f093a7c8b9642962",
      ]
    `);
  });

  it('puts code nearer to a description of it than to another', () => {
    const question = vector('remove a file from disk', 'query');
    const right = vector(
      'lib/fs.go › Fs › Remove\nfunc (f *Fs) Remove(path string) error {\n\treturn os.Remove(path)\n}',
    );
    const wrong = vector(
      'lib/http.go › Server › Listen\nfunc (s *Server) Listen(port int) error {\n\treturn s.accept(port)\n}',
    );
    expect(cosine(question, right)).toBeGreaterThan(cosine(question, wrong) + 0.1);
  });

  it('puts synonyms near each other', () => {
    const question = vector('delete a folder', 'query');
    expect(cosine(question, vector('remove directory'))).toBeGreaterThan(cosine(question, vector('open socket')) + 0.2);
  });

  it('returns vectors of length 1 or 0, for any text and any number of dimensions', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 256 }), (text, dimensions) => {
        const found = model.vector(text, 'passage', dimensions);
        if (found === undefined) return;
        expect(found).toHaveLength(dimensions);
        expect(cosine(found, found)).toBeCloseTo(1, 4);
      }),
    );
  });

  it('does not depend on the text before', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, text) => {
        const alone = new Map([[text, model.vector(text, 'query')]]);
        model.vector(before, 'passage');
        expect(model.vector(text, 'query')).toEqual(alone.get(text));
      }),
    );
  });

  it('truncates: fewer dimensions are the first of more, at length 1 again', () => {
    const [wide, narrow] = [vector('parse http headers'), vector('parse http headers', 'passage', 64)];
    const scale = Math.hypot(...wide.subarray(0, 64));
    for (const [i, value] of narrow.entries()) expect(value).toBeCloseTo(wide[i] / scale, 5);
  });

  it('returns zeros for a text without words', () => {
    for (const text of ['', ' ', '{};', '\u2014']) expect(model.vector(text, 'passage')).toBeUndefined();
  });

  it('reads a megabyte, of one letter or of many scripts', () => {
    for (const unit of ['a', 'a ', 'Ab', '検', '\ud83d\ude00', 'é', '\ud800', '_', '1 ']) {
      model.vector(unit.repeat(1_000_000 / unit.length), 'passage');
    }
  });

  it('reports what is wrong with a damaged file', () => {
    const flipped = Uint8Array.from(file);
    flipped[1000] ^= 1;
    const bad = { flipped, short: file.subarray(0, 5000), empty: new Uint8Array(0), other: new Uint8Array(5000) };
    for (const bytes of Object.values(bad)) {
      expect(() => new BuiltinModel(bytes)).toThrow(
        expect.objectContaining({ code: 'bad-model', hint: expect.stringContaining('Reinstall') }),
      );
    }
  });
});
