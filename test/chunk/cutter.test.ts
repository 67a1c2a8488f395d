/** The cutting loop, drawn: `#name text` for every chunk, a token a letter. */
import { describe, expect, it } from 'vitest';
import { code, cutLetters, describeChunks, fn, headed, sections } from './cutLetters.js';
import type { Tree } from './grow.js';

const drafts = (tree: Tree, settings: Parameters<typeof cutLetters>[1]): string[] =>
  describeChunks(cutLetters(tree, settings));
const [oak, ash, elm, fir] = ['oak', 'ash', 'elm', 'fir'].map((name) => fn(name, `${name}();\n`));

describe('a source', () => {
  it('that fits is one chunk', () => {
    expect(drafts({ inside: [oak, ash] }, { maxTokens: 14 })).toEqual(['. oak();\nash();\n']);
  });

  it('without visible text has no chunk and is one gap', () => {
    expect(cutLetters({ text: ' \n' }, {})).toMatchObject({
      chunks: [],
      gaps: [{ start: 0, end: 2, kind: 'whitespace' }],
    });
    expect(cutLetters({ text: '\ufeff \n' }, {}).gaps.map(({ kind }) => kind)).toEqual(['bom', 'whitespace']);
    expect(cutLetters({ text: '' }, {})).toMatchObject({ chunks: [], gaps: [], diagnostics: [] });
  });

  it('begins after its byte order mark', () => {
    const { chunks, gaps } = cutLetters({ text: '\ufeffoak' }, {});
    expect(chunks.map(({ content, charStart }) => [content, charStart])).toEqual([['oak', 1]]);
    expect(gaps).toEqual([{ start: 0, end: 1, kind: 'bom' }]);
  });

  it('is opened if it does not fit, in characters or in tokens', () => {
    expect(drafts({ inside: [oak, ash] }, { maxTokens: 13 })).toEqual(['#oak oak();\n', '#ash ash();\n']);
    expect(drafts({ inside: [oak, ash] }, { maxTokens: 99, maxChars: 13 })).toEqual(['#oak oak();\n', '#ash ash();\n']);
    expect(drafts({ inside: [oak, ash] }, { maxTokens: 99, maxChars: 14 })).toEqual(['. oak();\nash();\n']);
  });
});

