/** The token window: every number and example of its design. */
import { describe, expect, it } from 'vitest';
import { artifactId, BOUNDARY, type Chunk, chunk, expand, shouldChunk, tokenizer } from '../../src/index.js';

const counter = tokenizer('cl100k_base');
/** Exactly n tokens: a word with its space is one. */
const words = (n: number): string => `${' hello'.repeat(n)}`;
const windows = async (text: string): Promise<readonly Chunk[]> =>
  (await chunk(text, { strategy: 'window', docId: 'art_9f2ca8b1', path: 'plan.txt' })).chunks;

describe('the threshold', () => {
  it.each([
    [1199, false],
    [1200, false],
    [1201, true],
  ])('%i tokens: cut? %s', async (tokens, cut) => {
    const text = words(tokens);
    expect(shouldChunk(text, counter)).toEqual([cut, tokens]);
    const chunks = await windows(text);
    expect(chunks.length > 1).toBe(cut);
    if (!cut)
      expect(chunks[0]).toMatchObject({ id: 'art_9f2ca8b1', chunkType: 'artifact', tokenCount: tokens, content: text });
  });
});

describe('windows', () => {
  it('have 900 tokens and an overlap of 100: 5,400 tokens give seven', async () => {
    const chunks = await windows(words(5400));
    expect(chunks.map((draft) => draft.tokenCount)).toEqual([900, 900, 900, 900, 900, 900, 600]);
    expect(chunks.map((draft) => draft.position)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  it('repeat the last 100 tokens of each in the first 100 of the next', async () => {
    const text = Array.from({ length: 3000 }, (_, i) => ` word${i % 977}`).join('');
    const chunks = await windows(text);
    const tokensOf = (content: string): string[] => {
      const ends = counter.tokenEnds(content);
      return ends.map((end, i) => content.slice(ends[i - 1] ?? 0, end));
    };
    for (let i = 1; i < chunks.length; i++) {
      expect(tokensOf(chunks[i].content).slice(0, 100)).toEqual(tokensOf(chunks[i - 1].content).slice(-100));
      expect(counter.count(chunks[i].content.slice(0, chunks[i].overlapChars))).toBe(100);
    }
  });

  it.each([1601, 1650, 1700, 2401, 2500])(
    'stop at the end: no last window inside the one before (%i tokens)',
    async (tokens) => {
      const chunks = await windows(words(tokens));
      for (let i = 1; i < chunks.length; i++) expect(chunks[i].charEnd).toBeGreaterThan(chunks[i - 1].charEnd);
      expect(chunks.length).toBe(Math.ceil((tokens - 100) / 800));
    },
  );

  it('reproduce the text from their offsets', async () => {
    const text = `${'Ünïcode 😀 mixed 中文 text. '.repeat(600)}<|endoftext|>${' tail'.repeat(300)}`;
    const chunks = await windows(text);
    let rebuilt = '';
    for (const draft of chunks) {
      expect(text.slice(draft.charStart, draft.charEnd)).toBe(draft.content);
      expect(draft.charEnd).toBe(draft.charStart + draft.content.length);
      rebuilt += draft.content.slice(draft.overlapChars);
    }
    expect(rebuilt).toBe(text);
  });

  it('never end inside a character, and never exceed their size', async () => {
    const text = '👨‍👩‍👧‍👦中文字符🇩🇪'.repeat(900);
    for (const draft of await windows(text)) {
      expect(draft.content).not.toContain('\ufffd');
      expect(draft.content.isWellFormed()).toBe(true);
      expect(counter.count(draft.content)).toBeLessThanOrEqual(900);
    }
  });

  it('have ids of artifact, index and hash, the same every time', async () => {
    const [first, second] = [await windows(words(2000)), await windows(words(2000))];
    expect(first.map((draft) => draft.id)).toEqual(second.map((draft) => draft.id));
    for (const [i, draft] of first.entries()) {
      expect(draft.id).toBe(`art_9f2ca8b1::chunk::00${i}::${draft.contentHash.slice(0, 8)}`);
      expect(draft.contentHash).toHaveLength(64);
    }
  });

  it('sort by number beyond a thousand', async () => {
    const { chunks } = await chunk(words(12_000), {
      strategy: 'window',
      path: 'a.txt',
      window: { threshold: 12, size: 12, overlap: 2 },
    });
    expect(chunks.length).toBeGreaterThan(1000);
    expect(chunks.at(1000)?.id).toContain('::chunk::1000::');
    expect(chunks.map((draft) => draft.metadata.chunk_index)).toEqual(chunks.map((_, i) => i));
  });

  it.each([{ overlap: 900 }, { size: 1300 }, { overlap: -1 }])('refuse invalid sizes: %j', async (window) => {
    await expect(chunk(words(10), { strategy: 'window', window })).rejects.toThrow(/overlap/);
  });
});

describe('neighbours', () => {
  it('of chunk 3 of 6 are 2 and 4, with the boundary marked', async () => {
    const chunks = (await windows(words(4700))).slice();
    expect(chunks).toHaveLength(6);
    const expanded = expand([...chunks].reverse(), 3);
    expect(expanded).toBe([2, 3, 4].map((i) => chunks[i].content).join('\n[CHUNK BOUNDARY]\n'));
    expect(expanded.split(BOUNDARY)).toHaveLength(3);
  });

  it('are one-sided at the edges, and empty for a chunk that does not exist', async () => {
    const chunks = await windows(words(4700));
    expect(expand(chunks, 0).split(BOUNDARY)).toHaveLength(2);
    expect(expand(chunks, 5).split(BOUNDARY)).toHaveLength(2);
    expect(expand(chunks, 6)).toBe('');
    expect(expand([], 0)).toBe('');
  });

  it('are joined without overlap on request', async () => {
    const text = Array.from({ length: 4700 }, (_, i) => ` w${i}`).join('');
    const chunks = await windows(text);
    expect(text).toContain(expand(chunks, 3, 'seamless'));
    expect(expand(chunks, 3, 'seamless').startsWith(chunks[2].content)).toBe(true);
  });
});

describe('artifact ids', () => {
  it('are hashed from the location, else from the content; twelve digits, or eight for compatibility', () => {
    const id = artifactId({ content: 'x', sourceSystem: 'drive', sourceId: '1a2b' });
    expect(id).toMatch(/^art_[0-9a-f]{12}$/);
    expect(artifactId({ content: 'y', sourceSystem: 'drive', sourceId: '1a2b' })).toBe(id);
    expect(artifactId({ content: 'x' })).not.toBe(artifactId({ content: 'y' }));
    expect(artifactId({ content: 'x', sourceSystem: 'drive', sourceId: '1a2b' }, 8)).toBe(id.slice(0, 12));
  });
});
