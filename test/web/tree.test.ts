import { describe, expect, it } from 'vitest';
import { above, keyOf, rowsOf, treeOf } from '../../web/src/tree.js';

const listed = (path: string) => ({ path, language: 'text', tokens: 1 });
const tree = treeOf(['README.md', 'src/a.ts', 'src/deep/b.ts', 'test/c.ts'].map(listed), []);
const drawn = (open: readonly string[]) =>
  rowsOf(tree, new Set(open)).map(({ level, name, position, siblings }) => `${level} ${name} ${position}/${siblings}`);

describe('a tree of files', () => {
  it('lists folders first, and the contents of open ones', () => {
    expect(drawn([])).toEqual(['1 src 1/3', '1 test 2/3', '1 README.md 3/3']);
    expect(drawn(['src'])).toEqual(['1 src 1/3', '2 deep 1/2', '2 a.ts 2/2', '1 test 2/3', '1 README.md 3/3']);
    expect(drawn(['src/deep'])).toEqual(drawn([])); // below a closed one nothing shows
    expect(drawn(above('src/deep/b.ts'))).toContain('3 b.ts 1/1');
  });

  it('lists artifacts last, by type', () => {
    const taken = (type: string, id: string) => ({
      type,
      id,
      title: `${id}.`,
      system: '',
      sensitivity: '',
      ts: '',
      tokens: 1,
    });
    const artifacts = [taken('email', 'art_1'), taken('chat', 'art_2'), taken('email', 'art_3')];
    const both = treeOf([listed('README.md'), listed('src/a.ts')], artifacts);
    const key = keyOf(artifacts[2]);
    expect(rowsOf(both, new Set(above(key))).map(({ level, name, isHeading }) => [level, name, isHeading])).toEqual([
      [1, 'src', false],
      [1, 'README.md', false],
      [1, 'Artifacts', true],
      [2, 'email', false],
      [3, 'art_1.', false],
      [3, 'art_3.', false],
      [2, 'chat', false],
    ]);
    expect(rowsOf(both, new Set(above(key))).find((row) => row.key === key)?.place).toEqual({
      path: '',
      artifact: 'art_3',
    });
  });

  it('names the folders above a path', () => {
    expect(above('a/b/c.ts')).toEqual(['a', 'a/b']);
    expect(above('c.ts')).toEqual([]);
  });
});