describe('children', () => {
  it('that are small share a chunk, and large ones have their own', () => {
    const large = fn('large', 'large(1, 2, 3);\n');
    expect(drafts({ inside: [oak, ash, large, elm, fir] }, { maxTokens: 24 })).toEqual([
      '#oak oak();\nash();\n',
      '#large large(1, 2, 3);\n',
      '#elm elm();\nfir();\n',
    ]);
  });

  it('are large above half a chunk, in tokens or in characters', () => {
    const half = fn('half', 'half(1);\n\n');
    const more = fn('more', 'more(12);\n\n');
    const alone = ['#oak oak();\n', '#more more(12);\n\n', '#ash ash();\n'];
    expect(drafts({ inside: [oak, half, ash] }, { maxTokens: 20 })).toEqual([
      '#oak oak();\nhalf(1);\n\n',
      '#ash ash();\n',
    ]);
    expect(drafts({ inside: [oak, more, ash] }, { maxTokens: 20 })).toEqual(alone);
    expect(drafts({ inside: [oak, more, ash] }, { maxTokens: 99, maxChars: 20 })).toEqual(alone);
    expect(drafts({ inside: [oak, half, ash] }, { maxTokens: 99, maxChars: 20 })).toHaveLength(2);
  });

  it('are opened in their turn', () => {
    const tree = headed('class', 'Wood', 'class Wood {\n', oak, ash, elm);
    expect(drafts({ inside: [{ ...tree, after: '}\n' }, fir] }, { maxTokens: 16 })).toEqual([
      '#Wood~1 class Wood {\n',
      '#Wood.oak oak();\nash();\n',
      '#Wood.elm elm();\n}\n',
      '#fir fir();\n',
    ]);
  });

  it('leave white space to the segment before, and indentation to the line', () => {
    expect(drafts({ inside: [oak, fn('ash', '\n\n  ash();'), { ...elm, text: 'elm();' }] }, { maxTokens: 13 })).toEqual(
      ['#oak oak();\n', '#ash \n\n  ash();', '#elm elm();'],
    );
    const between: Tree = { inside: [oak], after: '\n  // yew\n' };
    expect(drafts({ inside: [between, ash] }, { maxTokens: 14 })).toEqual([
      '#oak oak();\n\n',
      '~1   // yew\n',
      '#ash ash();\n',
    ]);
  });

  it('leave the text between them to their parent', () => {
    const tree: Tree = { inside: [{ ...oak, text: 'oak();\n' }, { kind: 'comment', text: '// yew\n' }, ash] };
    expect(drafts(tree, { maxTokens: 14 })).toHaveLength(2);
    const wood: Tree = { text: 'let a;\n', inside: [oak, ash], after: 'let b;\n' };
    expect(drafts(wood, { maxTokens: 7 })).toEqual(['~1 let a;\n', '#oak oak();\n', '#ash ash();\n', '~2 let b;\n']);
  });

  it('without text around them leave none to the parent', () => {
    expect(drafts({ text: '\n\n', inside: [oak, ash], after: '\n\n' }, { maxTokens: 9 })).toEqual([
      '#oak \n\noak();\n',
      '#ash ash();\n\n\n',
    ]);
  });

  it('have text between them cut by lines if it is too long', () => {
    const tree: Tree = { text: 'a = 1;\nb = 2;\nc = 3;\n', inside: [oak], after: 'd = 4;\ne = 5;\n' };
    expect(drafts(tree, { maxTokens: 8 })).toEqual([
      '~1 a = 1;\n',
      '~2 b = 2;\n',
      '~3 c = 3;\n',
      '#oak oak();\n',
      '~4 d = 4;\n',
      '~5 e = 5;\n',
    ]);
  });

  it('number the parts of the parent’s own text', () => {
    const { chunks } = cutLetters({ text: 'a = 1;\nb = 2;\n', inside: [oak] }, { maxTokens: 8 });
    expect(chunks.map(({ partIndex, partOf, chunkType }) => [partIndex, partOf, chunkType])).toEqual([
      [1, 2, 'code_chunk'],
      [2, 2, 'code_chunk'],
      [1, 1, 'function'],
    ]);
  });
});

describe('a long run of white space', () => {
  const far = (blanks: number): Tree => ({ inside: [oak, { kind: 'blank', text: '\n'.repeat(blanks) }, ash] });

  it('between children becomes a gap beyond 1,024 characters', () => {
    const tree = (blanks: number): Tree => ({ inside: [oak], after: `${'\n'.repeat(blanks)}yew();\n` });
    expect(cutLetters(tree(1024), { maxTokens: 1031 }).gaps).toEqual([]);
    const { gaps } = cutLetters(tree(1025), { maxTokens: 1031 });
    expect(gaps).toEqual([{ start: 7, end: 1032, kind: 'whitespace' }]);
  });

  it('inside a leaf becomes a gap, too', () => {
    const leaf = (blanks: number): Tree => ({ text: `oak${' '.repeat(blanks)}ash` });
    expect(cutLetters(leaf(1025), { maxTokens: 100 }).gaps).toEqual([{ start: 3, end: 1028, kind: 'whitespace' }]);
    expect(drafts(leaf(1025), { maxTokens: 100 })).toEqual(['~1 oak', '~2 ash']);
    expect(cutLetters(leaf(1024), { maxTokens: 1029 }).chunks.length).toBeGreaterThan(1);
  });

  it('is not a chunk by itself', () => {
    expect(cutLetters(far(3000), { maxTokens: 40 }).chunks.map(({ content }) => content.trim())).toEqual([
      'oak();',
      'ash();',
    ]);
  });
});

