/** Sections, blocks and what they know. */
import { describe, expect, it } from 'vitest';
import { markdown } from '../../../src/parse/markdown.js';
import {
  drawDocument,
  expectLinear,
  expectSoundOnAny,
  nodeOf,
  nodesOf,
  rootOf,
  sourceOf,
  textOf,
} from '../document/drawDocument.js';

const names = (text: string): (string | undefined)[] =>
  nodesOf(rootOf(markdown, text))
    .filter(({ kind }) => kind === 'section')
    .map(({ name }) => name);

describe('sections', () => {
  it('nest by level, whatever levels are left out', () => {
    expect(drawDocument(markdown, 'Before.\n\n# A\n\na\n\n### B\n\nb\n\n## C\n\nc\n\n# D\n\nd\n')).toBe(
      [
        'paragraph [1]',
        'section A [3-14]',
        '  paragraph [5]',
        '  section B [7-10]',
        '    paragraph [9]',
        '  section C [11-14]',
        '    paragraph [13]',
        'section D [15-17]',
        '  paragraph [17]',
      ].join('\n'),
    );
  });

  it('start at their heading line, which is their head', () => {
    const text = 'x\n\nTitle\nof two lines\n===\ntext\n';
    const section = nodeOf(markdown, text, 'section');
    expect([section.name, textOf(text, section.head), textOf(text, section)]).toEqual([
      'Title of two lines',
      'Title\nof two lines\n===\n',
      'Title\nof two lines\n===\ntext\n',
    ]);
  });

  it('are headings with a name if there is nothing below', () => {
    const text = '# A\n\n## B\n \n## C\n\nc\n# D\n';
    expect(drawDocument(markdown, text)).toBe(
      'section A [1-7]\n  heading B [3-4]\n  section C [5-7]\n    paragraph [7]\nheading D [8]',
    );
    const heading = nodeOf(markdown, text, 'heading');
    expect([textOf(text, heading.head), heading.name, heading.meta]).toEqual(['## B\n', 'B', { level: 2 }]);
  });

  it.each([
    ['a fence', '```\n# no\n```\n'],
    ['an unclosed fence', '~~~\n# no\n'],
    ['a comment', '<!--\n\n# no\n\n-->\n'],
    ['a <pre>', '<pre>\n\n# no\n</pre>\n'],
    ['indented code', 'x\n\n    # no\n'],
    ['a word', '#no\n'],
    ['a level too deep', '####### no\n'],
    ['an escape', '\\# no\n'],
  ])('do not begin in %s', (_where, text) => {
    expect(names(text)).toEqual([]);
  });

  it('begin in quotes and list items, too, and end at the next heading of their level', () => {
    const text =
      '# A\n\n> Said.\n>\n> ## B\n> Quoted.\n\nAfter.\n\n- one\n- ## C\n  In the item.\n- two\n\n## D\n\nd\n\n> E\n> again\n> ===\n> e\n';
    expect(drawDocument(markdown, text)).toBe(
      [
        'section A [1-18]',
        '  paragraph [3]',
        '  section B [5-10]',
        '    paragraph [6]',
        '    paragraph [8]',
        '    item [10]',
        '  section C [11-14]',
        '    paragraph [12]',
        '    item [13]',
        '  section D [15-18]',
        '    paragraph [17]',
        'section E again [19-22]',
        '  paragraph [22]',
      ].join('\n'),
    );
  });

  it('leave a quote or a list without a heading unchanged', () => {
    expect(drawDocument(markdown, '> a\n>\n> b\n\n- c\n- d\n')).toBe(
      'quote [1-3]\n  paragraph [1]\n  paragraph [3]\nlist [5-6]\n  item [5]\n  item [6]',
    );
  });

  it('keep the anchor of a heading', () => {
    expect(drawDocument(markdown, '# A {#b}\n\ntext\n')).toBe('section A [1-3] #b\n  paragraph [3]');
  });

  it('may have no title', () => {
    expect(drawDocument(markdown, '#\n\ntext\n')).toBe('section [1-3]\n  paragraph [3]');
  });
});

describe('the document', () => {
  it.each([
    ['its front matter', '---\ntitle: Said\n---\n# Heading\n\nx\n', 'Said'],
    ['its first h1', '## Two\n\nx\n\n# One\n\nx\n\n# Other\n\nx\n', 'One'],
    ['an h1 with nothing below', '# One\n# Two\n\nx\n', 'One'],
    ['an h1 outside of quotes, rather than one in a quote', '> # Moved\n\n# One\n\nx\n', 'One'],
    ['an h1 in a quote, where there is no other', '> # Moved\n\nx\n', 'Moved'],
    ['nothing', '## Two\n\nx\n', undefined],
    ['a title that is a number', '---\ntitle: 1984\n---\nx\n', '1984'],
  ])('is named by %s', (_what, text, name) => {
    expect(rootOf(markdown, text).name).toBe(name);
  });
});

