import { afterEach, describe, expect, it, vi } from 'vitest';
import { loadedGrammar, loadGrammar } from '../../../src/parse/code/grammars.js';
import { withSyntax } from '../../../src/parse/code/syntaxTree.js';
import { workOf } from '../../attack/workOf.js';

afterEach(() => vi.restoreAllMocks());

/** How often the parser of a language came for text. */
async function readsOf(language: string, text: string): Promise<{ readonly reads: number; readonly isRead: boolean }> {
  await loadGrammar(language);
  const loaded = loadedGrammar(language);
  if (!loaded) throw new Error(`no grammar: ${language}`);
  const { parser } = loaded;
  const parse = parser.parse.bind(parser);
  let reads = 0;
  vi.spyOn(parser, 'parse').mockImplementation((input, ...more) => {
    if (typeof input === 'string') throw new Error('all at once');
    return parse(
      (at, position) => {
        reads++;
        return input(at, position);
      },
      ...more,
    );
  });
  const isRead = (await withSyntax(language, text, () => true)) ?? false;
  return { reads, isRead };
}

describe('a text that a parser reads over and over', () => {
  it('is given up: Haskell read every kilobyte of open brackets twelve thousand times', async () => {
    const { reads, isRead } = await readsOf('haskell', `f :: ${'_'.repeat(120)}${'((a'.repeat(2600)}`);
    expect(isRead).toBe(false);
    expect(reads).toBeLessThan(10_000);
  });

  it('is never a real file', async () => {
    const { reads, isRead } = await readsOf('haskell', 'area :: Double -> Double\narea r = pi * r ^ 2\n\n'.repeat(500));
    expect(isRead).toBe(true);
    expect(reads).toBeLessThan(20 * 85);
  });
});

describe('a text with too many readings', () => {
  const faulty = `#[test]\nimpl A {\nlet x = 1;\n`;

  it('is given up: two kilobytes of Rust took eight seconds, in few steps', async () => {
    const work = await workOf(async () => {
      expect(await withSyntax('rust', `${faulty.repeat(12)}impl ${'=?'.repeat(900)}`, () => true)).toBeUndefined();
    });
    expect(work).toBeLessThan(30_000_000);
  });

  it('is never a file with a few errors', async () => {
    const work = await workOf(async () => {
      expect(await withSyntax('rust', faulty.repeat(500), (root) => root.hasError)).toBe(true);
    });
    expect(work).toBeGreaterThan(100_000); // it does count
    expect(work).toBeLessThan(10_000_000);
  });
});