describe('a definition and its comment', () => {
  const about = (comment: string, head: string, body: string): Tree => ({
    kind: 'function',
    name: 'f',
    text: comment + head + body,
    doc: { start: 0, end: comment.trimEnd().length },
    head: { start: comment.length, end: comment.length + head.length },
  });

  it('are cut between the two if they do not fit together', () => {
    const { chunks } = cutLetters({ inside: [about('// a long one\n', 'f() {', ' g(); }\n')] }, { maxTokens: 16 });
    expect(chunks.map(({ content, partOf, chunkType }) => [content, partOf, chunkType])).toEqual([
      ['// a long one\n', 1, 'code_chunk'],
      ['f() { g(); }\n', 1, 'function'],
    ]);
  });

  it('are cut at the line, with its indentation', () => {
    expect(drafts({ inside: [about('// a long one\n  ', 'f() {', ' g() }\n')] }, { maxTokens: 16 })).toEqual([
      '#f~1 // a long one\n',
      '#f   f() { g() }\n',
    ]);
  });

  it('stay together if they fit', () => {
    expect(drafts({ inside: [about('// one\n', 'f() {', ' g(); }\n'), oak] }, { maxTokens: 20 })[0]).toBe(
      '#f // one\nf() { g(); }\n',
    );
  });

  it('are cut anywhere if the definition alone does not fit, or the comment is inside', () => {
    expect(drafts({ inside: [about('// one\n', 'f() {\n', ' g();\n h();\n}\n')] }, { maxTokens: 16 })).toHaveLength(2);
    const inside: Tree = { ...about('', 'def f():\n', '  "says"\n  return 1\n'), doc: { start: 9, end: 17 } };
    expect(drafts({ inside: [inside] }, { maxTokens: 18 })).toEqual(['#f~1 def f():\n  "says"\n', '#f~2   return 1\n']);
  });
});

describe('tiny chunks', () => {
  it('join a neighbour they fit with', () => {
    const tree = headed('class', 'Wood', 'class Wood {\n', oak, ash, elm);
    expect(drafts({ inside: [{ ...tree, after: '}\n' }, fir] }, { maxTokens: 16, minTokens: 8 })).toEqual([
      '#Wood~1 class Wood {\n',
      '#Wood.oak oak();\nash();\n',
      '#Wood.elm elm();\n}\nfir();\n',
    ]);
  });

  it('are those below the minimum', () => {
    const tree = (text: string): Tree => ({
      inside: [fn('a', '1234567890\n'), fn('b', text), fn('c', '123456789012345\n')],
    });
    expect(drafts(tree('12345\n'), { maxTokens: 17, minTokens: 7 })).toHaveLength(2);
    expect(drafts(tree('12345\n'), { maxTokens: 17, minTokens: 6 })).toHaveLength(3);
    expect(drafts(tree('12345\n'), { maxTokens: 16, minTokens: 7 })).toHaveLength(3);
    expect(drafts(tree('12345\n'), { maxTokens: 99, maxChars: 17, minTokens: 7 })).toHaveLength(2);
    expect(drafts(tree('12345\n'), { maxTokens: 99, maxChars: 16, minTokens: 7 })).toHaveLength(3);
  });
});

describe('a chunk for every unit', () => {
  const wood = headed('class', 'Wood', 'class Wood {\n', oak, ash);

  it('opens a node with units even if it fits', () => {
    expect(drafts({ inside: [wood, elm] }, { maxTokens: 99, granularity: 'node' })).toEqual([
      '#Wood~1 class Wood {\n',
      '#Wood.oak oak();\n',
      '#Wood.ash ash();\n',
      '#elm elm();\n',
    ]);
    expect(drafts({ inside: [wood, elm] }, { maxTokens: 99 })).toHaveLength(1);
  });

  it('keeps a node whole that is below the minimum or has no units', () => {
    const plain: Tree = { kind: 'class', name: 'Plain', text: 'class Plain {', inside: [{ text: ' x }\n' }] };
    expect(drafts({ inside: [wood, plain] }, { maxTokens: 99, granularity: 'node', minTokens: 28 })).toContain(
      '#Wood class Wood {\noak();\nash();\n',
    );
    expect(drafts({ inside: [wood, plain] }, { maxTokens: 99, granularity: 'node', minTokens: 27 })).not.toContain(
      '#Wood class Wood {\noak();\nash();\n',
    );
    expect(drafts({ inside: [plain, oak] }, { maxTokens: 99, granularity: 'node' })).toEqual([
      '#Plain class Plain { x }\n',
      '#oak oak();\n',
    ]);
  });

  it('lets other nodes share a chunk', () => {
    const [a, b] = [
      { kind: 'statement', text: 'a = 1;\n' },
      { kind: 'statement', text: 'b = 2;\n' },
    ];
    expect(drafts({ inside: [a, b, oak, a, b] }, { maxTokens: 99, granularity: 'node' })).toEqual([
      '~1 a = 1;\nb = 2;\n',
      '#oak oak();\n',
      '~2 a = 1;\nb = 2;\n',
    ]);
  });
});

