import { describe, expect, it } from 'vitest';
import { foldersOf, RootFence } from '../../src/mcp/fence.js';

describe('a fence', () => {
  it('is the root if the client names it, a parent, nothing, or another folder', () => {
    for (const roots of [[], ['/shop'], ['/'], ['/shop/api', '/shop'], ['/elsewhere']]) {
      const fence = new RootFence('/shop', roots);
      expect(fence.allows('docs/a.md')).toBe(true);
      expect(fence.filter()).toEqual({});
    }
  });

  it('is limited to the folders inside', () => {
    const fence = new RootFence('/shop', ['/shop/api', '/shop/do[c]s', '/elsewhere']);
    expect(['api/a.ts', 'api', 'apis/a.ts', 'web/a.ts'].map((path) => fence.allows(path))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    const inside = { kind: 'file', paths: ['/api', '/do\\[c\\]s'] };
    expect(fence.filter()).toEqual(inside);
    expect(fence.path('api/../api/x')).toBe('api/x');
    expect(() => fence.path('web/x')).toThrow('web/x is outside of the root');
    expect(fence.filter({ paths: ['*.ts'] })).toEqual({ ...inside, also: { paths: ['*.ts'] } });
  });

  it('refuses paths that lead out', () => {
    for (const fence of [new RootFence('/shop'), new RootFence('/shop', ['/shop/api'])])
      for (const out of ['../x', '*/../../x', '..', 'src/..'])
        expect(() => fence.filter({ paths: [out] })).toThrow('outside');
  });

  it('reads folders from URLs', () => {
    expect(foldersOf(['file:///shop/a%20b/', 'https://x/y', 'nonsense', 'file:///'], false)).toEqual([
      '/shop/a b',
      '/',
    ]);
  });
});
