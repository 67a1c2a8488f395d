/** The promises hold for extracted text as for plain text files. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extract } from '../../src/extract/index.js';
import { chunk } from '../../src/pipeline/chunk.js';
import { prove } from '../../src/pipeline/verify.js';
import { tokenizer } from '../../src/text/tokens/index.js';
import { bytesOf } from './extracting.js';
import { column, pdfFile } from './pdfFile.js';
import { item, paragraph, table, wordDocument } from './zipped.js';

const counter = tokenizer('cl100k_base');
const words = fc
  .array(
    fc.constantFrom(
      'A sentence. ',
      'word ',
      'naïve ',
      '句子。',
      '😀 ',
      '\n',
      '\n\n',
      '> old\n',
      '-- \n',
      '# Title\n',
      '```\n',
      'x'.repeat(90),
    ),
    { maxLength: 40 },
  )
  .map((all) => all.join(''));
const latin = fc.stringMatching(/^[a-zA-Z ,.]{1,60}$/);
const many = <T>(one: fc.Arbitrary<T>): fc.Arbitrary<T[]> => fc.array(one, { minLength: 1, maxLength: 12 });

/** A file of each kind, made of random words. */
const files: Readonly<Record<string, fc.Arbitrary<Uint8Array>>> = {
  'a.eml': words.map((body) =>
    bytesOf(`From: Ann <a@x>\nSubject: Lunch\nMessage-ID: <1@x>\nContent-Type: text/plain; charset=utf-8\n\n${body}`),
  ),
  'a.mbox': many(words).map((all) =>
    bytesOf(
      all
        .map(
          (body, i) =>
            `From a Tue Jan  2 10:15:03 2024\nFrom: a${i}@x\nSubject: Same\nMessage-ID: <${i % 3}@x>\n\n${body}\n\n`,
        )
        .join(''),
    ),
  ),
  'a.ipynb': many(
    fc.record({
      cell_type: fc.constantFrom('code', 'markdown', 'raw'),
      source: words,
      outputs: fc.constant([{ output_type: 'stream', text: 'out' }]),
    }),
  ).map((cells) => bytesOf(JSON.stringify({ cells, metadata: { language_info: { name: 'python' } } }))),
  'a.json': many(words).map((all) =>
    bytesOf(
      JSON.stringify(
        all.map((text, i) => ({
          uuid: `${i}`,
          name: `Talk ${i % 2}`,
          chat_messages: [
            { sender: 'human', text: `x${text}` },
            { sender: 'assistant', text },
          ],
        })),
      ),
    ),
  ),
  'a.docx': many(latin).map((all) =>
    wordDocument(
      all
        .map(
          (text, i) =>
            [paragraph(text, i % 3 ? '' : `H${1 + (i % 2)}`), item(text, 1), table([text, 'b'], ['c', text])][i % 4] ??
            paragraph(text),
        )
        .join(''),
    ),
  ),
  'a.pdf': many(many(latin)).map((pages) =>
    pdfFile({ pages: pages.map((lines) => column(lines)), bookmarks: [[pages[0][0], 0]] }),
  ),
};

const options = fc.record({
  maxTokens: fc.constantFrom(16, 33, 128, 512),
  granularity: fc.constantFrom('pack' as const, 'node' as const),
});

describe.each(Object.entries(files))('%s', (path, bytes) => {
  it('is exact, lossless and bounded in its text, and names its origin', async () => {
    await fc.assert(
      fc.asyncProperty(bytes, options, async (file, limits) => {
        const taken = await extract(path, file);
        const { chunks } = await chunk(file, { ...limits, path });
        const text = taken?.text ?? '';
        expect(prove({ bytes: bytesOf(text), chunks, tokenizer: counter, maxTokens: limits.maxTokens })).toMatchObject({
          failures: [],
        });
        expect(new Set(chunks.map(({ id }) => id)).size).toBe(chunks.length);
        for (const chunk of chunks) {
          expect(chunk.metadata.extracted).toBe(taken?.by);
          expect(chunk.sourceType).toBe('artifact');
        }
        expect((await chunk(file, { ...limits, path })).chunks).toEqual(chunks);
      }),
      { numRuns: 40 },
    );
  });
});
