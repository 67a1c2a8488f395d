/** Every link of every document has a target. For links inside the package: test/package. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { walk } from '../../src/sources/walk.js';
import { anchorsIn, brokenLinks, linksIn } from './links.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

describe('links', () => {
  it('of all documents lead to an existing file and heading', () => {
    const files = new Set(walk(root).files.filter((path) => !path.startsWith('test/')));
    expect([...files].filter((path) => path.endsWith('.md')).length).toBeGreaterThan(25);
    expect(brokenLinks(files, (path) => readFileSync(join(root, path), 'utf8'))).toEqual([]);
  });

  it('are found in prose, images, tags and references, and not in code', () => {
    const text = [
      '[a](a.md) ![b](../b.png "B") [c](#here) [d](https://x.y/z.md#q)',
      '<img src="e.svg"> `[no](no.md)` ``[no](`no.md)``',
      '```',
      '[no](no.md)',
      '```',
      '[f]: f.md',
    ].join('\n');
    expect(linksIn('docs/x.md', text).map(({ path, anchor }) => [path, anchor])).toEqual([
      ['docs/a.md', undefined],
      ['b.png', undefined],
      ['docs/x.md', 'here'],
      [undefined, undefined],
      ['docs/e.svg', undefined],
      ['docs/f.md', undefined],
    ]);
  });

  it('may lead to headings as GitHub names them', () => {
    const text = '# What’s new in `2.0`?\n## froe/text\n```\n# no\n```\n## A – b\n## A – b\n### [chunk()](x.md) ###\n';
    expect([...anchorsIn(text)]).toEqual(['whats-new-in-20', 'froetext', 'a--b', 'a--b-1', 'chunk']);
  });

  it('that lead nowhere are reported', () => {
    const texts: Readonly<Record<string, string>> = {
      'README.md': '[a](docs/a.md#one) [b](docs/a.md#two) [c](docs) [d](gone.md)',
      'docs/a.md': '# One\n[up](../README.md) [out](../src)',
    };
    expect(brokenLinks(new Set(Object.keys(texts)), (path) => texts[path])).toEqual([
      'README.md: docs/a.md has no #two',
      'README.md: gone.md is not there',
      'docs/a.md: ../src is not there',
    ]);
  });
});
