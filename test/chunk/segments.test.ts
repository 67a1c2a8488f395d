/** How a parent is tiled by its children and its own text, at the edges. */
import { describe, expect, it } from 'vitest';
import { code, cutLetters, describeChunks, fn, headed, sections } from './cutLetters.js';
import type { Tree } from './grow.js';

const drafts = (tree: Tree, settings: Parameters<typeof cutLetters>[1]): string[] =>
  describeChunks(cutLetters(tree, settings));
const [oak, ash, elm] = ['oak', 'ash', 'elm'].map((name) => fn(name, `${name}();\n`));
const paragraph = (text: string): Tree => ({ kind: 'paragraph', text });

describe('own text', () => {
  it('before the first child keeps the white space before it', () => {
    expect(drafts({ text: '\n\nlet a;\n', inside: [oak] }, { maxTokens: 10 })).toEqual([
      '~1 \n\nlet a;\n',
      '#oak oak();\n',
    ]);
  });

  it('between children gives its white space to the child before', () => {
    expect(drafts({ inside: [oak, '\n\n', ash, '\n', elm] }, { maxTokens: 9 })).toEqual([
      '#oak oak();\n\n\n',
      '#ash ash();\n\n',
      '#elm elm();\n',
    ]);
  });

  it('of one character is a chunk, too', () => {
    expect(drafts({ text: '(', inside: [oak, ash] }, { maxTokens: 7 })).toEqual([
      '~1 (',
      '#oak oak();\n',
      '#ash ash();\n',
    ]);
    const outline = (): undefined => undefined;
    expect(drafts({ text: '(', inside: [oak, ash] }, { maxTokens: 7, outline })[0]).toBe('~1 (');
  });

  it('loses the white space at the edges, even if it would fit', () => {
    const large = fn('large', `${'x'.repeat(1089)}\n`);
    const { gaps } = cutLetters({ inside: [large, `${'\n'.repeat(1025)}yew();\n`] }, { maxTokens: 1100 });
    expect(gaps).toEqual([{ start: 1090, end: 2115, kind: 'whitespace' }]);
    const blank = cutLetters({ inside: [large, '\n'.repeat(1025), oak] }, { maxTokens: 1100 });
    expect(blank.chunks.map(({ content }) => content.length)).toEqual([1090, 7]);
  });

  it('that is too long has an overlap', () => {
    expect(drafts({ text: 'a = 1;\nb = 2;\nc = 3;\n', inside: [oak] }, { maxTokens: 14, overlap: 7 })).toEqual([
      '~1 a = 1;\nb = 2;\n',
      '~2 b = 2;\nc = 3;\n',
      '#oak oak();\n',
    ]);
  });
});

describe('a child', () => {
  it('on the line that names its parent goes with that line', () => {
    const title: Tree = {
      kind: 'section',
      name: 'Oak',
      inside: ['# ', { kind: 'emphasis', text: 'Oak\n' }, paragraph('Hard.\n')],
    };
    const headedTitle: Tree = { ...title, head: { start: 0, end: 5 } };
    expect(
      drafts(
        { inside: [headedTitle, { ...headedTitle, name: 'Ash' }] },
        { maxTokens: 99, granularity: 'node', parser: sections },
      ),
    ).toEqual(['#oak # Oak\nHard.\n', '#ash # Oak\nHard.\n']);
  });

  it('alone in its chunk is its subject, even without a name', () => {
    const plain = (text: string): Tree => ({ kind: 'statement', text });
    const { chunks } = cutLetters(
      { inside: [plain('1234567\n'), plain('abcdefg\n'), plain('ABCDEFG\n')] },
      { maxTokens: 16 },
    );
    expect(chunks.map(({ content, depth }) => [content, depth])).toEqual([
      ['1234567\n', 1],
      ['abcdefg\nABCDEFG\n', 0],
    ]);
    const other = cutLetters({ inside: [plain('1234567\n'), plain('abcdefg\n'), plain('7\n')] }, { maxTokens: 16 });
    expect(other.chunks.map(({ content, depth }) => [content, depth])).toEqual([
      ['1234567\nabcdefg\n', 0],
      ['7\n', 1],
    ]);
  });

  it('is standalone or not by its depth', () => {
    const depths = new Set<string>();
    const isUnit = ({ name = '' }: { name?: string }, depth: number): boolean => {
      depths.add(`${name} at ${depth}`);
      return true;
    };
    cutLetters(
      { inside: [headed('class', 'Wood', 'class Wood {\n', oak)] },
      { granularity: 'node', parser: { ...code, isUnit } },
    );
    expect([...depths].sort()).toEqual(['Wood at 1', 'oak at 2']);
  });

  it('that is large keeps the heading above it', () => {
    const woods = headed(
      'section',
      'Woods',
      '# Woods\n\n',
      paragraph('Oak and ash, elm.\n'),
      paragraph('And fir, yew, bay.\n'),
    );
    expect(drafts({ inside: [woods] }, { maxTokens: 28, parser: sections })).toEqual([
      '#woods~1 # Woods\n\nOak and ash, elm.\n',
      '#woods~2 And fir, yew, bay.\n',
    ]);
  });
});

