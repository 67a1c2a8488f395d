/** The flat tree of headings: building, spans, bodies, ids, slugs, breadcrumbs. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { markdownDocument } from '../../../src/parse/markdown/document.js';
import { type MarkdownTree, markdownTree, type TreeEntry } from '../../../src/parse/markdown/tree.js';
import { nodesOf, textOf } from '../document/drawDocument.js';

const text = [
  'Before all.',
  '',
  '# Wood',
  'Grows.',
  '## Oak',
  'Hard.',
  '### Bark',
  'Rough.',
  '## Pine',
  'Soft.',
  '# Iron',
  'Rusts.',
  '',
].join('\n');

const pick = <K extends keyof TreeEntry>(tree: MarkdownTree, ...keys: K[]): TreeEntry[K][][] =>
  tree.entries.map((entry) => keys.map((key) => entry[key]));
const spanOf = (bytes: Buffer, { byteStart, byteEnd }: TreeEntry): string =>
  bytes.subarray(byteStart, byteEnd).toString();
const entry = (tree: MarkdownTree, title: string): TreeEntry => {
  const found = tree.entries.find((one) => one.title === title);
  if (!found) throw new Error(`no ${title}`);
  return found;
};

describe('building', () => {
  const tree = markdownTree(text, 'docs/matter.md', 'notes');

  it('gives every entry its id, parent, depth and position', () => {
    expect(pick(tree, 'position', 'depth', 'id', 'parentId')).toEqual([
      [0, 0, 'notes:docs/matter.md', null],
      [1, 1, 'notes:docs/matter.md#wood', 'notes:docs/matter.md'],
      [2, 2, 'notes:docs/matter.md#oak', 'notes:docs/matter.md#wood'],
      [3, 3, 'notes:docs/matter.md#bark', 'notes:docs/matter.md#oak'],
      [4, 2, 'notes:docs/matter.md#pine', 'notes:docs/matter.md#wood'],
      [5, 1, 'notes:docs/matter.md#iron', 'notes:docs/matter.md'],
    ]);
    expect(new Set(tree.entries.map(({ docId }) => docId))).toEqual(new Set(['notes:docs/matter.md']));
    expect(pick(tree, 'tree', 'path')[3]).toEqual(['notes', 'docs/matter.md']);
  });

  it('starts a span after the heading line, and ends it before the next heading of its level or a higher one', () => {
    const bytes = Buffer.from(text);
    expect(tree.entries.map((one) => spanOf(bytes, one))).toEqual([
      text,
      'Grows.\n## Oak\nHard.\n### Bark\nRough.\n## Pine\nSoft.\n',
      'Hard.\n### Bark\nRough.\n',
      'Rough.\n',
      'Soft.\n',
      'Rusts.\n',
    ]);
  });

  it('has neither the sections inside nor any heading line in a body', () => {
    expect(pick(tree, 'body').flat()).toEqual([
      'Before all.\n\n',
      'Grows.\n',
      'Hard.\n',
      'Rough.\n',
      'Soft.\n',
      'Rusts.\n',
    ]);
  });

  it('counts bytes, not characters', () => {
    const given = '# é😀\nä\n## 中\nö\n';
    const bytes = Buffer.from(given);
    expect(markdownTree(given).entries.map((one) => spanOf(bytes, one))).toEqual([given, 'ä\n## 中\nö\n', 'ö\n']);
  });

  it('attaches to the nearest heading before with a strictly lower level', () => {
    const parents = (headings: string): (string | null)[] =>
      markdownTree(
        headings
          .split(' ')
          .map((marks, i) => `${marks} h${i}\nx\n`)
          .join(''),
      ).entries.map(({ parentId }) => (parentId === null ? null : (parentId.split('#')[1] ?? 'root')));
    expect(parents('# ## ##')).toEqual([null, 'root', 'h0', 'h0']);
    expect(parents('## #')).toEqual([null, 'root', 'root']);
    expect(parents('# #### ## ###')).toEqual([null, 'root', 'h0', 'h0', 'h2']);
    expect(parents('###### # ######')).toEqual([null, 'root', 'root', 'h1']);
    expect(parents('# ## ### #### ##### ######')).toEqual([null, 'root', 'h0', 'h1', 'h2', 'h3', 'h4']);
  });

  it('takes headings of all six levels, with lines or underlines', () => {
    expect(pick(markdownTree('A\n=\nx\n\nB\n-\nx\n###### C\nx\n'), 'depth', 'title')).toEqual([
      [0, 'A'],
      [1, 'A'],
      [2, 'B'],
      [6, 'C'],
    ]);
  });

  it('keeps headings without text, which have no body and no chunk', () => {
    const given = '# A\n\n# B\nb\n## C\n## D\nd\n## E\n\n';
    const tree = markdownTree(given);
    expect(pick(tree, 'title', 'slug', 'body', 'parentId')).toEqual([
      ['A', null, '', null],
      ['A', 'a', '\n', 'main:text.md'],
      ['B', 'b', 'b\n', 'main:text.md'],
      ['C', 'c', '', 'main:text.md#b'],
      ['D', 'd', 'd\n', 'main:text.md#b'],
      ['E', 'e', '\n', 'main:text.md#b'],
    ]);
    expect(tree.entries.map(({ position }) => position)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(tree.chunks().map(({ title }) => title)).toEqual(['B', 'D']);
  });

  it('reads headings in quotes and list items', () => {
    const given = '# A\na\n> ## B\n> b\n\nafter\n\n1. ## C\n   c\n2. d\n\n## E\ne\n';
    expect(pick(markdownTree(given), 'title', 'depth', 'parentId', 'body').slice(1)).toEqual([
      ['A', 1, 'main:text.md', 'a\n'],
      ['B', 2, 'main:text.md#a', '> b\n\nafter\n\n'],
      ['C', 2, 'main:text.md#a', '   c\n2. d\n\n'],
      ['E', 2, 'main:text.md#a', 'e\n'],
    ]);
  });

  it('keeps a heading that only contains others, without a chunk', () => {
    const tree = markdownTree('# A\n\n## B\nb\n', 'a.md');
    expect(pick(tree, 'title', 'body')).toEqual([
      ['A', ''],
      ['A', '\n'],
      ['B', 'b\n'],
    ]);
    expect(tree.chunks().map(({ title }) => title)).toEqual(['B']);
  });

  it('makes one entry of a text without headings', () => {
    expect(pick(markdownTree('a\n\nb\n', 'x.md'), 'id', 'slug', 'title', 'body')).toEqual([
      ['main:x.md', null, 'x.md', 'a\n\nb\n'],
    ]);
  });

  it('makes one entry and no chunk of an empty text', () => {
    expect(markdownTree('').entries).toHaveLength(1);
    expect(markdownTree('').chunks()).toEqual([]);
    expect(markdownTree(' \n\n').chunks()).toEqual([]);
  });

  it('never splits or drops by size', () => {
    const long = 'word '.repeat(20_000);
    expect(
      markdownTree(`# A\n${long}\n# B\nx\n`)
        .chunks()
        .map(({ body }) => body.length),
    ).toEqual([100_001, 2]);
  });

  it('reads a .txt as one entry, named by the file without extension', () => {
    expect(pick(markdownTree('# no heading\n\nx\n', 'notes/todo.txt'), 'title', 'body')).toEqual([
      ['todo', '# no heading\n\nx\n'],
    ]);
  });

  it('keeps front matter in the body of the document', () => {
    const tree = markdownTree('---\ntitle: T\n---\nPreamble.\n# A\nx\n');
    expect(pick(tree, 'title', 'body')[0]).toEqual(['T', '---\ntitle: T\n---\nPreamble.\n']);
  });

  it('ignores fences and comments', () => {
    expect(markdownTree('# A\n```\n# B\n```\n<!--\n# C\n-->\n').entries.map(({ title }) => title)).toEqual(['A', 'A']);
  });

  it('keeps inline code in titles', () => {
    expect(entry(markdownTree('## Use `a_b()` *now*\nx\n'), 'Use a_b() now').slug).toBe('use-a_b-now');
  });
});

describe('titles of the document', () => {
  it.each([
    ['front matter first', '---\ntitle: Said\n---\n# One\nx\n', 'Said'],
    ['then the first h1', '## Two\nx\n# One\nx\n', 'One'],
    ['then the file’s name', '## Two\nx\n', 'file.md'],
    ['front matter without a title', '---\na: 1\n---\n# One\nx\n', 'One'],
  ])('%s', (_what, given, title) => {
    expect(markdownTree(given, 'a/file.md').entries[0].title).toBe(title);
  });
});

describe('slugs', () => {
  const slugs = (...titles: string[]): (string | null)[] =>
    markdownTree(titles.map((title) => `# ${title}\nx\n`).join(''))
      .entries.slice(1)
      .map(({ slug }) => slug);

  it.each([
    ['Simple', 'simple'],
    ['Two Words', 'two-words'],
    ['UPPER lower', 'upper-lower'],
    ['dashes-stay', 'dashes-stay'],
    ['under_scores stay', 'under_scores-stay'],
    ['many   spaces', 'many-spaces'],
    ['a -- b', 'a-b'],
    ['What? Now!', 'what-now'],
    ['1. First', '1-first'],
    ['C++ and C#', 'c-and-c'],
    ['naïve café', 'nave-caf'],
    ['中文', 'heading'],
    ['v2 中文', 'v2'],
    ['😀', 'heading'],
    ['-lead and trail-', 'lead-and-trail'],
    ['a/b.c', 'abc'],
    ['`code`', 'code'],
    ['[link](x)', 'link'],
    ['tab\tbed', 'tab-bed'],
  ])('%j → %s', (title, slug) => {
    expect(slugs(title)).toEqual([slug]);
  });

  it('are numbered when they repeat', () => {
    expect(slugs('A', 'A', 'A')).toEqual(['a', 'a-1', 'a-2']);
    expect(slugs('?', '!', '😀')).toEqual(['heading', 'heading-1', 'heading-2']);
  });

  it('are never the same twice, also where a title ends in such a number', () => {
    expect(slugs('Foo', 'Foo', 'Foo 1')).toEqual(['foo', 'foo-1', 'foo-1-1']);
    expect(slugs('Foo 1', 'Foo', 'Foo')).toEqual(['foo-1', 'foo', 'foo-2']);
  });

  it('stay the same if only text changes', () => {
    const ids = (given: string): string[] => markdownTree(given).entries.map(({ id }) => id);
    expect(ids(text.replace('Hard.', 'Harder than pine.\n\nMuch.'))).toEqual(ids(text));
  });
});

describe('breadcrumbs', () => {
  const crumbs = (given: string, path = 'f.md'): string[] =>
    markdownTree(given, path).entries.map(({ breadcrumb }) => breadcrumb);

  it('begin with the document and end with the entry', () => {
    expect(crumbs('---\ntitle: Doc\n---\n# A\nx\n## B\nx\n# C\nx\n')).toEqual([
      '> Doc',
      '> Doc › A',
      '> Doc › A › B',
      '> Doc › C',
    ]);
  });

  it('have the title once if the first heading is the title', () => {
    expect(crumbs('# A\nx\n## B\nx\n# C\nx\n')).toEqual(['> A', '> A', '> A › B', '> A › C']);
  });

  it('repeat it if a later heading has it', () => {
    expect(crumbs('# A\nx\n# B\nx\n## A\nx\n')).toEqual(['> A', '> A', '> A › B', '> A › B › A']);
  });

  it('fall back to the name of the file', () => {
    expect(crumbs('## B\nx\n', 'd/e.md')).toEqual(['> e.md', '> e.md › B']);
  });
});

/** What the version that was shipped got wrong. */
describe('bugs not to have', () => {
  it('two headings with one slug', () => {
    const { entries } = markdownTree('# Foo\nx\n# Foo\nx\n# Foo 1\nx\n');
    expect(new Set(entries.map(({ id }) => id)).size).toBe(4);
  });

  it('front matter read as a heading by its closing line', () => {
    expect(markdownTree('---\ntitle: T\nauthor: U\n---\n\ntext\n').entries).toHaveLength(1);
  });

  it('a section as the child of another whose slug begins alike', () => {
    const tree = markdownTree('# Setup\nx\n## Windows\nx\n# Setup Advanced\nx\n');
    const [root, setup, windows, advanced] = tree.entries.map(({ id }) => id);
    expect(tree.isAncestor(setup, advanced)).toBe(false);
    expect(tree.isAncestor(setup, windows)).toBe(true);
    expect(tree.isAncestor(root, windows)).toBe(true);
    expect(tree.isAncestor(windows, setup)).toBe(false);
    expect(tree.isAncestor(setup, setup)).toBe(false);
  });
});

