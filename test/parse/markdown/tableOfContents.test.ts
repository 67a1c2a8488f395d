import { describe, expect, it } from 'vitest';
import { markdown } from '../../../src/parse/markdown.js';
import { nodesOf, rootOf } from '../document/drawDocument.js';

describe('a table of contents', () => {
  const flagged = (text: string): string[] =>
    nodesOf(rootOf(markdown, text))
      .filter(({ meta, weight }) => meta?.toc === true && weight === 0)
      .map(({ kind, name }) => name ?? kind);

  it.each([
    ['links into the document', '- [A](#a)\n  - [B](#b)\n- [C](#c)\n', ['list']],
    ['numbered ones', '1. [A](#a)\n2. [B](#b)\n', ['list']],
    ['a mark', '[TOC]\n\n# A\n\nx\n', ['paragraph']],
    ['another mark', '[[_TOC_]]\n', ['paragraph']],
    [
      'what a tool put between marks',
      '<!-- toc -->\n\n- a\n\ntext\n\n<!-- tocstop -->\n\nx\n',
      ['html', 'list', 'paragraph'],
    ],
    ['a section called so', '## Table of Contents\n\n- [A](a.md)\n- B\n\n## C\n\nx\n', ['Table of Contents']],
  ])('is %s', (_what, text, found) => {
    expect(flagged(text)).toEqual(found);
  });

  it.each([
    ['a single link', '- [A](#a)\n'],
    ['links elsewhere', '- [A](a.md)\n- [B](b.md)\n'],
    ['links with more to say', '- [A](#a): the first\n- [B](#b)\n'],
    ['a section that says more', '# Contents\n\nThis box contains apples.\n'],
    ['a mark that is never closed', '<!-- toc -->\n\n- a\n- b\n'],
  ])('is not %s', (_what, text) => {
    expect(flagged(text)).toEqual([]);
  });
});
