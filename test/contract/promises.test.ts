/** Promises 1 to 5, for every parser of subjects.ts, on random texts at many limits. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Chunk } from '../../src/index.js';
import { chunk } from '../../src/pipeline/chunk.js';
import { prove } from '../../src/pipeline/verify.js';
import { chunkSchema, fromRecord, toRecord } from '../../src/schema.js';
import { tokenizer } from '../../src/text/tokens/index.js';
import { subjects } from './subjects.js';

const counter = tokenizer('cl100k_base');
const seasoning = [
  '😀',
  '👨‍👩‍👧‍👦',
  'é',
  '中文字',
  '\r\n',
  '\r',
  '\ufeff',
  '\0',
  '\u2028',
  'x'.repeat(200),
  ' '.repeat(90),
  '\n'.repeat(30),
  '<|endoftext|>',
];

const texts = (words: readonly string[]): fc.Arbitrary<string> =>
  fc
    .array(
      fc.oneof(
        { weight: 6, arbitrary: fc.constantFrom(...words) },
        { weight: 1, arbitrary: fc.constantFrom(...seasoning) },
        { weight: 1, arbitrary: fc.string({ maxLength: 12 }) },
      ),
      { maxLength: 120 },
    )
    .map((parts) => parts.join(''));

const options = fc.record({
  maxTokens: fc.constantFrom(8, 16, 33, 128, 512),
  granularity: fc.constantFrom('pack' as const, 'node' as const),
  overlap: fc.constantFrom('auto' as const, 0, 4),
  maxChars: fc.constantFrom(undefined, 40),
});

/** Bodies in order, and the gaps between them, are the text. */
function rebuilt(
  text: string,
  { chunks, gaps }: { chunks: readonly Chunk[]; gaps: readonly { start: number; end: number }[] },
): string {
  const parts = [
    ...chunks
      .filter((item) => !item.synthetic)
      .map((item) => ({
        at: item.charStart + item.overlapChars,
        text: item.content.slice(item.overlapChars),
      })),
    ...gaps.map((gap) => ({ at: gap.start, text: text.slice(gap.start, gap.end) })),
  ];
  return parts
    .sort((a, b) => a.at - b.at)
    .map((part) => part.text)
    .join('');
}

describe.each(subjects)('$parser, reading $path', ({ parser, path, language, words }) => {
  const file = { path, ...(language === undefined ? {} : { language }) };

  it('is exact, lossless and bounded, and returns valid, unique, reproducible records', async () => {
    await fc.assert(
      fc.asyncProperty(texts(words), options, async (given, limits) => {
        const text = given.toWellFormed();
        const bytes = Buffer.from(text);
        const result = await chunk(text, { ...limits, ...file });
        const proof = prove({
          bytes,
          chunks: result.chunks,
          tokenizer: counter,
          maxTokens: limits.maxTokens,
        });
        expect(proof.failures).toEqual([]);
        expect(rebuilt(text, result)).toBe(text);
        for (const gap of result.gaps) expect(text.slice(gap.start, gap.end)).toMatch(/^[\s\ufeff\u0085]*$/);
        const ids = result.chunks.map((item) => item.id);
        expect(new Set(ids).size).toBe(ids.length);
        for (const item of result.chunks) {
          expect(item.content.length).toBeLessThanOrEqual(limits.maxChars ?? Number.POSITIVE_INFINITY);
          if (!item.synthetic) expect(text.slice(item.charStart, item.charEnd)).toBe(item.content);
          expect(fromRecord(JSON.parse(JSON.stringify(toRecord(item))))).toEqual(chunkSchema.parse(item));
          // A text that its grammar cannot make sense of is cut by simpler means, and says so.
          if (!result.diagnostics.some((note) => note.code === 'degraded')) expect(item.metadata.parser).toBe(parser);
        }
        expect((await chunk(text, { ...limits, ...file })).chunks).toEqual(result.chunks);
      }),
      { numRuns: 150 },
    );
  });

  it('accepts any bytes: never throws, loses nothing', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), fc.constantFrom(...words), async (noise, word) => {
        const bytes = Buffer.concat([Buffer.from(word.repeat(60)), noise, Buffer.from(word)]);
        const result = await chunk(bytes, { ...file, maxTokens: 32 });
        if (result.diagnostics.some(({ code }) => code === 'binary')) expect(result.chunks).toEqual([]);
        else expect(prove({ bytes, chunks: result.chunks, tokenizer: counter, maxTokens: 32 }).failures).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it('reads CRLF, CR and a byte order mark like any other text', async () => {
    const text = words.join('\n').repeat(4);
    for (const variant of [text.replace(/\n/g, '\r\n'), text.replace(/\n/g, '\r'), `\ufeff${text}`]) {
      const result = await chunk(variant, { ...file, maxTokens: 24 });
      expect(
        prove({
          bytes: Buffer.from(variant),
          chunks: result.chunks,
          tokenizer: counter,
          maxTokens: 24,
        }).failures,
      ).toEqual([]);
    }
  });

  it.each([
    ['no bytes', ''],
    ['a space', ' '],
    ['line breaks', '\n\n\n'],
    ['a byte order mark', '\ufeff'],
    ['a mark and a line break', '\ufeff \n'],
    ['5,000 tabs', '\t'.repeat(5000)],
  ])('returns no chunks for an empty text: %s', async (_, text) => {
    const { chunks, gaps, diagnostics } = await chunk(text, file);
    expect(chunks).toEqual([]);
    expect(diagnostics.map((note) => note.code)).toEqual(['empty']);
    expect(gaps.reduce((sum, gap) => sum + gap.end - gap.start, 0)).toBe(text.length);
  });
});
