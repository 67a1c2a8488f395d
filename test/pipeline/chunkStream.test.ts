import { Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Chunk, type ChunkOptions, type Cut, chunk, chunkStream, embedText } from '../../src/index.js';
import { prove } from '../../src/pipeline/verify.js';
import { sha256 } from '../../src/text/hash.js';
import { tokenizer } from '../../src/text/tokens/index.js';
import { subjects } from '../contract/subjects.js';

const counter = tokenizer('cl100k_base');
const SIZE = 1024;

/** Parts of uneven lengths, that part characters and line breaks. */
function* parted(bytes: Uint8Array, lengths: readonly number[]): Generator<Uint8Array> {
  for (let at = 0, i = 0; at < bytes.length; i++) {
    const length = lengths[i % lengths.length];
    yield bytes.subarray(at, at + length);
    at += length;
  }
}

async function cutsOf(...given: Parameters<typeof chunkStream>): Promise<Cut[]> {
  const cuts: Cut[] = [];
  for await (const cut of chunkStream(...given)) cuts.push(cut);
  return cuts;
}

const joined = (cuts: readonly Cut[]) => ({
  chunks: cuts.flatMap(({ chunks }) => chunks),
  gaps: cuts.flatMap(({ gaps }) => gaps),
});

/** Bodies in order, and the gaps between them. */
function rebuilt(text: string, cuts: readonly Cut[]): string {
  const { chunks, gaps } = joined(cuts);
  const bodies = chunks.filter(({ synthetic }) => !synthetic);
  return [
    ...bodies.map((one) => ({ at: one.charStart + one.overlapChars, text: one.content.slice(one.overlapChars) })),
    ...gaps.map(({ start, end }) => ({ at: start, text: text.slice(start, end) })),
  ]
    .sort((a, b) => a.at - b.at)
    .map((part) => part.text)
    .join('');
}

const section = (n: number): string => `# Wood ${n}\n\nIt is number ${n}.\n\n${'Oak is hard. '.repeat(n % 9)}\n\n`;
const book = Array.from({ length: 200 }, (_, n) => section(n)).join('');

/** How each format writes a heading; the first of a document has level 1. */
const headingIn = {
  md: (level: number, title: string) => `${'#'.repeat(level)} ${title}\n\n`,
  rst: (level: number, title: string) => `${title}\n${'=-~^"'[level - 1].repeat(title.length)}\n\n`,
  adoc: (level: number, title: string) => `${'='.repeat(level)} ${title}\n\n`,
  org: (level: number, title: string) => `${'*'.repeat(level)} ${title}\n\n`,
  tex: (level: number, title: string) =>
    `\\${['section', 'subsection', 'subsubsection', 'paragraph', 'subparagraph'][level - 1]}{${title}}\n\n`,
  html: (level: number, title: string) => `<h${level}>${title}</h${level}>\n`,
};

/** Levels of headings: each goes at most one deeper than the one before it. */
const outline = fc.array(fc.integer({ min: 2, max: 5 }), { minLength: 40, maxLength: 60 }).map((wanted) => {
  const levels = [1];
  for (const level of wanted) levels.push(Math.min(level, levels[levels.length - 1] + 1));
  return levels;
});

const documentOf = (levels: readonly number[], heading: (level: number, title: string) => string): string =>
  levels.map((level, n) => `${heading(level, `Wood number ${n}`)}It is the one with number ${n}.\n\n`).join('');

/** Where a chunk stands, whatever window it was cut in. */
function placeOf(one: Chunk) {
  const { name, fullName, breadcrumb, parentContext, headers, headingLevel, depth, title, slug, byteStart, byteEnd } =
    one;
  const parent = one.parentId?.replace(/@\d+#/, '#');
  return {
    name,
    fullName,
    breadcrumb,
    parentContext,
    headers,
    headingLevel,
    depth,
    title,
    slug,
    byteStart,
    byteEnd,
    parent,
  };
}

describe.each(subjects)('a stream that $parser reads: $path', ({ path, language, words }) => {
  const file: ChunkOptions = { path, maxTokens: 64, ...(language === undefined ? {} : { language }) };
  const seasoned = [...words, '😀', 'é中', '\r\n', '\r', '\n\n', '\ufeff', 'x'.repeat(90)];

  it('is exact, lossless and bounded across its windows', async () => {
    let windows = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...seasoned), { minLength: 200, maxLength: 400 }),
        fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1, maxLength: 5 }),
        async (parts, lengths) => {
          const text = parts.join('').toWellFormed();
          const bytes = Buffer.from(text);
          const cuts = await cutsOf(parted(bytes, lengths), { ...file, bufferSize: SIZE });
          windows += cuts.length;
          const { chunks, gaps } = joined(cuts);
          expect(prove({ bytes, chunks, tokenizer: counter, maxTokens: 64 }).failures).toEqual([]);
          expect(rebuilt(text, cuts)).toBe(text);
          for (const { start, end } of gaps) expect(text.slice(start, end)).toMatch(/^[\s\ufeff\u0085]*$/);
          expect(new Set(chunks.map(({ id }) => id)).size).toBe(chunks.length);
          expect(chunks.map(({ position }) => position)).toEqual(chunks.map((_, i) => i));
          for (const one of chunks) expect(sha256(embedText(one))).toBe(one.embedHash);
        },
      ),
      { numRuns: 4 },
    );
    expect(windows).toBeGreaterThan(4);
  });

  it('accepts any bytes, and loses none', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 400 }), async (noise) => {
        const filler = Buffer.from(words.join('\n').repeat(Math.ceil(1500 / words.join('\n').length)));
        const bytes = Buffer.concat([filler, noise, filler]);
        const { chunks } = joined(await cutsOf(parted(bytes, [700, 3]), { ...file, bufferSize: SIZE }));
        if (chunks.length > 0) expect(prove({ bytes, chunks, tokenizer: counter, maxTokens: 64 }).failures).toEqual([]);
      }),
      { numRuns: 4 },
    );
  });
});