describe('a unit with units inside', () => {
  it('is opened below its comment too', () => {
    const wood: Tree = {
      ...headed('class', 'Wood', '// all\nclass Wood {\n', oak, ash),
      doc: { start: 0, end: 6 },
      head: { start: 7, end: 19 },
    };
    expect(drafts({ inside: [wood] }, { maxTokens: 99, granularity: 'node' })).toEqual([
      '#Wood~1 // all\nclass Wood {\n',
      '#Wood.oak oak();\n',
      '#Wood.ash ash();\n',
    ]);
  });

  it('has its comment, its signature and its fields in its head, up to its first member', () => {
    const member = headed('function', 'oak', 'oak() {\n', { text: '  1;\n' });
    const field: Tree = { kind: 'field', text: 'x = 1;\n' };
    const of = (tree: Tree, maxTokens = 99) => drafts({ inside: [tree] }, { maxTokens, granularity: 'node' });
    expect(of(headed('class', 'Wood', 'class Wood {', ' //\n', field, member, field))).toEqual([
      '#Wood class Wood { //\nx = 1;\n',
      '#Wood.oak oak() {\n  1;\n',
      '#Wood~1 x = 1;\n',
    ]);
    const above: Tree = {
      ...headed('class', 'Wood', '// all\nclass Wood {\n', member),
      doc: { start: 0, end: 6 },
      head: { start: 7, end: 19 },
    };
    expect(of(above)).toEqual(['#Wood // all\nclass Wood {\n', '#Wood.oak oak() {\n  1;\n']);
    expect(of(above, 14)).toEqual(['#Wood~1 // all\n', '#Wood class Wood {\n', '#Wood.oak oak() {\n  1;\n']);
    const oneLine = headed('class', 'Wood', 'class Wood {', headed('function', 'f', 'f() {', ' 1; }'), ' }');
    expect(of(oneLine)).toEqual(['#Wood class Wood {', '#Wood.f f() { 1; }', '#Wood~1  }']);
  });

  it('keeps its signature as its own chunk if the comment below it is cut', () => {
    const member = headed('function', 'f', 'f() {\n', { text: '  1;\n' });
    const tree: Tree = {
      ...headed('class', 'Wood', 'class Wood:\n', '/* oak ash\nelm fir yew\n*/\n', member),
      doc: { start: 12, end: 38 },
    };
    expect(drafts({ inside: [tree] }, { maxTokens: 20, granularity: 'node', overlap: 0 })).toEqual([
      '#Wood class Wood:\n',
      '#Wood~1 /* oak ash\n',
      '#Wood~2 elm fir yew\n*/\n',
      '#Wood.f f() {\n  1;\n',
    ]);
  });
});

describe('a comment cut off from its definition', () => {
  const about = (comment: string, rest: string): Tree => ({
    kind: 'function',
    name: 'f',
    text: comment + rest,
    doc: { start: 0, end: comment.trimEnd().length },
    head: { start: comment.length, end: comment.length + 5 },
  });

  it('may join a neighbour, but the definition does not', () => {
    expect(
      drafts(
        { inside: [fn('oak', 'oak(12);\n'), about('// on\n', 'f() { g(); h }\n')] },
        { maxTokens: 16, minTokens: 8 },
      ),
    ).toEqual(['#oak oak(12);\n// on\n', '#f f() { g(); h }\n']);
    expect(
      drafts(
        { inside: [about('// a long one\n', 'f() {}\n'), fn('oak', 'oak(1);\n')] },
        { maxTokens: 16, minTokens: 8 },
      ),
    ).toEqual(['#f~1 // a long one\n', '#f f() {}\n', '#oak oak(1);\n']);
  });
});

describe('the lead of a chunk', () => {
  const under = (lead: string, ...rows: readonly string[]): Tree => ({
    kind: 'table',
    text: lead,
    lead: { start: 0, end: lead.length },
    inside: rows.map((text) => ({ kind: 'row', text })),
  });

  it('counts when a tiny chunk is joined', () => {
    const { chunks } = cutLetters(
      { inside: [under('|wood|\n', '|oak|\n', '|ash|\n', '|elm|\n')] },
      { maxTokens: 20, minTokens: 7 },
    );
    expect(chunks.map(({ content, partOf }) => [content, partOf])).toEqual([
      ['|wood|\n', 1],
      ['|oak|\n|ash|\n', 1],
      ['|elm|\n', 1],
    ]);
  });

  it('is cut to half of the cap', () => {
    const { chunks } = cutLetters({ inside: [under('|a long wood|\n', '|oak|\n', '|ash|\n')] }, { maxTokens: 20 });
    expect(chunks.map(({ content, context }) => [content, context])).toEqual([
      ['|a long ', undefined],
      ['wood|\n', undefined],
      ['|oak|\n|ash|\n', '|a long'],
    ]);
  });

  it('leaves less room for the overlap', () => {
    const fence: Tree = { kind: 'fence', text: '```js\na;\nb;\nc;\nd;\ne;\nf;\n', lead: { start: 0, end: 6 } };
    expect(drafts({ inside: [fence] }, { maxTokens: 15, overlap: 7 })).toEqual([
      '~1 ```js\n',
      '~2 a;\n',
      '~3 a;\nb;\n',
      '~4 b;\nc;\n',
      '~5 c;\nd;\n',
      '~6 d;\ne;\n',
      '~7 e;\nf;\n',
    ]);
  });
});

it('tiny chunks far down a text are joined by their own characters', () => {
  const tree: Tree = { inside: [fn('a', `${'x'.repeat(29)}\n`), fn('b', 'bbbbbbbbb\n'), fn('c', 'c\n')] };
  expect(drafts(tree, { maxTokens: 99, maxChars: 30, minTokens: 4 })).toHaveLength(2);
});
