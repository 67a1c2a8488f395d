/** What becomes of a chunk when it is written: its names, its id, its prefix, and the last count. */
import { describe, expect, it } from 'vitest';
import { cut } from '../../src/chunk/cut.js';
import type { ParsedChunk } from '../../src/parse/parser.js';
import { sourceFromBytes } from '../../src/sources/read.js';
import { sha256 } from '../../src/text/hash.js';
import { code, cutLetters, fn, headed, sections, shortId } from './cutLetters.js';
import type { Tree } from './grow.js';
import { letters } from './letters.js';

const [oak, ash, elm] = ['oak', 'ash', 'elm'].map((name) => fn(name, `${name}();\n`));
const wood = headed('class', 'Wood', 'class Wood {\n', oak, ash);

describe('a chunk', () => {
  it('that is the whole source has its names', () => {
    const [whole] = cutLetters({ text: '\n', name: 'Woods', inside: [oak], after: '\n' }, {}).chunks;
    expect(whole).toMatchObject({
      id: 'main:src/wood.js',
      parentId: null,
      chunkType: 'code_file',
      name: 'Woods',
      fullName: 'Woods',
      parentContext: '',
      breadcrumb: '> Woods',
      depth: 0,
      partIndex: 1,
      partOf: 1,
      metadata: { tokenizer: 'letters', parser: 'code' },
    });
  });

  it('that is one unit has the unit’s', () => {
    const { chunks } = cutLetters({ inside: [wood, elm] }, { granularity: 'node' });
    expect(
      chunks.map((chunk) => [shortId(chunk), chunk.name, chunk.fullName, chunk.parentContext, chunk.breadcrumb]),
    ).toEqual([
      ['#Wood~1', 'Wood', 'Wood', '', '> wood.js › Wood'],
      ['#Wood.oak', 'oak', 'Wood.oak', 'Wood', '> wood.js › Wood › oak'],
      ['#Wood.ash', 'ash', 'Wood.ash', 'Wood', '> wood.js › Wood › ash'],
      ['#elm', 'elm', 'elm', '', '> wood.js › elm'],
    ]);
    expect(chunks.map(({ parentId, depth, chunkType }) => [parentId, depth, chunkType])).toEqual([
      ['main:src/wood.js#Wood', 1, 'code_chunk'],
      ['main:src/wood.js#Wood', 2, 'function'],
      ['main:src/wood.js#Wood', 2, 'function'],
      ['main:src/wood.js', 1, 'function'],
    ]);
  });

  it('of several units is named after the first and the last, and belongs to their parent', () => {
    const { chunks } = cutLetters(
      { inside: [headed('class', 'Wood', 'class Wood {\n', oak, ash, elm)] },
      { maxTokens: 21 },
    );
    expect(chunks[1]).toMatchObject({
      id: 'main:src/wood.js#Wood.oak',
      parentId: 'main:src/wood.js#Wood',
      chunkType: 'code_chunk',
      name: 'oak … ash',
      fullName: 'Wood.oak … Wood.ash',
      parentContext: 'Wood',
      breadcrumb: '> wood.js › Wood',
      depth: 2,
      metadata: { names: ['oak', 'ash'] },
    });
    expect(chunks[0].metadata).not.toHaveProperty('names');
  });

  it('with one named node among others is named after it', () => {
    const free: Tree = { text: 'x = 1;\n' };
    const { chunks } = cutLetters({ inside: [free, oak, free, { text: '// twenty letters\n' }] }, { maxTokens: 24 });
    expect(chunks[0]).toMatchObject({ id: 'main:src/wood.js#oak', name: 'oak', chunkType: 'code_chunk' });
    expect(chunks[0].metadata).not.toHaveProperty('names');
  });

  it('without a name is described by its format, or named after its file', () => {
    const free: Tree = { inside: [{ text: 'a = 1;\nb = 2;\n' }, { text: 'c = 3;\nd = 4;\n' }] };
    const describe = (file: string, first: number, last: number): string => `${file} from ${first} to ${last}`;
    const said = cutLetters(free, { maxTokens: 14, parser: { ...code, describe } });
    expect(said.chunks.map(({ name, fullName }) => [name, fullName])).toEqual([
      ['wood.js from 1 to 2', 'wood.js from 1 to 2'],
      ['wood.js from 3 to 4', 'wood.js from 3 to 4'],
    ]);
    expect(cutLetters(free, { maxTokens: 14 }).chunks[1]).toMatchObject({
      id: 'main:src/wood.js~2',
      parentId: 'main:src/wood.js',
      name: 'wood.js',
      fullName: 'wood.js',
      parentContext: '',
      breadcrumb: '> wood.js',
    });
  });

  it('has its weight, unless it is 1', () => {
    const tree: Tree = { inside: [{ text: 'Yes.\n' }, { text: '> Is it?\n', weight: 0.3 }] };
    const { chunks } = cutLetters(tree, { maxTokens: 10, parser: sections });
    expect(chunks.map(({ metadata }) => metadata)).toEqual([
      { tokenizer: 'letters', parser: 'sections' },
      { tokenizer: 'letters', parser: 'sections', weight: 0.3 },
    ]);
  });

  it('states malformed bytes of its source', () => {
    const source = sourceFromBytes(Uint8Array.from([0x6f, 0xff]), { tree: 'main', path: 'a.txt', language: 'text' });
    const root = { kind: 'document', grain: 'lines', start: 0, end: 2, children: [] } as const;
    const limits = { maxTokens: 9, minTokens: 0, overlap: 0, between: 0, granularity: 'pack', maxChars: 99 } as const;
    const [chunk] = cut(source, root, { parser: code, tokenizer: letters, limits }).chunks;
    expect(chunk.metadata).toMatchObject({ decoding: { encoding: 'utf-8', bom: false, replaced: 1 } });
  });

  it('is numbered among the parts of its leaf, and states its overlap', () => {
    const text = 'one two\nthree\nfour five\nsix\n';
    const { chunks } = cutLetters({ inside: [fn('f', text)] }, { maxTokens: 16, overlap: 6 });
    expect(
      chunks.map(({ partIndex, partOf, overlapChars, content, chunkType }) => [
        partIndex,
        partOf,
        overlapChars,
        content,
        chunkType,
      ]),
    ).toEqual([
      [1, 3, 0, 'one two\nthree\n', 'code_chunk'],
      [2, 3, 6, 'three\nfour five\n', 'code_chunk'],
      [3, 3, 5, 'five\nsix\n', 'code_chunk'],
    ]);
  });
});

