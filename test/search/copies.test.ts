import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Engine, open } from '../../src/engine/engine.js';
import type { Chunk } from '../../src/schema.js';
import { copiesAmong, FoldedCopies } from '../../src/search/copies.js';
import type { Result } from '../../src/search/result.js';
import { folder } from '../folder.js';

const PAGE = '# Search\n\nThere are a few ways to add search to a site.\nPick the one you can run yourself.\n';

const chunkOf = (docId: string, content: string): Chunk => ({ id: docId, docId, content }) as Chunk; // all that is asked of it

/** [file, text], best first → the files that are no copies. */
function withoutCopies(...texts: readonly (readonly [docId: string, content: string])[]): string[] {
  const chunks = texts.map(([docId, content]) => chunkOf(docId, content));
  const copies = copiesAmong(chunks, (chunk) => [chunk]);
  return chunks.filter((chunk) => !copies.has(chunk)).map(({ docId }) => docId);
}

describe('copies', () => {
  it('of a better chunk are left out, whatever their indentation', () => {
    expect(withoutCopies(['docs', PAGE], ['docs/v2', PAGE], ['docs/v1', PAGE.replaceAll(/^/gm, '  ')])).toEqual([
      'docs',
    ]);
  });

  it('may differ in a tenth of their text', () => {
    expect(withoutCopies(['docs', PAGE], ['docs/v2', `${PAGE}Short.\n`])).toEqual(['docs']);
    expect(withoutCopies(['docs', PAGE], ['docs/v2', `${PAGE}A sentence that is new in this one.\n`])).toEqual([
      'docs',
      'docs/v2',
    ]);
  });

  it('are left out for one chunk with all of their text, not for several with some', () => {
    const [first, second] = [PAGE.slice(0, 60), PAGE.slice(60)];
    expect(withoutCopies(['a', first], ['b', second], ['c', PAGE])).toEqual(['a', 'b', 'c']);
    expect(withoutCopies(['c', PAGE], ['a', '# Search\n'])).toEqual(['c']);
  });

  it('of a file in an artifact stay', () => {
    const artifact = { ...chunkOf('art_1', PAGE), tree: 'artifacts' };
    expect(copiesAmong([chunkOf('docs', PAGE), artifact], (chunk) => [chunk]).size).toBe(0);
  });

  it('in the same file stay, and so do chunks without text', () => {
    expect(withoutCopies(['a', PAGE], ['a', PAGE], ['b', '\n\n'], ['c', '\n'])).toEqual(['a', 'a', 'b', 'c']);
  });

  it('are named in the result with their text', () => {
    const result = (docId: string, ...texts: readonly string[]): Result => ({
      id: docId,
      docId,
      score: 1,
      chunks: texts.map((text) => chunkOf(docId, text)),
      scores: texts.map(() => 1),
      merged: texts.length > 1,
      explanation: [],
    });
    const copies = new FoldedCopies();
    const folded = [
      result('docs', PAGE, 'More of it, in a second chunk.\n'),
      result('docs/v2', PAGE),
      result('other', 'Nothing of the kind.\n'),
      result('docs/v1', PAGE),
    ].filter((one) => copies.accepts(one));
    expect(
      folded
        .map((one) => copies.withCopies(one))
        .map(({ id, copies = [] }) => [id, ...copies.map(({ docId }) => docId)]),
    ).toEqual([['docs', 'docs/v2', 'docs/v1'], ['other']]);
  });
});

describe('versions of a page', () => {
  const page = (version: string): string =>
    `# Search\n\nThe search bar of version ${version} is added by the theme, and its index is built every night.\n`;
  const root = folder({
    'docs/search.md': page('now'),
    'docs/old/version-2.x/search.md': page('two, which is long gone'),
    'docs/old/version-1.4/search.md': page('one, which is long gone'),
    'docs/kilns.md': '# Kilns\n\nA kiln dries planks in a week.\n',
  });
  let froe: Engine;
  beforeAll(async () => {
    froe = await open(root);
    await froe.sync();
  });
  afterAll(() => froe.close());
  const first = async (question: string) => (await froe.search(question)).results[0];

  it('come after the current one, with a reason', async () => {
    const { results } = await froe.search('how is the search bar added');
    expect(results[0].docId).toBe('main:docs/search.md');
    const reasons = results.map(({ docId, explanation }) => [
      docId.includes('version-'),
      explanation.some(({ reason, value }) => reason === 'folder of a version' && value === 0.25),
    ]);
    expect(reasons.filter(([isVersion]) => isVersion).length).toBeGreaterThan(0);
    for (const [isVersion, isWeighed] of reasons) expect(isWeighed).toBe(isVersion);
  });

  it('are requested by name or by path', async () => {
    expect((await first('how is the search bar of 1.4 added')).explanation).not.toContainEqual(
      expect.objectContaining({ reason: 'folder of a version' }),
    );
    expect((await first('how is the search bar added path:version-1.4')).docId).toBe(
      'main:docs/old/version-1.4/search.md',
    );
  });
});

describe('copies below the reranked chunks', () => {
  const page = '# Search\n\nThe search bar is added by the theme, and its index is built every night.\n';
  const root = folder({
    ...Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((name) => [`docs/${name}.md`, page])),
    'docs/bar.md': '# Bars\n\nAnother search bar, that of the blog, is not added by any theme.\n',
  });

  it('are folded, too, and the list is filled up with other results', async () => {
    const froe = await open(root);
    await froe.sync();
    const { results } = await froe.search('how is the search bar added', { pool: 2, limit: 6 });
    expect(results.map(({ copies = [] }) => copies.length)).toEqual(expect.arrayContaining([4, 0]));
    expect(results).toHaveLength(2);
    await froe.close();
  });
});