describe('headings', () => {
  const paragraph = (text: string, weight?: number): Tree => ({
    kind: 'paragraph',
    text,
    ...(weight === undefined ? {} : { weight }),
  });
  const woods: Tree = {
    name: 'Woods',
    inside: [
      headed(
        'section',
        'Woods',
        '# Woods\n\n',
        paragraph('All.\n\n'),
        headed('section', 'Oak', '## Oak\n', paragraph('Hard.\n')),
      ),
    ],
  };

  it('are in the first chunk of their section, with a chunk for every section', () => {
    const cut = cutLetters(woods, { maxTokens: 99, granularity: 'node', parser: sections });
    expect(describeChunks(cut)).toEqual(['#woods # Woods\n\nAll.\n\n', '#oak ## Oak\nHard.\n']);
    expect(cut.gaps).toEqual([]);
  });

  it('go with the text below if sections share chunks', () => {
    expect(drafts(woods, { maxTokens: 20, parser: sections })).toEqual([
      '#woods~1 # Woods\n\nAll.\n\n',
      '#oak ## Oak\nHard.\n',
    ]);
    expect(drafts(woods, { maxTokens: 99, parser: sections })).toHaveLength(1);
  });

  it('are ordinary text if the parser has no headings', () => {
    expect(drafts(woods, { maxTokens: 99, granularity: 'node', parser: { ...code, isUnit: sections.isUnit } })).toEqual(
      ['#Woods # Woods\n\nAll.\n\n', '#Woods.Oak ## Oak\nHard.\n'],
    );
  });

  it('are the whole chunk of a section without text', () => {
    const bare = headed('section', 'Ash', '## Ash\n');
    expect(
      drafts(
        { inside: [bare, headed('section', 'Oak', '## Oak\n', paragraph('Hard.\n'))] },
        {
          maxTokens: 99,
          granularity: 'node',
          parser: sections,
        },
      ),
    ).toEqual(['#ash ## Ash\n', '#oak ## Oak\nHard.\n']);
  });

  it('keep text of weight 0 apart, and text of lower weight only next to other text', () => {
    const listed = (weight: number): Tree => ({
      inside: [paragraph('Oak.\n'), paragraph('- a\n', weight), paragraph('Ash.\n')],
    });
    expect(drafts(listed(0), { maxTokens: 99, parser: sections })).toEqual(['~1 Oak.\n', '~2 - a\n', '~3 Ash.\n']);
    expect(drafts(listed(0.3), { maxTokens: 99, parser: sections })).toEqual(['. Oak.\n- a\nAsh.\n']);
    expect(drafts(listed(0.3), { maxTokens: 12, parser: sections })).toEqual(['~1 Oak.\n', '~2 - a\n', '~3 Ash.\n']);
    expect(drafts(listed(0), { maxTokens: 99, parser: code })).toHaveLength(1);
    expect(drafts(listed(0), { maxTokens: 99, minTokens: 9, parser: sections })).toHaveLength(3);
  });
});

