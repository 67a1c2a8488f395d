import { describe, expect, it } from 'vitest';
import { Fence, foldersOf } from '../../src/mcp/fence.js';

describe('a fence', () => {
  it('is as wide as the root when the client names it, or more, or nothing, or something else', () => {
    for (const roots of [[], ['/shop'], ['/'], ['/shop/api', '/shop'], ['/elsewhere']]) {
      const fence = new Fence('/shop', roots);
      expect(fence.allows('docs/a.md')).toBe(true);
      expect(fence.globs()).toBeUndefined();
    }
  });

  it('is as narrow as the folders inside', () => {
    const fence = new Fence('/shop', ['/shop/api', '/shop/do[c]s', '/elsewhere']);
    expect(['api/a.ts', 'api', 'apis/a.ts', 'web/a.ts'].map((path) => fence.allows(path))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(fence.globs()).toEqual(['api/*', 'do[[]c]s/*']);
    expect(fence.path('api/../api/x')).toBe('api/x');
    expect(() => fence.path('web/x')).toThrow('web/x is outside of the root');
    expect(fence.globs(['*.ts'])).toEqual(['api/*.ts', 'do[[]c]s/*.ts']);
    expect(fence.globs(['api/*.ts'])).toEqual(['api/*.ts']);
    expect(() => fence.globs(['web/*.ts'])).toThrow('outside');
    expect(() => fence.globs(['a*/x.ts'])).toThrow('outside');
    expect(fence.globs(['.'])).toEqual(['api/*', 'do[[]c]s/*']);
  });

  it('reads patterns as people write them', () => {
    const fence = new Fence('/shop');
    expect(fence.globs(['src'])).toEqual(['src', 'src/*']);
    expect(fence.globs(['./src/', '/shop/web'])).toEqual(['src', 'src/*', 'web', 'web/*']);
    expect(fence.globs(['src/**/*.{ts,tsx}'])).toEqual(['src/**.ts', 'src/**.tsx']);
    expect(fence.globs(['.'])).toEqual(['*']);
    for (const out of ['../x', '/etc', '*/../../x', '..']) expect(() => fence.globs([out])).toThrow('outside');
  });

  it('knows folders by their address', () => {
    expect(foldersOf(['file:///shop/a%20b/', 'https://x/y', 'nonsense', 'file:///'])).toEqual(['/shop/a b', '/']);
  });
});
