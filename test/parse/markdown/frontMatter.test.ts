import fc from 'fast-check';
import { parse, postprocess, preprocess } from 'micromark';
import { frontmatter } from 'micromark-extension-frontmatter';
import { describe, expect, it } from 'vitest';
import { frontMatterOf } from '../../../src/parse/markdown/frontMatter.js';
import { markdown } from '../../../src/parse/markdown.js';
import { parseYaml } from '../../../src/text/data.js';
import { nodesOf, rootOf, textOf } from '../document/drawDocument.js';

const names = (text: string): (string | undefined)[] =>
  nodesOf(rootOf(markdown, text))
    .filter(({ kind }) => kind === 'section')
    .map(({ name }) => name);

describe('front matter', () => {
  const dataOf = (text: string): unknown =>
    nodesOf(rootOf(markdown, text)).find(({ kind }) => kind === 'front-matter')?.meta;

  it('is YAML between lines of dashes, at the very start', () => {
    const text = '---\ntitle: Wood\ntags: [a, b]\n---\n\n# Oak\n\nx\n';
    expect(dataOf(text)).toEqual({ format: 'yaml', data: { title: 'Wood', tags: ['a', 'b'] } });
    expect(names(text)).toEqual(['Oak']);
    expect(dataOf(`\ufeff${text}`)).toEqual(dataOf(text));
    expect(dataOf(text.replaceAll('\n', '\r\n'))).toEqual(dataOf(text));
    expect(dataOf(`\n${text}`)).toBeUndefined();
  });

  it('is TOML between lines of plus signs; dates become text', () => {
    expect(dataOf('+++\ntitle = "Wood"\ndate = 2026-01-02\n+++\nx\n')).toEqual({
      format: 'toml',
      data: { title: 'Wood', date: '2026-01-02' },
    });
  });

  it.each([
    ['a value that is none', '---\ntitle: a: b: c\n---\n'],
    ['an alias of itself', '---\na: &x [*x]\n---\n'],
    ['a key twice', '---\na: 1\na: 2\n---\n'],
    ['bad TOML', '+++\na = = b\n+++\n'],
  ])('that cannot be parsed is kept as text: %s', (_what, text) => {
    const [front] = rootOf(markdown, `${text}# A\n\nx\n`).children;
    expect([front.kind, textOf(text, front)]).toEqual(['front-matter', text]);
    expect(front.meta?.data).toBe(text.slice(4, -4));
  });

  it('is detected quickly, whatever is between the lines', () => {
    for (const inside of ['\n'.repeat(60_000), '\r\n'.repeat(60_000), '#\n'.repeat(30_000), ' \n'.repeat(30_000)])
      expect(dataOf(`---\n${inside}{\n---\n`)).toBeUndefined();
  });

  it('never becomes a heading, however it is written', () => {
    expect(names('---\ntitle: Wood\nkind: tree\n---\n\ntext\n')).toEqual([]);
  });

  it.each([
    ['a heading between rules', '---\n\n# A\n\ntext\n\n---\n', ['A']],
    ['a word between rules', '---\nFoo\n---\n\ntext\n', ['Foo']],
    ['a list between rules', '---\n- a\n---\n', []],
    ['what is never closed', '---\ntitle: a\n\n# B\n\ntext\n', ['B']],
    ['four dashes', '----\ntitle: a\n----\n\ntext\n', ['title: a']],
  ])('is not %s', (_what, text, sections) => {
    expect(dataOf(text)).toBeUndefined();
    expect(names(text)).toEqual(sections);
  });

  it('ends where micromark’s extension ends it, if it is a mapping', () => {
    const words = [
      'a: 1\n',
      'b: [x, y]\n',
      '# note\n',
      '\n',
      '---\n',
      '--- \n',
      '----\n',
      '...\n',
      '+++\n',
      'c = 2\n',
      '# H\n',
      'text\n',
      '\r\n',
    ];
    const texts = fc
      .tuple(
        fc.constantFrom('---\n', '---\t\n', '+++\r\n', '--- x\n'),
        fc.array(fc.constantFrom(...words), { maxLength: 8 }),
      )
      .map(([open, rest]) => open + rest.join(''));
    let found = 0;
    fc.assert(
      fc.property(texts, (text) => {
        const own = frontMatterOf(text, 0);
        if (!own) return;
        found++;
        const tokens = parse({ extensions: [frontmatter(['yaml', 'toml'])] })
          .document()
          .write(preprocess()(text, undefined, true));
        const theirs = postprocess(tokens).find(([, token]) => token.type in { yaml: 1, toml: 1 });
        expect(theirs).toBeDefined();
        expect(text.slice(0, own.end).trimEnd()).toBe(text.slice(0, theirs?.[1].end.offset).trimEnd());
      }),
      { numRuns: 1500 }, // one text in twenty has any
    );
    expect(found).toBeGreaterThan(20);
  });
});

describe('plain lines, which are read without the library', () => {
  const value = fc.oneof(
    fc.constantFrom(
      ...['null', 'True', 'yes', '~', '0', '007', '12', '1e3', '0x1f', '.5', '2020-01-01', 'a: b', 'a #b'],
    ),
    fc.constantFrom(
      ...['""', "''", '"a: b"', "'it''s'", "it's, so?", '/docs/a', '[a, b]', '- a', '<<', '"\\n"', 'a ', 'A'],
    ),
    fc.string({ minLength: 1, maxLength: 8 }),
  );
  const key = fc.constantFrom('title', 'id', 'sidebar_position', 'a-b', 'null', 'true', '__proto__', 'constructor');

  it('give the same values as the library', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(key, value), { minLength: 1, maxLength: 4 }), (lines) => {
        const inside = lines.map(([name, word]) => `${name}: ${word}\n`).join('');
        let expected: unknown;
        try {
          expected = JSON.parse(JSON.stringify(parseYaml(inside)));
        } catch {} // stays text
        fc.pre(!/[\r\n]---/.test(inside));
        expect(frontMatterOf(`---\n${inside}---\n`, 0)?.data).toEqual(expected);
      }),
      { numRuns: 200 },
    );
  });
});
