import { describe, expect, it } from 'vitest';
import { rst } from '../../../src/parse/rst.js';
import {
  drawDocument,
  expectLinear,
  expectSound,
  expectSoundOnAny,
  nodeOf,
  nodesOf,
  rootOf,
  sourceOf,
  textOf,
} from '../document/drawDocument.js';

const manual = `.. _top:

=========
Saw frame
=========

:Author: A. Sawyer
:Version: 2

A frame saw is a saw held in a frame. It was *common*,
as :ref:\`history\` tells.

.. contents::

Parts
=====

Blade
-----

Thin, like this::

    teeth = 40

    pitch = 3

1. Cut the stock.

   Use a mitre box.

2. Join it.

.. code-block:: python
   :linenos:

   def cut(wood):
       return wood

\`\`Frame\`\` of wood
~~~~~~~~~~~~~~~~

.. warning:: Keep the tension low.

   * loosen after use
   * oil the blade

+------+------+
| wood | hard |
+======+======+
| oak  | yes  |
+------+------+
| fir  | no   |
+------+------+

History
=======

Older than the hand saw [1]_.

.. [1] So they say.
`;

const tree = (text: string): string => drawDocument(rst, text);

describe('rst', () => {
  it('reads a manual', () => {
    expectSound(rst, manual);
    expect(rootOf(rst, manual).name).toBe('Saw frame');
    expect(`\n${tree(manual)}\n`).toBe(`
section Saw frame [1-60] #top
  fields [7-8]
    field [7]
    field [8]
  paragraph [10-11]
  toc [13]
  section Parts [15-54]
    section Blade [18-54]
      paragraph [21]
      code [23-25]
      list [27-31]
        item [27-29]
          paragraph [27]
          paragraph [29]
        item [31]
      code [33-37] <python>
      section Frame of wood [39-54]
        directive [42-45]
          list [44-45]
            item [44]
            item [45]
        table [47-53]
          row [50-51]
          row [52-53]
  section History [55-60]
    paragraph [58]
    footnote [60] #1
`);
  });

  describe('titles', () => {
    it('have levels in the order in which their lines appear', () => {
      const text = 'a\n~~~~\n\nx\n\nb\n====\n\nx\n\nc\n~~~~\n\nx\n';
      expect(tree(text)).toBe(
        'section a [1-10]\n  paragraph [4]\n  section b [6-10]\n    paragraph [9]\nsection c [11-14]\n  paragraph [14]',
      );
    });

    it('with an overline have another level than those without', () => {
      const text = '====\na\n====\nx\n\nb\n====\nx\n';
      expect(nodesOf(rootOf(rst, text)).flatMap(({ name, meta }) => (meta?.level ? [[name, meta.level]] : []))).toEqual(
        [
          ['a', 1],
          ['b', 2],
        ],
      );
    });

    it.each([
      ['too short a line', 'A long title\n===\n'],
      ['inside a list', '- a\n  b\n  ====\n'],
      ['of two dots', '..\n..\n'],
      ['a transition', 'x\n\n----\n\ny\n'],
    ])('are not titles: %s', (_, text) => {
      expect(nodesOf(rootOf(rst, text)).some(({ kind }) => kind === 'section' || kind === 'heading')).toBe(false);
    });

    it.each([
      [':class:`Oak <oak.Oak>` is *hard*', 'Oak is hard'],
      ['``code`` and `a link <http://x>`_', 'code and a link'],
      ['A\\_b', 'A_b'],
      ['2 * 3', '2 * 3'],
    ])('are plain text: %s', (title, name) => {
      expect(rootOf(rst, `${title}\n${'='.repeat(40)}\nx\n`).children[0].name).toBe(name);
    });

    it('include the targets above them', () => {
      const text = 'x\n\n.. _a:\n.. _b c:\n\nTitle\n=====\n\ny\n';
      const section = nodeOf(rst, text, 'section');
      expect(textOf(text, section.head)).toBe('.. _a:\n.. _b c:\n\nTitle\n=====\n');
      expect(section.meta?.anchors).toEqual(['a', 'b c']);
    });
  });

  describe('code', () => {
    it('is in the language of its directive, with the directive as lead', () => {
      const text = '.. code-block:: ruby\n   :caption: x\n\n   puts 1\n\n   puts 2\n\nText\n';
      const code = nodeOf(rst, text, 'code');
      expect(textOf(text, code.lead)).toBe('.. code-block:: ruby\n   :caption: x\n');
      expect(textOf(text, code.inner)).toBe('   puts 1\n\n   puts 2\n');
    });

    it('after `::` is in the last highlight language, if any', () => {
      expect(tree('.. highlight:: c\n\nx::\n\n  int i;\n')).toBe('directive [1]\nparagraph [3]\ncode [5] <c>');
      expect(tree('x::\n\n  int i;\n')).toBe('paragraph [1]\ncode [3]');
    });

    it('may be quoted instead of indented, or opened by `::` alone', () => {
      expect(tree('x::\n\n> a\n> b\n\ny\n')).toBe('paragraph [1]\ncode [3-4]\nparagraph [6]');
      expect(tree('::\n\n  a\n')).toBe('code [1-3]');
    });

    it('in an item is indented deeper than the text of the item', () => {
      expect(tree('- x::\n\n    code\n\n  text\n')).toBe(
        'list [1-5]\n  item [1-5]\n    paragraph [1]\n    code [3]\n    paragraph [5]',
      );
    });

    it('has no headings of the document', () => {
      expect(tree('::\n\n  Title\n  =====\n')).toBe('code [1-4]');
    });
  });

  it.each([
    ['fields with long values', ':a: x\n  y\n:b: z\n', 'fields [1-3]\n  field [1-2]\n  field [3]'],
    ['a paragraph that begins with a role', ':ref:`x` is\n', 'paragraph [1]'],
    ['options', '-a  all\n--to=X  where\n', 'options [1-2]\n  option [1]\n  option [2]'],
    ['lines that stay', '| a\n| b\n', 'lines [1-2]'],
    ['a name that looks like a number', 'A. Einstein was\na clerk.\n', 'paragraph [1-2]'],
    ['letters and roman numbers', 'a) x\nb) y\n\n', 'list [1-2]\n  item [1]\n  item [2]'],
    ['definitions', 'term\n  What it is.\n', 'definition [1-2]\n  paragraph [2]'],
    ['a quotation', 'x\n\n  y\n\n  z\n', 'paragraph [1]\nquote [3-5]\n  paragraph [3]\n  paragraph [5]'],
    ['a comment', '.. note to self\n   more\n\nx\n', 'comment [1-2]\nparagraph [4]'],
    ['an empty comment, and a quotation', '..\n\n  x\n', 'comment [1]\nquote [3]\n  paragraph [3]'],
    ['a target with an address', '.. _x: http://a/b\n', 'target [1] #x'],
    ['a target with nothing after it', 'x\n\n.. _end:\n', 'paragraph [1]\ntarget [3] #end'],
    ['doctests', '>>> 1\n1\n\nx\n', 'code [1-2]\nparagraph [4]'],
    ['a table of contents', '.. toctree::\n   :maxdepth: 2\n\n   a\n   b\n', 'toc [1-5]'],
    ['an object of an API', '.. py:function:: f(x)\n\n   Does.\n', 'directive [1-3]\n  paragraph [3]'],
    ['a substitution', '.. |logo| image:: a.png\n', 'directive [1]'],
  ])('knows %s', (_, text, expected) => {
    expectSound(rst, text);
    expect(tree(text)).toBe(expected);
  });

  it('gives long comments a low weight, and long tables of contents weight 0', () => {
    expect(tree(`.. ${'note '.repeat(80)}\n`)).toBe('comment [1] ×0.3');
    expect(tree(`.. toctree::\n\n${'   some/page\n'.repeat(30)}`)).toBe('toc [1-32] ×0');
  });

  describe('tables', () => {
    it('of the simple kind have rows that continue if the first column is empty', () => {
      const text = 'x\n\n===  ===\na    b\n===  ===\n1    2\n     3\n4    5\n===  ===\n\ny\n';
      expect(tree(text)).toBe('paragraph [1]\ntable [3-9]\n  row [6-7]\n  row [8-9]\nparagraph [11]');
      expect(textOf(text, nodeOf(rst, text, 'table').lead)).toBe('===  ===\na    b\n===  ===\n');
    });

    it('that never end are text', () => {
      expect(tree('===  ===\na    b\n')).toBe('paragraph [1-2]');
    });

    it('as lists have a row for each outer item, and their header too', () => {
      const text =
        '.. list-table:: T\n   :header-rows: 1\n\n   * - a\n     - b\n   * - 1\n     - 2\n   * - 3\n     - 4\n';
      expect(tree(text)).toBe('table [1-9]\n  row [6-7]\n  row [8-9]');
      expect(textOf(text, nodeOf(rst, text, 'table').lead)).toMatch(/- b\n$/);
    });
  });

  it('adds headings, code flag, links and anchors to a chunk', () => {
    const text = '.. _w:\n\nWood\n====\n\nOak\n---\n\nSee `x <http://a/b>`_ and :doc:`c`.\n\n::\n\n  code\n';
    const root = rootOf(rst, text);
    const oak = nodesOf(root).find(({ name }) => name === 'Oak');
    if (!oak) throw new Error('no Oak');
    const content = text.slice(oak.start, oak.end);
    const fields = rst.fields?.({
      source: sourceOf(text),
      root,
      node: oak,
      shows: [oak],
      parents: () => ['Wood'],
      content,
    });
    expect(fields).toEqual({
      headers: { h1: 'Wood', h2: 'Oak' },
      headingLevel: 2,
      isCode: true,
      metadata: { links: ['http://a/b', 'c'] },
    });
  });

  it('makes a valid tree of any text', () => {
    expectSoundOnAny(rst, [
      'Title\n=====\n',
      '====\nx\n====\n',
      'text\n',
      'text::\n',
      '\n',
      '  ',
      '- ',
      '1. ',
      '.. _x:\n',
      '.. note:: y\n',
      '.. code-block:: c\n',
      '.. list-table::\n',
      '..\n',
      '+--+--+\n',
      '+==+==+\n',
      '| a | b |\n',
      '== ==\n',
      ':f: v\n',
      '>>> x\n',
      '__ a\n',
      '----\n',
    ]);
  });

  it('takes linear time, and deep nesting does not overflow', async () => {
    await expectLinear(rst, [
      '=',
      '- ',
      '* a\n',
      '.. ',
      '.. a::\n ',
      '`',
      ':',
      '== ==\n',
      '+--+\n',
      '\n',
      ' ',
      'x::\n\n',
      '|',
    ]);
    await expectLinear(rst, ['.. _a:\n', 'a\n=\n', ':a:`', '(a) ', '*a', '<http://', 'a\n b\n', '+-', '::\n']);
    const steps = Array.from({ length: 1500 }, (_, i) => `${' '.repeat(i * 2)}- x\n\n`).join('');
    expectSound(rst, steps);
    expectSound(rst, '- '.repeat(100_000));
  });
});
