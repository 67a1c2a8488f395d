/** What the specification's examples do not say: columns, line ends, tables, MDX, and texts made to hurt. */
import { describe, expect, it } from 'vitest';
import { markdownBlocks } from '../../../src/parse/markdown/blocks.js';
import { expectedBlocks, ownBlocks } from './oracle.js';

/** `kind "text"` of the top blocks. */
const read = (text: string, mdx = false): string[] =>
  markdownBlocks(text, 0, { mdx }).map(({ kind, start, end }) => `${kind} ${JSON.stringify(text.slice(start, end))}`);

const agree = (text: string) => () => {
  expect(ownBlocks(text)).toBe(expectedBlocks(text));
};

describe('lines', () => {
  it('end at LF, CRLF and CR alike', () => {
    const text = '# a\n\ntext\n- b\n  c\n\n```\nd\n```\n';
    const kinds = (one: string): string => ownBlocks(one);
    expect(kinds(text.replaceAll('\n', '\r\n'))).toBe(kinds(text));
    expect(kinds(text.replaceAll('\n', '\r'))).toBe(kinds(text));
    expect(kinds(text)).toContain('list 4-5 [item 4-5 [paragraph 4-5]]');
  });

  it('may have mixed ends', agree('a\rb\r\n\r# c\n> d\r> e\n'));
  it('need no end', () => {
    expect(read('# a')).toEqual(['heading "# a"']);
    expect(read('```\na')).toEqual(['fence "```\\na"']);
  });

  it('start at the given offset', () => {
    expect(markdownBlocks('---\n# a\n', 4).map(({ kind, start }) => [kind, start])).toEqual([['heading', 4]]);
  });
});

describe('a tab', () => {
  it('may be half inside a quote', agree('>\t\tcode\n'));
  it('may be half inside an item', agree('-\t\tcode\n\n\t\tmore\n'));
  it('counts to the next multiple of four', agree(' - a\n\n\tb\n \t  c\n'));
});

describe('a table', () => {
  it('has as many cells in its header as in the row of dashes', () => {
    expect(read('| a | b |\n| - | - |\n| c | d |\n')).toEqual(['table "| a | b |\\n| - | - |\\n| c | d |\\n"']);
    expect(read('| a | b |\n| - |\n')).toEqual(['paragraph "| a | b |\\n| - |\\n"']);
  });

  it('takes the last line of a paragraph for its header', () => {
    expect(read('text\n| a |\n| - |\n')).toEqual(['paragraph "text\\n"', 'table "| a |\\n| - |\\n"']);
  });

  it.each([
    ['an escaped pipe divides nothing', 'a \\| b | c\n-|-\nd\n'],
    ['a colon will do for a pipe', 'a\n:-\nb\n'],
    ['dashes alone make a heading', 'a\n--\nb\n'],
    ['a row ends at a list', 'a|b\n-|-\nc|d\n- e\n'],
    ['a row needs no pipes', 'a|b\n-|-\nc\n\nd\n'],
    ['inside a quote', '> a|b\n> -|-\n> c|d\ne|f\n'],
    ['inside an item', '- a|b\n  -|-\n  c|d\n'],
    ['a header is not indented like code', 'text\n    a|b\n-|-\n'],
    ['below a definition', '[a]: b\nc|d\n-|-\n'],
  ])('agrees with micromark: %s', (_why, text) => agree(text)());
});

describe('MDX', () => {
  it('has modules, until a blank line outside all brackets', () => {
    expect(read("import A from 'a'\nexport const b = {\n\n  c: `\n\n}`,\n}\n\n# d\n", true)).toEqual([
      `esm ${JSON.stringify("import A from 'a'\nexport const b = {\n\n  c: `\n\n}`,\n}\n")}`,
      'heading "# d\\n"',
    ]);
  });

  it('has expressions, and ignores a heading in a comment', () => {
    expect(read('{/*\n\n# a\n\n*/}\n\n# b\n', true)).toEqual([
      'expression "{/*\\n\\n# a\\n\\n*/}\\n"',
      'heading "# b\\n"',
    ]);
  });

  it('has tags, with markdown between them', () => {
    expect(read('<Tabs>\n  <Tab>\n\n    ## a\n\n  </Tab>\n</Tabs>\n', true)).toEqual([
      'jsx "<Tabs>\\n  <Tab>\\n"',
      'heading "    ## a\\n"',
      'jsx "  </Tab>\\n</Tabs>\\n"',
    ]);
  });

  it('reads text if a bracket never closes', () => {
    expect(read('export const a = {\n\n# b\n', true)).toEqual([
      'paragraph "export const a = {\\n"',
      'heading "# b\\n"',
    ]);
  });

  it('is a flavour: elsewhere braces and imports are text', () => {
    expect(read("import A from 'a'\n\n{b}\n")).toEqual(['paragraph "import A from \'a\'\\n"', 'paragraph "{b}\\n"']);
  });
});

describe('containers', () => {
  it('are text below the sixty-fourth', () => {
    const depth = (text: string): number => {
      let deepest = 0;
      for (let [block] = markdownBlocks(text); block; [block] = block.children) deepest++;
      return deepest;
    };
    expect(depth(`${'> '.repeat(60)}a\n`)).toBe(61);
    expect(depth(`${'> '.repeat(100_000)}a\n`)).toBe(65);
    expect(depth(`${'- '.repeat(50_000)}a\n`)).toBe(2 * 64 + 1);
  });

  it('end with their contents, not with the blank lines after them', () => {
    expect(read('- a\n\n  ```\n  b\n\n\nc\n')).toEqual(['list "- a\\n\\n  ```\\n  b\\n"', 'paragraph "c\\n"']);
  });
});