describe('sections', () => {
  const paragraph = (text: string): Tree => ({ kind: 'paragraph', text });
  const node = { granularity: 'node', parser: sections, maxTokens: 12 } as const;

  it('have their own id on the text above their first subsection', () => {
    const inner = headed('section', 'Oak', '## Oak\n', paragraph('Hard.\n'));
    const { chunks } = cutLetters(
      { name: 'Woods', inside: [headed('section', 'Woods', '# Woods\n', paragraph('All.\n'), inner)] },
      { ...node, maxTokens: 14 },
    );
    expect(chunks.map((chunk) => [shortId(chunk), chunk.parentId, chunk.name, chunk.chunkType, chunk.depth])).toEqual([
      ['#woods', 'main:src/wood.js', 'Woods', 'markdown_section', 1],
      ['#oak', 'main:src/wood.js#woods', 'Oak', 'markdown_section', 2],
    ]);
    expect(chunks[1]).toMatchObject({ fullName: 'Woods > Oak', parentContext: 'Woods', breadcrumb: '> Woods › Oak' });
  });

  it('are numbered if that text was cut', () => {
    const { chunks } = cutLetters(
      { inside: [headed('section', 'Oak', '# Oak\n', paragraph('Hard wood.\n'), paragraph('Very hard.\n'))] },
      { ...node, maxTokens: 18 },
    );
    expect(chunks.map((chunk) => [shortId(chunk), chunk.parentId, chunk.chunkType])).toEqual([
      ['#oak~1', 'main:src/wood.js#oak', 'markdown_section'],
      ['#oak~2', 'main:src/wood.js#oak', 'markdown_section'],
    ]);
  });

  it('are numbered, too, if they share chunks', () => {
    const tree: Tree = {
      inside: [
        headed(
          'section',
          'Oak',
          '# Oak\n',
          paragraph('Hard.\n'),
          headed('section', 'Ash', '## Ash\n', paragraph('Tough.\n')),
        ),
      ],
    };
    const { chunks } = cutLetters(tree, { parser: sections, maxTokens: 16 });
    expect(chunks.map(shortId)).toEqual(['#oak~1', '#ash']);
  });

  it('leave the text above the first of them to the document', () => {
    const tree: Tree = {
      name: 'Woods',
      inside: [paragraph('Intro.\n'), headed('section', 'Oak', '# Oak\n', paragraph('Hard.\n'))],
    };
    const { chunks } = cutLetters(tree, node);
    expect(chunks.map((chunk) => [shortId(chunk), chunk.parentId, chunk.name])).toEqual([
      ['.', null, 'wood.js'],
      ['#oak', 'main:src/wood.js', 'Oak'],
    ]);
  });
});

