import { describe, expect, it } from 'vitest';
import { placePrefix } from '../../src/enrich/prefix.js';
import { prepare } from '../../src/jobs/prepare.js';

const prefixOf = (filePath: string, breadcrumb: string): string => placePrefix({ filePath, breadcrumb });

describe('what a chunk is embedded with', () => {
  it('is its path and the names around it', () => {
    expect(prefixOf('src/client.py', '> client.py › Client › get')).toBe('src/client.py › Client › get\n');
  });

  it('is short, however long names are', () => {
    const long = prefixOf(`${'folder/'.repeat(60)}a.cc`, `> a.cc › ${'MACRO(x) '.repeat(500)} › get`);
    expect(long.length).toBeLessThanOrEqual(242);
    expect(long).toMatch(/^….* › get\n$/);
    expect(prefixOf('a.md', `> a.md › ${'😀'.repeat(200)}`).isWellFormed?.() ?? true).toBe(true);
  });

  it('leaves room for the text of a unit whose name is as long as a page', async () => {
    const text = `# ${'A heading that goes on and on and on. '.repeat(120)}\n\nText.\n`;
    const known = { tree: 'main', path: 'a.md', recipe: '', size: 0, mtime: 0, hash: '' };
    const result = await prepare(text, known, { maxTokens: 512 });
    expect('prepared' in result && result.prepared.chunks.length).toBeGreaterThan(0);
  });
});