describe('any document', () => {
  const words = [
    '# A\n',
    '## B\n',
    '### A\n',
    'Text.\n',
    '\n',
    '```\n',
    '- é\n',
    'T\n===\n',
    '> ',
    '> # C\n',
    '- ## D\n',
    '😀 ',
    '---\n',
    'a: b\n',
    '\r\n',
  ];
  const texts = fc.array(fc.constantFrom(...words), { maxLength: 30 }).map((parts) => parts.join(''));

  it('has unique ids, ordered positions, nested spans, and every byte in one body or one heading', () => {
    fc.assert(
      fc.property(texts, (given) => {
        const { entries } = markdownTree(given);
        const bytes = Buffer.from(given);
        const byId = new Map(entries.map((one) => [one.id, one]));
        expect(byId.size).toBe(entries.length);
        expect(entries.map(({ position }) => position)).toEqual(entries.map((_one, i) => i));
        for (const { parentId, byteStart, byteEnd, depth } of entries.slice(1)) {
          const parent = byId.get(parentId ?? '');
          expect(parent && parent.byteStart <= byteStart && byteEnd <= parent.byteEnd && parent.depth < depth).toBe(
            true,
          );
        }
        const bodies = entries.reduce((sum, { body }) => sum + Buffer.byteLength(body), 0);
        const lines = nodesOf(markdownDocument(given, false)).map(({ head }) => textOf(given, head) ?? '');
        expect(bodies + Buffer.byteLength(lines.join(''))).toBe(bytes.length);
      }),
      { numRuns: 300 },
    );
  });
});
