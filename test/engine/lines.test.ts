import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numberedLines } from '../../src/engine/get.js';
import { Offsets } from '../../src/text/offsets.js';

describe('the lines of a text', () => {
  it('are those of records, whatever the line ends', () => {
    const part = fc.constantFrom('', 'a', ' ', 'ä 𝒳', '\n', '\r\n', '\r', '\u2028', '\f');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
        const text = parts.join('');
        const offsets = new Offsets(text, Buffer.byteLength(text));
        const lines = numberedLines(text);
        expect(lines.length).toBe(text === '' ? 0 : offsets.lineCount);
        for (const { number, text: line } of lines) {
          const own = text.slice(offsets.lineStart(number), offsets.lineStart(number + 1));
          expect(own.replace(/(\r\n|\n|\r)$/, '')).toBe(line);
        }
      }),
    );
  });
});
