/** A segment as it is shown, and what is left of it where it does not fit. */
import { describe, expect, it } from 'vitest';
import { begun, nameOf, passageOf, shortened } from '../../src/assemble/passage.js';
import type { Passage } from '../../src/format/index.js';
import type { Chunk } from '../../src/schema.js';
import { prepared } from '../contract/store.js';

const { source, pieces } = await prepared(
  'src/oak.py',
  `def plant():\n    return 1\n\n\ndef fell():\n    return 2\n\n\ndef split():\n    return 3\n${'    # and on\n'.repeat(200)}`,
);
const [first, second, third] = pieces.map(({ chunk }) => chunk);
const shown = (chunks: readonly Chunk[], dependents?: number): Passage =>
  passageOf({ chunks, score: 0.75 }, { ...source, frequency: 'hot' }, dependents);
const changed = (chunk: Chunk, more: Partial<Chunk>): Chunk => ({ ...chunk, ...more });

describe('a passage', () => {
  it('says what it is, where it stands, and how much it matters', () => {
    expect(shown([first], 4)).toEqual({
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
      synthetic: false,
      ids: [first.id],
    });
  });

  it('says nothing of dependents that nobody counted, nor of a frequency that nobody knows', () => {
    expect('dependents' in shown([first])).toBe(false);
    expect(passageOf({ chunks: [first], score: 1 }, undefined).frequency).toBeUndefined();
  });

  it('of several pieces goes from the first line of the first to the last of the last', () => {
    const { identifier, startLine, endLine, ids } = shown([first, second, third]);
    expect(identifier).toBe(`${first.fullName} … ${third.fullName}`);
    expect([startLine, endLine]).toEqual([first.startLine, third.endLine]);
    expect(ids).toEqual([first.id, second.id, third.id]);
  });

  it('has one name where all its pieces have', () => {
    expect(shown([first, changed(first, { id: 'x' })]).identifier).toBe(first.fullName);
  });

  it('shows a header that stands further up, with a mark where lines are missing', () => {
    const under = changed(first, { context: '| tree | age |\n' });
    expect(shown([under]).text).toBe(`| tree | age |\n# ...\n${first.content}`);
    expect(shown([first, changed(second, { context: 'no' })]).text).not.toContain('# ...');
  });

  it('that is no source says what it is instead', () => {
    const drawn = changed(first, { synthetic: true, chunkType: 'class' });
    expect(shown([drawn])).toMatchObject({ type: 'class outline', synthetic: true });
    expect(shown([changed(drawn, { metadata: { section: 'validations', unit_type: 'model' } })]).type).toBe(
      'model validations',
    );
    expect(shown([changed(first, { metadata: { section: 'validations' } })]).type).toBe(first.chunkType);
  });
});

describe('the name of a piece', () => {
  const metadata = { unit: 'CheckoutService', unit_type: 'service' };
  it('is that of the unit of an application, where the file is one', () => {
    expect(nameOf(changed(first, { parentId: null, metadata }))).toBe('CheckoutService');
  });
  it('else its own', () => {
    expect(nameOf(changed(first, { parentId: 'main:src/oak.py', metadata }))).toBe(first.fullName);
    expect(nameOf(changed(first, { parentId: null, metadata: { unit: 'CheckoutService' } }))).toBe(first.fullName);
    expect(nameOf(changed(first, { parentId: null, metadata: { unit_type: 'service' } }))).toBe(first.fullName);
  });
});

describe('a passage that does not fit', () => {
  const lines = [...'abcdefghij'];
  const passage: Passage = { ...shown([first]), text: `${lines.join('\n')}\n\n`, startLine: 5, endLine: 14 };
  const rows = (most: number) => (one: Passage) => one.text.split('\n').length <= most;
  const mark = (omitted: string): readonly string[] => [
    `# ... (truncated: ${omitted} omitted)`,
    '# Full source: src/oak.py (lines 5-14, 4,200 tokens)',
  ];

  it.each([
    [11, [...'abcdef', ...mark('1 line'), ...'hij']],
    [8, [...'abcd', ...mark('4 lines'), ...'ij']],
    [5, [...'ab', ...mark('7 lines'), 'j']],
    [4, [...'ab', ...mark('8 lines')]],
  ])('is left with %i lines, two thirds of them from the top, and says what is missing', (most, left) => {
    expect(shortened(passage, 4200, rows(most))?.text.split('\n')).toEqual(left);
  });

  it('is left out where fewer than two lines would stay', () => {
    expect(shortened(passage, 4200, rows(3))).toBeUndefined();
    expect(shortened(passage, 4200, () => false)).toBeUndefined();
  });

  it('of two lines keeps one, and of one line none is no passage', () => {
    expect(shortened({ ...passage, text: 'a' }, 4200, rows(3))).toBeUndefined();
    expect(shortened({ ...passage, text: 'a\nb\n' }, 4200, rows(3))?.text.split('\n')).toEqual([
      'a',
      ...mark('1 line'),
    ]);
  });

  describe('with a line of it', () => {
    const letters = (most: number) => (one: Passage) => one.text.split('\n# ...')[0].length <= most;
    const cut = (text: string, most: number) => begun({ ...passage, text }, 4200, letters(most))?.text.split('\n');

    it('keeps what fits of its first letters', () => {
      expect(cut(`${'oak '.repeat(400)}\nend\n`, 50)).toEqual([
        'oak '.repeat(12).concat('oa'),
        ...mark('1,555 characters'),
      ]);
      expect(cut('x'.repeat(1000), 50)).toEqual(['x'.repeat(50), ...mark('950 characters')]);
    });

    it('is left out where fewer than 24 letters would stay', () => {
      expect(cut('x'.repeat(1000), 24)?.[0]).toHaveLength(24);
      expect(cut('x'.repeat(1000), 23)).toBeUndefined();
      expect(cut('x'.repeat(24), 24)).toBeUndefined();
    });

    it('is never left with half a letter', () => {
      expect(cut('𝕠'.repeat(100), 41)).toEqual(['𝕠'.repeat(20), ...mark('160 characters')]);
    });
  });

  it('stays what it is in everything but its text', () => {
    expect({ ...shortened(passage, 4200, rows(8)), text: '' }).toEqual({ ...passage, text: '' });
  });
});