describe('chunkStream()', () => {
  it('cuts a text that fits into the buffer like chunk()', async () => {
    for (const text of [book, '', '  \n', 'One line.']) {
      const whole = await chunk(text, { path: 'book.md' });
      expect(await cutsOf([text], { path: 'book.md' })).toEqual([whole]);
      expect(await cutsOf(parted(Buffer.from(text), [100]), { path: 'book.md' })).toEqual([whole]);
    }
  });

  it('keeps the units of a document whole, and names the window in ids', async () => {
    const cuts = await cutsOf([book], { path: 'book.md', bufferSize: 4096, granularity: 'node' });
    const { chunks } = joined(cuts);
    const whole = await chunk(book, { path: 'book.md', granularity: 'node' });
    expect(cuts.length).toBeGreaterThan(4);
    // The same chunks: no section was parted.
    expect(chunks.map(({ byteStart, byteEnd }) => [byteStart, byteEnd])).toEqual(
      whole.chunks.map(({ byteStart, byteEnd }) => [byteStart, byteEnd]),
    );
    expect(chunks.map(({ startLine, endLine, name }) => [startLine, endLine, name])).toEqual(
      whole.chunks.map(({ startLine, endLine, name }) => [startLine, endLine, name]),
    );
    expect(chunks[0].id).toBe('main:book.md#wood-0');
    expect(cuts[1].chunks[0].id).toMatch(/^main:book\.md@2#wood-\d+$/);
    expect(cuts[1].chunks[0].parentId).toBe('main:book.md');
  });

  it.each(Object.keys(headingIn) as (keyof typeof headingIn)[])(
    'knows the headings around a section of an earlier window: %s',
    async (format) => {
      let resumed = 0;
      await fc.assert(
        fc.asyncProperty(outline, async (levels) => {
          const text = documentOf(levels, headingIn[format]);
          const options: ChunkOptions = { path: `book.${format}`, granularity: 'node', minTokens: 0 };
          const cuts = await cutsOf([text], { ...options, bufferSize: SIZE });
          const { chunks } = joined(cuts);
          const whole = await chunk(text, options);
          expect(chunks.map((one) => placeOf(one))).toEqual(whole.chunks.map((one) => placeOf(one)));
          resumed += cuts.slice(1).filter((cut) => cut.chunks[0].depth > 1).length;
          // A parent is named as its own window names it.
          const known = new Set(chunks.map(({ id }) => id));
          for (const { parentId } of chunks) if (parentId !== `main:book.${format}`) expect(known).toContain(parentId);
        }),
        { numRuns: 20 },
      );
      expect(resumed).toBeGreaterThan(20);
    },
  );

  it('continues a section that is longer than a window', async () => {
    const text = `# Wood\n\n## Oak\n\n${'Oak is hard, and heavy.\n\n'.repeat(200)}## Elm\n\nTough.\n`;
    const cuts = await cutsOf([text], { path: 'book.md', bufferSize: SIZE });
    const { chunks } = joined(cuts);
    expect(cuts.length).toBeGreaterThan(4);
    expect(new Set(chunks.slice(1, -1).map(({ breadcrumb }) => breadcrumb))).toEqual(new Set(['> Wood › Oak']));
    for (const cut of cuts.slice(2, -1))
      for (const { parentId, headers } of cut.chunks)
        expect({ parentId, headers }).toEqual({ parentId: 'main:book.md#oak', headers: { h1: 'Wood', h2: 'Oak' } });
    expect(chunks.at(-1)).toMatchObject({ name: 'Elm', parentId: 'main:book.md#wood', breadcrumb: '> Wood › Elm' });
  });

  it('reads a rule at the start of a window as a rule, not as front matter', async () => {
    const text = `# Wood\n\n${'---\n\ntitle: x\n\n---\n\nOak is hard.\n\n'.repeat(200)}`;
    const { chunks } = joined(await cutsOf([text], { path: 'book.md', bufferSize: SIZE }));
    expect(chunks.filter(({ metadata }) => metadata.front_matter !== undefined)).toEqual([]);
  });

  it('reports each fallback once', async () => {
    const cuts = await cutsOf([book], { path: 'book.md', bufferSize: 4096 });
    const notes = cuts.flatMap(({ diagnostics }) => diagnostics);
    expect(notes).toEqual([{ code: 'windowed', path: 'book.md', message: expect.stringContaining('bufferSize') }]);
    const fence = `# Log\n\n\`\`\`\n${'line of a log\n'.repeat(500)}\`\`\`\n`;
    const inside = (await cutsOf([fence], { path: 'log.md', bufferSize: 2048 })).flatMap((cut) => cut.diagnostics);
    expect(inside.map(({ message }) => message)).toContainEqual(expect.stringMatching(/^\w+ longer than half/));
    expect(new Set(inside.map(({ message }) => message)).size).toBe(inside.length);
  });

  it('reads UTF-16, whose mark is only at its beginning', async () => {
    for (const swap of [false, true]) {
      const bytes = Buffer.from(`\ufeff${book.replaceAll('Oak', 'Öak😀')}`, 'utf16le');
      if (swap) bytes.swap16();
      const cuts = await cutsOf(parted(bytes, [333, 1]), { path: 'book.md', bufferSize: 4096, maxTokens: 64 });
      const { chunks } = joined(cuts);
      expect(cuts.length).toBeGreaterThan(4);
      expect(prove({ bytes, chunks, tokenizer: counter, maxTokens: 64 }).failures).toEqual([]);
    }
  });

  it('joins a character that two strings share', async () => {
    const text = `${'wood '.repeat(300)}😀${' wood'.repeat(300)}`;
    const at = text.indexOf('😀') + 1;
    const cuts = await cutsOf([text.slice(0, at), text.slice(at)], { bufferSize: SIZE });
    expect(rebuilt(text, cuts)).toBe(text);
  });

  it('calls a custom prefix with the location of the record', async () => {
    const prefix = ({ charStart, charEnd }: Pick<Chunk, 'charStart' | 'charEnd'>) => `${charStart}-${charEnd}\n`;
    const { chunks } = joined(await cutsOf([book], { path: 'book.md', bufferSize: 4096, prefix }));
    for (const one of chunks) expect(embedText(one, prefix)).toBe(`${one.charStart}-${one.charEnd}\n${one.content}`);
  });

  it('releases a window before it reads the next, and the stream when the consumer stops', async () => {
    let read = 0;
    let closed = false;
    async function* endless(): AsyncGenerator<string> {
      try {
        for (let n = 0; ; n++) {
          const text = section(n);
          read += text.length;
          yield text;
        }
      } finally {
        closed = true;
      }
    }
    let seen = 0;
    for await (const { chunks } of chunkStream(endless(), { path: 'book.md', bufferSize: 8192 })) {
      seen += chunks.reduce((sum, one) => sum + one.content.length, 0);
      // What was read and not given out yet is never more than the buffer and a part, and white space.
      expect(read - seen).toBeLessThan(8192 + 1024 + seen * 0.05);
      if (seen > 100_000) break;
    }
    expect(closed).toBe(true);
    const readable = Readable.from(endless());
    for await (const _ of chunkStream(readable, { bufferSize: SIZE })) break;
    expect(readable.destroyed).toBe(true);
  });

  it('refuses formats that can only be read whole, and leaves out files that are not text', async () => {
    const mail = `From: a@b.c\nTo: d@e.f\nSubject: x\n\n${'text\n'.repeat(2000)}`;
    await expect(cutsOf([mail], { path: 'a.eml', bufferSize: SIZE })).rejects.toMatchObject({ code: 'too-large' });
    const cuts = await cutsOf([new Uint8Array(5000)], { path: 'a.bin', bufferSize: SIZE });
    expect(cuts).toEqual([{ chunks: [], gaps: [], diagnostics: [expect.objectContaining({ code: 'binary' })] }]);
  });

  it('refuses an invalid stream at once, and an invalid part of it later', async () => {
    for (const given of [undefined, null, 'text', 7, {}])
      expect(() => chunkStream(given as unknown as string[])).toThrow(expect.objectContaining({ code: 'bad-source' }));
    expect(() => chunkStream([], { bufferSize: 10 })).toThrow(/bufferSize must be a whole number from 1024/);
    await expect(cutsOf([7] as unknown as string[])).rejects.toMatchObject({ code: 'bad-source' });
  });
});
