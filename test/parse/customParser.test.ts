import { describe, expect, it } from 'vitest';
import { open } from '../../src/engine/engine.js';
import { chunk, parse } from '../../src/index.js';
import type { CustomParser } from '../../src/parse/index.js';
import type { Node } from '../../src/types.js';
import { folder } from '../folder.js';
import { calendar, ics } from './ics.js';

const may = calendar('Plant an oak', 'Fell an elm');
const node = (start: number, end: number, children: readonly Node[] = []): Node => ({
  kind: 'part',
  start,
  end,
  children,
  grain: 'lines',
});
const making = (root: (length: number) => unknown): CustomParser => ({
  id: 'odd',
  extensions: ['.odd'],
  parse: ({ text }) => root(text.length) as Node, // what somebody without types may return
});

describe('a parser of the caller', () => {
  it('reads the files that it names, and gives chunks their names', async () => {
    const { chunks, diagnostics } = await chunk(may, { path: 'may.ics', parsers: [ics], granularity: 'node' });
    expect(diagnostics).toEqual([]);
    expect(chunks.map(({ name }) => name)).toEqual(expect.arrayContaining(['Plant an oak', 'Fell an elm']));
    expect(new Set(chunks.map(({ language }) => language))).toEqual(new Set(['ics']));
    expect(chunks[0].metadata.parser).toBe('ics');
    expect(chunks.map(({ content }) => content).join('')).toBe(may);
    expect((await parse(may, { path: 'may.ics', parsers: [ics] })).root.children).toHaveLength(2);
  });

  it('is used for a language that is named, and leaves other files alone', async () => {
    const { chunks } = await chunk(may, { path: 'notes.txt', language: 'ics', parsers: [ics] });
    expect(chunks[0].language).toBe('ics');
    const text = '# Oak\n\nHard.\n';
    expect(await chunk(text, { path: 'a.md', parsers: [ics] })).toEqual(await chunk(text, { path: 'a.md' }));
  });

  it('overrides built-in parsers and extractors', async () => {
    const own: CustomParser = { ...ics, id: 'own', extensions: ['.md', '.eml'], filenames: ['Dockerfile'] };
    for (const path of ['a.md', 'a.eml', 'Dockerfile']) {
      const { chunks } = await chunk(may, { path, parsers: [own] });
      expect([path, chunks[0].metadata.parser]).toEqual([path, 'own']);
    }
  });

  it('may be an object of a class, with further fields of a parser', async () => {
    class Paragraphs implements CustomParser {
      readonly id = 'paragraphs';
      readonly extensions = ['.par'];
      readonly sourceType = 'markdown';
      readonly #kind = 'paragraph';
      parse({ text }: { readonly text: string }): Node {
        const parts = [...text.matchAll(/\S[\s\S]*?(?:\n\n|$)/g)];
        const children = parts.map(({ 0: part, index }, i) => ({
          ...node(index, index + part.length),
          kind: this.#kind,
          name: `p${i}`,
        }));
        return node(0, text.length, children);
      }
    }
    const { chunks } = await chunk('One.\n\nTwo.\n', {
      path: 'a.par',
      parsers: [new Paragraphs()],
      granularity: 'node',
      minTokens: 0,
    });
    expect(chunks.map(({ sourceType, chunkType, name }) => [sourceType, chunkType, name])).toEqual([
      ['markdown', 'markdown_section', 'p0'],
      ['markdown', 'markdown_section', 'p1'],
    ]);
  });

  it('that fails on a file leaves it to the next parser, with its reason', async () => {
    const broken = making(() => {
      throw new Error('no end of the event');
    });
    const { chunks, diagnostics } = await chunk('a\nb\n', { path: 'x.odd', parsers: [broken] });
    expect(chunks[0]).toMatchObject({ content: 'a\nb\n', metadata: { parser: 'lines' } });
    expect(diagnostics).toEqual([
      {
        code: 'degraded',
        path: 'x.odd',
        message: 'could not be read as odd (no end of the event); split by lines instead',
      },
    ]);
    const refusing = making(() => undefined);
    expect((await chunk('a\n', { path: 'x.odd', parsers: [refusing] })).diagnostics).toHaveLength(1);
  });

  it.each<[string, (length: number) => unknown]>([
    ['null', () => null],
    ['a root that is too short', (length) => node(0, length - 1)],
    ['a child that ends outside', (length) => node(0, length, [node(2, length + 1)])],
    ['children that overlap', (length) => node(0, length, [node(0, 3), node(2, 4)])],
    ['a child that begins inside a character', (length) => node(0, length, [node(1, 2)])],
    ['a child without offsets', (length) => node(0, length, [{} as Node])],
    ['no children', (length) => ({ ...node(0, length), children: undefined })],
    ['no grain', (length) => ({ ...node(0, length), grain: 'words' })],
  ])('is refused with %s', async (_, root) => {
    const cutting = chunk('😀 abcdef\n', { path: 'x.odd', parsers: [making(root)] });
    await expect(cutting).rejects.toMatchObject({ code: 'bad-option', message: expect.stringContaining("'odd'") });
  });

  it.each([[{}], [[{ id: 'x' }]], [[{ parse: () => undefined }]], [[null]], ['ics']])('is not %j', async (parsers) => {
    // @ts-expect-error: what no parser is
    await expect(chunk('', { parsers })).rejects.toMatchObject({ code: 'bad-option' });
  });

  it('reads its files for an index, which detects a new version', async () => {
    const root = folder({ 'may.ics': may, 'a.md': '# Oak\n\nHard.\n' });
    const froe = await open(root, { embedder: 'none', sync: { parsers: [{ ...ics, version: '1' }] } });
    expect(await froe.sync()).toMatchObject({ added: 2 });
    const { results } = await froe.search('elm', { filter: { languages: ['ics'] } });
    expect(results[0].chunks[0].language).toBe('ics');
    expect((await froe.store.units('main:may.ics')).map(({ name }) => name)).toEqual(['Plant an oak', 'Fell an elm']);
    expect(await froe.sync()).toMatchObject({ changed: 0, unchanged: 2 });
    expect(await froe.sync({ parsers: [{ ...ics, version: '2' }] })).toMatchObject({ changed: 2 });
    await froe.close();
  });

  it('reads fences of its language in documents, and leaves the lines of one that it fails on', async () => {
    const guide = `# Guide\n\n\`\`\`ics\n${may}\`\`\`\n`;
    const { chunks } = await chunk(guide, { path: 'guide.md', parsers: [ics] });
    expect(chunks[0].metadata.symbols).toEqual(['Plant an oak', 'Fell an elm']);
    const small = await chunk(guide, { path: 'guide.md', parsers: [ics], maxTokens: 40, minTokens: 0 });
    const events = small.chunks.filter(({ content }) => content.includes('BEGIN:VEVENT'));
    expect(events.map(({ content }) => /SUMMARY:(.*)/.exec(content)?.[1])).toEqual(['Plant an oak', 'Fell an elm']);
    const broken: CustomParser = {
      ...ics,
      parse: () => {
        throw new Error('no');
      },
    };
    const plain = await chunk(guide, { path: 'guide.md' });
    expect((await chunk(guide, { path: 'guide.md', parsers: [broken] })).chunks[0].content).toBe(
      plain.chunks[0].content,
    );
  });

  it('reads fences for an index, and artifacts by their names', async () => {
    const root = folder({ 'guide.md': `# Guide\n\n\`\`\`ics\n${may}\`\`\`\n` });
    const froe = await open(root, { embedder: 'none', sync: { parsers: [ics], threads: 2 } });
    await froe.sync();
    const [{ metadata }] = await froe.store.chunksOf('main:guide.md');
    expect(metadata.symbols).toEqual(['Plant an oak', 'Fell an elm']);
    const artifact = { content: Buffer.from(may), filename: 'may.ics', sourceSystem: 'x', type: 'text' } as const;
    const { artifactId } = await froe.ingest(artifact);
    expect((await froe.store.units(artifactId)).map(({ name }) => name)).toEqual(['Plant an oak', 'Fell an elm']);
    expect(await froe.ingest(artifact)).toMatchObject({ unchanged: true });
    await froe.close();
  });
});
