import { describe, expect, it } from 'vitest';
import { withoutCopies } from '../../src/assemble/withoutCopies.js';
import type { Chunk } from '../../src/schema.js';

const PAGE = '# Search\n\nThere are a few ways to add search to a site.\nPick the one you can run yourself.\n';

/** [file, text], best first → the files that stay. */
function stay(...found: readonly (readonly [docId: string, content: string])[]): string[] {
  const candidates = found.map(([docId, content], i) => ({
    chunk: { id: String(i), docId, content } as Chunk, // all that is asked of it
    score: 1 / (i + 1),
  }));
  return withoutCopies(candidates).map(({ chunk }) => chunk.docId);
}

describe('copies', () => {
  it('of a better chunk are left out, however they are indented', () => {
    expect(stay(['docs', PAGE], ['docs/v2', PAGE], ['docs/v1', PAGE.replaceAll(/^/gm, '  ')])).toEqual(['docs']);
  });

  it('may differ in a tenth of their text', () => {
    expect(stay(['docs', PAGE], ['docs/v2', `${PAGE}Short.\n`])).toEqual(['docs']);
    expect(stay(['docs', PAGE], ['docs/v2', `${PAGE}A sentence that is new in this one.\n`])).toEqual([
      'docs',
      'docs/v2',
    ]);
  });

  it('are left out for one chunk that has all of it, not for several that have some', () => {
    const [first, second] = [PAGE.slice(0, 60), PAGE.slice(60)];
    expect(stay(['a', first], ['b', second], ['c', PAGE])).toEqual(['a', 'b', 'c']);
    expect(stay(['c', PAGE], ['a', '# Search\n'])).toEqual(['c']);
  });

  it('in the same file stay, and so does what has no text', () => {
    expect(stay(['a', PAGE], ['a', PAGE], ['b', '\n\n'], ['c', '\n'])).toEqual(['a', 'a', 'b', 'c']);
  });
});
