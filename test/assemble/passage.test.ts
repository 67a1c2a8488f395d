/** A segment as a passage: its text, its lines and its identifier. */
import { describe, expect, it } from 'vitest';
import { type DraftPassage, passageName, passageOf, withoutDraftFields } from '../../src/assemble/passage.js';
import type { Chunk } from '../../src/schema.js';
import { prepared } from '../contract/store.js';

const { source, chunks } = await prepared(
  'src/oak.py',
  `def plant():\n    return 1\n\n\ndef fell():\n    return 2\n\n\ndef split():\n    return 3\n${'    # and on\n'.repeat(200)}`,
);
const [first, second, third] = chunks.map(({ chunk }) => chunk);
const shown = (chunks: readonly Chunk[], dependents?: number): DraftPassage =>
  passageOf({ chunks, score: 0.75 }, { source: { ...source, frequency: 'hot' }, dependents });
const changed = (chunk: Chunk, more: Partial<Chunk>): Chunk => ({ ...chunk, ...more });

describe('a passage', () => {
  it('has its kind, its location and its relevance', () => {
    expect(withoutDraftFields(shown([first], 4))).toEqual({
      identifier: first.fullName,
      type: first.chunkType,
      file: 'src/oak.py',
      language: 'python',
      relevance: 0.75,
      frequency: 'hot',
      dependents: 4,
      startLine: first.startLine,
      endLine: first.endLine,
      text: first.content,
      places: [{ file: 'src/oak.py', startLine: first.startLine, endLine: first.endLine }],
      synthetic: false,
      ids: [first.id],
    });
  });

  it('omits dependents that were not counted, and an unknown frequency', () => {
    expect('dependents' in shown([first])).toBe(false);
    expect(passageOf({ chunks: [first], score: 1 }).frequency).toBeUndefined();
  });

  it('of several chunks spans from the first line of the first to the last line of the last', () => {
    const { identifier, startLine, endLine, ids } = shown([first, second, third]);
    expect(identifier).toBe(`${first.fullName} … ${third.fullName}`);
    expect([startLine, endLine]).toEqual([first.startLine, third.endLine]);
    expect(ids).toEqual([first.id, second.id, third.id]);
  });

  it('has one name if all its chunks have the same', () => {
    expect(shown([first, changed(first, { id: 'x' })]).identifier).toBe(first.fullName);
  });

  it('shows a header from further up, with a mark for the missing lines', () => {
    const under = changed(first, { context: '| tree | age |\n' });
    expect(shown([under]).text).toBe(`| tree | age |\n# ...\n${first.content}`);
    expect(shown([first, changed(second, { context: 'no' })]).text).not.toContain('# ...');
  });

  it('of synthetic text is labelled as such', () => {
    const drawn = changed(first, { synthetic: true, chunkType: 'class' });
    expect(shown([drawn])).toMatchObject({ type: 'class outline', synthetic: true });
    expect(shown([changed(drawn, { metadata: { section: 'validations', unit_type: 'model' } })]).type).toBe(
      'model validations',
    );
    expect(shown([changed(first, { metadata: { section: 'validations' } })]).type).toBe(first.chunkType);
  });
});

describe('the name of a chunk', () => {
  const metadata = { unit: 'CheckoutService', unit_type: 'service' };
  it("is that of the application's unit, if the file is one", () => {
    expect(passageName(changed(first, { parentId: null, metadata }))).toBe('CheckoutService');
  });
  it('is its own otherwise', () => {
    expect(passageName(changed(first, { parentId: 'main:src/oak.py', metadata }))).toBe(first.fullName);
    expect(passageName(changed(first, { parentId: null, metadata: { unit: 'CheckoutService' } }))).toBe(first.fullName);
    expect(passageName(changed(first, { parentId: null, metadata: { unit_type: 'service' } }))).toBe(first.fullName);
  });
});
