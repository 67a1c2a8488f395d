/** The proof can fail: each promise is broken once, and reported at its byte. */
import { describe, expect, it } from 'vitest';
import { chunk } from '../../src/pipeline/chunk.js';
import { prove } from '../../src/pipeline/verify.js';
import type { Chunk } from '../../src/schema.js';
import { tokenizer } from '../../src/text/tokens/index.js';

const text = Array.from({ length: 12 }, (_, i) => `Sätze haben Umlaute, und dieser ist die Nummer ${i}.\n`).join('\n');
const bytes = Buffer.from(text);
const counter = tokenizer('cl100k_base');
const MAX = 40;

async function failuresAfter(tamper: (chunks: Chunk[]) => Chunk[], maxTokens = MAX, overlap = 0) {
  const { chunks } = await chunk(text, { maxTokens: MAX, overlap, path: 'a.txt' });
  return { chunks, failures: prove({ bytes, chunks: tamper([...chunks]), tokenizer: counter, maxTokens }).failures };
}

/** The second chunk, changed. */
const second = (change: (chunk: Chunk) => Partial<Chunk>) => (chunks: Chunk[]) =>
  chunks.map((item, i) => (i === 1 ? { ...item, ...change(item) } : item));

describe('prove', () => {
  it('accepts correct chunks', async () => {
    const { chunks, failures } = await failuresAfter((all) => all);
    expect(chunks.length).toBeGreaterThan(3);
    expect(failures).toEqual([]);
  });

  it('exact: a span one byte off, found where text and bytes differ', async () => {
    const { chunks, failures } = await failuresAfter(
      second(({ byteStart, byteEnd }) => ({ byteStart: byteStart + 1, byteEnd: byteEnd + 1 })),
    );
    expect(failures[0]).toMatchObject({
      promise: 'exact',
      byte: chunks[1].byteStart + 1,
      message: expect.stringContaining('content does not match the bytes'),
    });
  });

  it('exact: one character of the content changed, found at that character', async () => {
    const { chunks, failures } = await failuresAfter(
      second(({ content }) => ({ content: content.replace('Umlaute', 'umlaute') })),
    );
    const at =
      chunks[1].byteStart + Buffer.byteLength(chunks[1].content.slice(0, chunks[1].content.indexOf('Umlaute')));
    expect(failures[0]).toMatchObject({ promise: 'exact', byte: at });
  });

  it('exact: code units that are not the content', async () => {
    const { chunks, failures } = await failuresAfter(second(({ charEnd }) => ({ charEnd: charEnd + 1 })));
    expect(failures).toMatchObject([
      { promise: 'exact', byte: chunks[1].byteStart, message: expect.stringContaining('code units') },
    ]);
  });

  it('exact: wrong lines', async () => {
    const { chunks, failures } = await failuresAfter(second(({ startLine }) => ({ startLine: startLine + 1 })));
    const { startLine, endLine } = chunks[1];
    expect(failures).toMatchObject([
      {
        promise: 'exact',
        message: expect.stringContaining(`lines ${startLine + 1}–${endLine} should be ${startLine}–${endLine}`),
      },
    ]);
  });

  it('lossless: a chunk left out, found at its first byte', async () => {
    const { chunks, failures } = await failuresAfter((all) => all.filter((_, i) => i !== 1));
    expect(failures).toMatchObject([
      { promise: 'lossless', byte: chunks[1].byteStart, message: expect.stringContaining('in no chunk') },
    ]);
  });

  it('lossless: the end left out', async () => {
    const { chunks, failures } = await failuresAfter((all) => all.slice(0, -1));
    expect(failures).toMatchObject([
      { promise: 'lossless', byte: chunks.at(-2)?.byteEnd, message: 'text at the end is in no chunk' },
    ]);
  });

  it('lossless: a repeat that is not declared', async () => {
    const { chunks, failures } = await failuresAfter((all) => [all[0], ...all]);
    expect(failures[0]).toMatchObject({
      promise: 'lossless',
      byte: chunks[0].byteStart,
      message: expect.stringContaining('repeats text'),
    });
  });

  it('lossless: an overlap larger than declared', async () => {
    const { chunks, failures } = await failuresAfter(
      (all) => all.map((item) => ({ ...item, overlapBytes: 0 })),
      MAX,
      12,
    );
    const overlapping = chunks.find((item) => item.overlapBytes > 0);
    expect(failures[0]).toMatchObject({ promise: 'lossless', byte: overlapping?.byteStart });
  });

  it('bounded: a chunk over the cap', async () => {
    const { chunks, failures } = await failuresAfter((all) => all, 20);
    const over = chunks.filter((item) => item.tokenCount > 20);
    expect(failures.map(({ promise, byte }) => [promise, byte])).toEqual(
      over.map((item) => ['bounded', item.byteStart]),
    );
    expect(failures[0].message).toContain(`${over[0].tokenCount} tokens, over the limit of 20`);
  });

  it('bounded: a wrong count', async () => {
    const { chunks, failures } = await failuresAfter(second(({ tokenCount }) => ({ tokenCount: tokenCount - 1 })));
    expect(failures).toMatchObject([
      { promise: 'bounded', byte: chunks[1].byteStart, message: expect.stringMatching(/says \d+ tokens, has \d+/) },
    ]);
  });

  it('accepts half a character at the end of UTF-16 that looks like a line end', async () => {
    const odd = Uint8Array.of(0xff, 0xfe, 0x0d, 0x00, 0x0a);
    const { chunks } = await chunk(odd, { path: 'x.gd' });
    expect(chunks[0]).toMatchObject({ startLine: 1, endLine: 2, content: '\r\ufffd' });
    expect(prove({ bytes: odd, chunks, tokenizer: counter, maxTokens: MAX }).failures).toEqual([]);
  });

  it('accepts half a character after half a surrogate pair', async () => {
    const odd = Uint8Array.of(0xff, 0xfe, 0x00, 0xdb, 0x05);
    const { chunks } = await chunk(odd, { path: 'x.txt' });
    expect(chunks.map(({ content, byteStart, byteEnd }) => [content, byteStart, byteEnd])).toEqual([
      ['\ufffd\ufffd', 2, 5],
    ]);
    expect(prove({ bytes: odd, chunks, tokenizer: counter, maxTokens: MAX }).failures).toEqual([]);
  });
});