describe('a prefix', () => {
  const lines: Tree = { text: 'oak;\nash;\nelm;\nfir;\n' };

  it('takes its room from every chunk, and is embedded with it', () => {
    const { chunks } = cutLetters(lines, { maxTokens: 15, prefix: () => 'wood:' });
    expect(chunks.map(({ content }) => content)).toEqual(['oak;\nash;\n', 'elm;\nfir;\n']);
    expect(chunks[0].embedHash).toBe(sha256('wood:oak;\nash;\n'));
    expect(chunks[0].tokenCount).toBe(10);
    expect(cutLetters(lines, { maxTokens: 14, prefix: () => 'wood:' }).chunks).toHaveLength(4);
  });

  it('gets the name and the location of the chunk', () => {
    const asked: unknown[] = [];
    cutLetters(
      { inside: [oak, ash] },
      {
        maxTokens: 8,
        prefix: (chunk) => {
          asked.push(chunk);
          return '';
        },
      },
    );
    const rest = { filePath: 'src/wood.js', language: 'javascript' };
    const named = (name: string) => ({ name, fullName: name, parentContext: '' });
    expect(asked).toEqual([
      { ...named('wood.js'), breadcrumb: '> wood.js', charStart: 0, charEnd: 14, ...rest },
      { ...named('oak'), breadcrumb: '> wood.js › oak', charStart: 0, charEnd: 7, ...rest },
      { ...named('ash'), breadcrumb: '> wood.js › ash', charStart: 7, charEnd: 14, ...rest },
    ]);
  });

  it('may take half of the cap, and no more', () => {
    expect(cutLetters({ text: 'oak' }, { maxTokens: 10, prefix: () => '12345' }).chunks).toHaveLength(1);
    expect(() => cutLetters({ text: 'oak' }, { maxTokens: 10, prefix: () => '123456' })).toThrow(
      /The prefix takes more than half of maxTokens 10/,
    );
  });

  it('that is longer for one chunk than for the document causes that chunk to be cut again', () => {
    const prefix = ({ name }: { name: string }): string => (name === 'oak' ? '12345678' : '12');
    const { chunks } = cutLetters(
      { inside: [fn('oak', 'a;\nb;\nc;\nd;\n'), fn('ash', 'e;\nf;\ng;\nh;\n')] },
      { maxTokens: 16, prefix },
    );
    expect(chunks.map((chunk) => [shortId(chunk), chunk.content, chunk.partIndex, chunk.partOf])).toEqual([
      ['#oak~1', 'a;\nb;\n', 1, 2],
      ['#oak~2', 'c;\nd;\n', 2, 2],
      ['#ash', 'e;\nf;\ng;\nh;\n', 1, 1],
    ]);
  });

  it('that grows with every cut gets less room each time, until none is left', () => {
    /** Nothing before the document, more before each smaller chunk. */
    const growing =
      (...lengths: readonly number[]) =>
      ({ charStart, charEnd }: { charStart: number; charEnd: number }): string =>
        '1'.repeat(charEnd - charStart > 19 ? 0 : charEnd - charStart > 5 ? lengths[0] : lengths[1]);
    const contents = (prefix: ReturnType<typeof growing>): string[] =>
      cutLetters(lines, { maxTokens: 12, prefix }).chunks.map(({ content }) => content);
    expect(contents(growing(2, 2))).toEqual(['oak;\nash;\n', 'elm;\nfir;\n']);
    expect(contents(growing(4, 7))).toEqual(['oak;\n', 'ash;\n', 'elm;\n', 'fir;\n']);
    expect(() => contents(growing(4, 8))).toThrow('src/wood.js: no character fits into 12 tokens with its prefix');
  });
});

