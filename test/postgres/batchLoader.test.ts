/** BatchLoader without a database. */
import { describe, expect, it } from 'vitest';
import { BatchLoader } from '../../src/store/postgres/session.js';

const asking = () => {
  const asked: (readonly string[])[] = [];
  const together = new BatchLoader(async (docIds) => {
    asked.push(docIds);
    if (docIds.includes('bad')) throw new Error('no answer');
    return docIds.filter((id) => id !== 'empty').flatMap((id) => [1, 2].map((n) => ({ doc_id: id, n })));
  });
  return { asked, together };
};

describe('questions about single sources', () => {
  it('at the same time are combined, and each gets its own rows in order', async () => {
    const { asked, together } = asking();
    const [a, b, again, none] = await Promise.all(['a', 'b', 'a', 'empty'].map((id) => together.get(id)));
    expect(asked).toEqual([['a', 'b', 'empty']]);
    expect(a).toEqual([
      { doc_id: 'a', n: 1 },
      { doc_id: 'a', n: 2 },
    ]);
    expect(b.map(({ doc_id }) => doc_id)).toEqual(['b', 'b']);
    expect(again).toEqual(a);
    expect(none).toEqual([]);
  });

  it('at a later time are sent again: nothing is cached', async () => {
    const { asked, together } = asking();
    await together.get('a');
    await together.get('a');
    expect(asked).toEqual([['a'], ['a']]);
  });

  it('fail together, but not the next ones', async () => {
    const { together } = asking();
    const failed = await Promise.allSettled(['a', 'bad'].map((id) => together.get(id)));
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await together.get('a')).toHaveLength(2);
  });
});
