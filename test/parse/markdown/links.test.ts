/** Links and anchors of a chunk, beside one regular expression that looks for all of them everywhere. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linkTargets } from '../../../src/parse/markdown/links.js';

const everywhere =
  /\]\(\s*(?:<([^<>\n]+)>|([^\s<>()]+(?:\([^\s<>()]*\)[^\s<>()]*)*))|^ {0,3}\[[^\]\n[]{1,200}\]:[ \t]*<?([^\s<>]+)|(https?:\/\/[^\s<>()[\]"'`*]+)|\b(?:href|src)=["']?([^\s"'<>]+)/gm;

const linksEverywhere = (text: string): string[] => {
  const found = [...text.matchAll(everywhere)].map(
    ([, ...groups]) => groups.find((group) => group !== undefined) ?? '',
  );
  return [...new Set(found.map((address) => (address.length > 1 ? address.replace(/(?!^)[.,;:!?]+$/, '') : address)))];
};

describe('links', () => {
  it.each([
    ['an [oak](tree.md) and <https://a.b/c>.', ['tree.md', 'https://a.b/c']],
    ['[oak]: tree.md\n   [ash]: <wood.md> "title"\n    [no]: code', ['tree.md', 'wood.md']],
    ['see https://a.b/c(d). Or httphttp://x', ['https://a.b/c', 'http://x']],
    ['<a href="x.md"><img src=y.png data-src="z">', ['x.md', 'y.png', 'z']],
    ['[http://label]: target.md', ['target.md']],
    ['[a](<with spaces.md>) [b](\n  next.md) [c](f(1).md)', ['with spaces.md', 'next.md', 'f(1).md']],
    ['xhref=no [](empty', ['empty']],
    ['`[code](a.md)` [b](b.md)\n```\n[c](c.md)\n```\n', ['b.md']],
    ['no link: a = b, [x] (y), c://d', []],
  ])('%j', (text, links) => {
    expect(linkTargets(text).links).toEqual(links);
  });

  it('are those that a search everywhere finds', () => {
    const part = fc.constantFrom(
      ...[
        '[',
        ']',
        '(',
        ')',
        '](',
        ']: ',
        '[a]: ',
        '://',
        'http',
        'https',
        'https://a.b',
        'href',
        'src',
        '=',
        '"',
        '<',
      ],
      ...['>', ' ', '   ', '\n', '\r', '\u2028', 'a', 'b.md', '.', '!', '[a](b)', 'href="c"', '\\', '*', ':', '/', 'é'],
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 24 }), (parts) => {
        const text = parts.join('');
        expect(linkTargets(text).links).toEqual(linksEverywhere(text));
      }),
      { numRuns: 2000 },
    );
  });
});
