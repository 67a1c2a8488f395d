import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mayHaveAny, trigramsOf } from '../../src/text/trigrams.js';

describe('trigrams', () => {
  it('never reject a word that is in a line of the text, in any case', () => {
    const texts = fc.string({ unit: fc.constantFrom(...'aAbBsſkKK \n{(éÉ検😀'), maxLength: 300 });
    fc.assert(
      fc.property(texts, fc.nat(), fc.nat(12), (text, from, length) => {
        const lines = text.split('\n');
        const line = lines[from % lines.length];
        const start = from % (line.length + 1);
        const word = Array.from(line.slice(start))
          .slice(0, length)
          .join('')
          .replace(/^[\udc00-\udfff]/, '');
        const filter = trigramsOf(text);
        expect(mayHaveAny(filter, [word])).toBe(true);
        const ascii = word.match(/[\0-\x7f]*/)?.[0] ?? '';
        expect(mayHaveAny(filter, [ascii.toUpperCase()])).toBe(true);
        expect(mayHaveAny(filter, [ascii.toLowerCase()])).toBe(true);
      }),
    );
  });

  it('fold the long s and the Kelvin sign like a case-insensitive search', () => {
    expect(/gras kilo/iu.test('graſ \u212ailo')).toBe(true);
    expect(mayHaveAny(trigramsOf('graſ \u212ailo'), ['gras kilo'])).toBe(true);
  });

  it('reject nearly every other word', () => {
    const text = Array.from({ length: 2000 }, (_, i) => `const name${i} = value(${i});\n`).join('');
    const filter = trigramsOf(text);
    const strange = Array.from({ length: 500 }, (_, i) => `${String.fromCharCode(97 + (i % 26))}qzj${i}xw`);
    expect(strange.filter((word) => mayHaveAny(filter, [word])).length).toBeLessThan(5);
    expect(filter.length).toBeLessThan(text.length / 8);
  });

  it('do not filter short words, nor words across a line break', () => {
    const filter = trigramsOf('oak\nelm');
    expect(mayHaveAny(filter, ['zz'])).toBe(true);
    expect(mayHaveAny(filter, ['kel'])).toBe(false);
    expect(mayHaveAny(filter, [])).toBe(false);
  });
});