describe('the lead of a chunk', () => {
  const table: Tree = {
    kind: 'table',
    text: '|wood|\n',
    lead: { start: 0, end: 7 },
    inside: ['|oak|\n', '|ash|\n', '|elm|\n', '|fir|\n'].map((text) => ({ kind: 'row', text })),
  };

  it('takes room, and one character more', () => {
    const { chunks } = cutLetters({ inside: [table] }, { maxTokens: 20 });
    expect(chunks.map(({ content, context }) => [content, context])).toEqual([
      ['|wood|\n', undefined],
      ['|oak|\n|ash|\n', '|wood|\n'],
      ['|elm|\n|fir|\n', '|wood|\n'],
    ]);
    expect(cutLetters({ inside: [table] }, { maxTokens: 19 }).chunks).toHaveLength(5);
  });

  it('takes no room after the table', () => {
    const after: Tree = { text: 'Oak and ash, and elm.\n' };
    expect(cutLetters({ inside: [table, after] }, { maxTokens: 22 }).chunks.at(-1)?.content).toBe(
      'Oak and ash, and elm.\n',
    );
  });

  it('counts when tiny chunks are joined', () => {
    const { chunks } = cutLetters({ inside: [table] }, { maxTokens: 26, minTokens: 8 });
    expect(chunks.map(({ content, context = '' }) => [content, context])).toEqual([
      ['|wood|\n|oak|\n|ash|\n', ''],
      ['|elm|\n|fir|\n', '|wood|\n'],
    ]);
  });
});

describe('outlines', () => {
  const wood = headed(
    'class',
    'Wood',
    'class Wood {\n',
    headed('function', 'oak', 'oak() {\n', { text: '  1;\n' }),
    headed('function', 'ash', 'ash() {\n', { text: '  2;\n' }),
  );
  const outline = (text: string, node: { start: number }): string =>
    `outline of ${text.slice(node.start, node.start + 10)}`;

  it('are before the first chunk of an opened unit', () => {
    expect(drafts({ text: 'a = 1;\n', inside: [wood, oak] }, { maxTokens: 30, outline })).toEqual([
      '~1 a = 1;\n',
      '#Wood:outline outline of class Wood',
      '#Wood.oak class Wood {\noak() {\n  1;\n',
      '#Wood.ash ash() {\n  2;\n',
      '#oak oak();\n',
    ]);
  });

  it('are added to the lines they repeat, with a chunk for every unit', () => {
    const cut = cutLetters({ inside: [wood] }, { maxTokens: 99, granularity: 'node', outline });
    expect(describeChunks(cut)).toEqual([
      '#Wood:outline outline of class Wood',
      '#Wood class Wood {\n',
      '#Wood.oak oak() {\n  1;\n',
      '#Wood.ash ash() {\n  2;\n',
    ]);
    expect(cut.gaps).toEqual([]);
  });

  it('are not made without members, for documents, or if they are empty', () => {
    const plain = headed('class', 'Plain', 'class Plain {\n', oak, ash);
    expect(
      drafts({ inside: [plain, elm] }, { maxTokens: 25, outline }).filter((draft) => draft.includes('outline')),
    ).toEqual([]);
    expect(drafts({ inside: [wood] }, { maxTokens: 25, outline, parser: sections }).join()).not.toContain('outline');
    expect(drafts({ inside: [wood] }, { maxTokens: 25, outline: () => undefined }).join()).not.toContain('outline');
  });

  it('get a function that tells what fits', () => {
    const asked: boolean[] = [];
    const fitting = (maxChars: number, prefix = ''): boolean[] => {
      asked.length = 0;
      cutLetters(
        { inside: [wood] },
        {
          maxTokens: 24,
          maxChars,
          prefix: () => prefix,
          outline: (_text, _node, fits) => {
            for (const length of [9, 10, 11, 24, 25]) asked.push(fits('x'.repeat(length)));
            return undefined;
          },
        },
      );
      return [...asked];
    };
    expect(fitting(99)).toEqual([true, true, true, true, false]);
    expect(fitting(10)).toEqual([true, true, false, false, false]);
    expect(fitting(99, '1234')).toEqual([true, true, true, false, false]);
  });
});