describe('blocks', () => {
  it('are below their section: lists by item, tables by row, quotes by their contents', () => {
    const text = '# A\n\n- a\n- b\n\n  - c\n  - d\n\n> e\n>\n> f\n\n| g |\n|---|\n| h |\n| i |\n\n***\n\n[j]: k\n';
    expect(drawDocument(markdown, text)).toBe(
      [
        'section A [1-20]',
        '  list [3-7]',
        '    item [3]',
        '    item [4-7]',
        '      paragraph [4]',
        '      list [6-7]',
        '        item [6]',
        '        item [7]',
        '  quote [9-11]',
        '    paragraph [9]',
        '    paragraph [11]',
        '  table [13-16]',
        '    row [15]',
        '    row [16]',
        '  break [18]',
        '  definition [20]',
      ].join('\n'),
    );
  });

  it('of a table have its header and the line below as lead', () => {
    const text = 'x\n\n| a | b |\n|---|---|\n| c | d |\n';
    const table = nodeOf(markdown, text, 'table');
    expect(textOf(text, table.lead)).toBe('| a | b |\n|---|---|\n');
    expect(table.children.map((row) => textOf(text, row))).toEqual(['| c | d |\n']);
  });

  it.each([
    ['```js title="a"\nf()\n```\n', '```js title="a"\n', 'js', 'f()\n'],
    ['~~~~ {.python .numbered}\nf()\n~~~\n~~~~\n', '~~~~ {.python .numbered}\n', 'python', 'f()\n~~~\n'],
    ['```{r, echo=FALSE}\nf()\n```\n', '```{r, echo=FALSE}\n', 'r', 'f()\n'],
    ['```rust,ignore\nf()\n', '```rust,ignore\n', 'rust', 'f()\n'],
    ['```c++\nf()\n```\n', '```c++\n', 'c++', 'f()\n'],
    ['- ```sh\n  ls\n  ```\n', '- ```sh\n', 'sh', '  ls\n'],
  ])('of code have the opening line as lead, and their own language: %j', (text, lead, language, inside) => {
    const fence = nodeOf(markdown, text, 'fence');
    expect([textOf(text, fence.lead), fence.inner?.language, textOf(text, fence.inner)]).toEqual([
      lead,
      language,
      inside,
    ]);
  });

  it.each([
    ['no language', '```\nx\n```\n'],
    ['lines marked as quoted', '> ```js\n> f()\n> ```\n'],
    ['markdown, whose headings are not the document’s', '```md\n# x\n```\n'],
    ['HTML, the same', '```html\n<h1>x</h1>\n```\n'],
    ['nothing in it', '```js\n```\n'],
  ])('of code with %s are not parsed by others', (_what, text) => {
    expect(nodeOf(markdown, text, 'fence').inner).toBeUndefined();
  });

  it('that are invisible have weight 0', () => {
    expect(drawDocument(markdown, '<script>\nx\n</script>\n\n<style>\ny\n</style>\n\n<pre>\nz\n</pre>\n')).toBe(
      'html [1-3] ×0\nhtml [5-7] ×0\nhtml [9-11]',
    );
  });
});

describe('any text', () => {
  const words = [
    ...[
      '# A\n',
      '## B {#c}\n',
      'Title\n===\n',
      '---\n',
      '+++\n',
      'a: b\n',
      'text ',
      '\n',
      '\n\n',
      '> ',
      '- ',
      '1. ',
      '    ',
    ],
    ...[
      '```js\n',
      '~~~\n',
      '```\n',
      '| a | b |\n',
      '|---|---|\n',
      '[a]: b\n',
      '<div>\n',
      '<!-- toc -->\n',
      '<!-- /toc -->\n',
    ],
    ...['- [A](#a)\n', '[TOC]\n', '## Contents\n', '`', '*', '_', '[', ']', '(', ')', '<', '&amp;', '\\', '{', '}'],
    ...["import a from 'b'\n", 'export const a = {\n', '}\n', '<Tab>\n', '{/*', '*/}\n'],
  ];

  it('becomes a valid tree', () => expectSoundOnAny(markdown, words));
  it('becomes a valid tree as MDX', () => {
    const mdx = { ...markdown, parse: ({ text }: { text: string }) => markdown.parse(sourceOf(text, 'mdx')) };
    expectSoundOnAny(mdx, words);
  });

  it('is read in linear time', async () => {
    await expectLinear(markdown, [
      ...[
        'a',
        '\n',
        '\r',
        '\t',
        '#',
        '>',
        '> ',
        '- ',
        '`',
        '```\n',
        '|-',
        '<',
        '<!--',
        '<a ',
        '<?',
        '0',
        '[',
        '[a]: b "\n',
      ],
      ...[
        '](',
        '*a',
        '{#',
        '---\n',
        '> <!--\n\n',
        '- a\n\n',
        '# *a `b\n',
        '<!-- toc -->\n\n',
        '- [a](#a)\n',
        '<script>\n',
      ],
    ]);
  });

  it('is read in linear time as MDX, too', async () => {
    const mdx = { ...markdown, parse: ({ text }: { text: string }) => markdown.parse(sourceOf(text, 'mdx')) };
    await expectLinear(mdx, ['{', '{\n\n', 'export {\n\n', 'import `\n\n', '<a\n\n', '{/*\n\n', "{'\n\n"]);
  });
});