describe('notes', () => {
  it('are before a chunk, after its leads, and count towards the cap', () => {
    const table: Tree = {
      text: '|w|\n',
      lead: { start: 0, end: 4 },
      inside: ['|oak|\n', '|ash|\n', '|elm|\n'].map((text) => ({ kind: 'row', text })),
    };
    const { chunks } = cutLetters({ inside: [table] }, { maxTokens: 14, notes: ({ charStart }) => `${charStart}! ` });
    expect(chunks.map(({ content, context }) => [content, context])).toEqual([
      ['|w|\n', '0! '],
      ['|oak|\n', '|w|\n4! '],
      ['|ash|\n', '|w|\n10! '],
      ['|elm|\n', '|w|\n16! '],
    ]);
    for (const { content, context = '' } of chunks) expect((context + content).length).toBeLessThanOrEqual(14);
  });
});

describe('leads', () => {
  it('lose the outermost if they leave no room together', () => {
    const under = (text: string, ...inside: readonly Tree[]): Tree => ({
      text,
      lead: { start: 0, end: text.length },
      inside,
    });
    const tree = under('|a a a|\n', under('|b b b|\n', { text: '|oak|\n' }, { text: '|ash|\n' }));
    const contexts = (maxTokens: number): unknown[] => [
      ...new Set(cutLetters({ inside: [tree] }, { maxTokens }).chunks.map(({ context }) => context)),
    ];
    expect(contexts(26)).toEqual([undefined, '|a a a|\n', '|a a a|\n|b b b|\n']);
    expect(contexts(16)).toEqual([undefined, '|a a a|\n', '|b b b|\n']);
  });
});

describe('fields of a format', () => {
  it('are computed for every chunk, with its nodes and ancestors', () => {
    const asked: unknown[] = [];
    const fields = ({ source, root, node, shows, content, parents }: ParsedChunk) => {
      asked.push([source.path, root.name, node.name, shows.map(({ name }) => name), parents(), content]);
      return { docstring: node.name ?? null };
    };
    const tree: Tree = { name: 'Woods', inside: [{ text: 'x;\n' }, { ...wood, after: '}\n' }] };
    const { chunks } = cutLetters(tree, { maxTokens: 20, parser: { ...code, fields } });
    expect(asked).toEqual([
      ['src/wood.js', 'Woods', undefined, [undefined], [], 'x;\n'],
      ['src/wood.js', 'Woods', 'Wood', [], [], 'class Wood {\n'],
      ['src/wood.js', 'Woods', 'oak', ['oak', 'ash'], ['Wood'], 'oak();\nash();\n}\n'],
    ]);
    expect(chunks.map(({ docstring }) => docstring)).toEqual([null, 'Wood', 'oak']);
  });
});

describe('an outline', () => {
  it('is a record of its unit, without a span in the source', () => {
    const member = (name: string): Tree => headed('function', name, `${name}() {\n`, { text: '  1;\n' });
    const tree: Tree = {
      inside: [
        headed(
          'class',
          'Wood',
          'class Wood {\n',
          member('oak'),
          headed('class', 'Inner', 'class Inner {\n', member('ash'), member('elm')),
        ),
      ],
    };
    const { chunks } = cutLetters(tree, { maxTokens: 24, prefix: () => 'p', outline: (_text, { name }) => `${name}!` });
    const outlines = chunks.filter(({ synthetic }) => synthetic);
    expect(outlines).toMatchObject([
      {
        id: 'main:src/wood.js#Wood:outline',
        parentId: 'main:src/wood.js',
        sourceType: 'code',
        chunkType: 'class',
        content: 'Wood!',
        tokenCount: 5,
        name: 'Wood',
        depth: 1,
        partIndex: 1,
        partOf: 1,
        overlapChars: 0,
        charStart: 0,
        metadata: { tokenizer: 'letters', parser: 'code' },
      },
      {
        id: 'main:src/wood.js#Wood.Inner:outline',
        parentId: 'main:src/wood.js#Wood',
        fullName: 'Wood.Inner',
        depth: 2,
      },
    ]);
    expect(outlines[0].embedHash).toBe(sha256('pWood!'));
    expect(chunks.map(({ position }) => position)).toEqual(chunks.map((_, i) => i));
    expect(chunks.map(shortId)).toEqual([
      '#Wood:outline',
      '#Wood~1',
      '#Wood.oak',
      '#Wood.Inner:outline',
      '#Wood.Inner~1',
      '#Wood.Inner.ash',
      '#Wood.Inner.elm',
    ]);
  });
});
