/** A passage that does not fit: what is kept, and the note on the omitted lines. */
import { describe, expect, it } from 'vitest';
import { type DraftPassage, passageOf } from '../../src/assemble/passage.js';
import { type TruncateOptions, truncateLines, truncateText } from '../../src/assemble/truncate.js';
import type { Unit } from '../../src/types.js';
import { prepared } from '../contract/store.js';

const { chunks } = await prepared('src/oak.py', 'def plant():\n    return 1\n');
const docId = chunks[0].chunk.docId;
/** A passage of lines that stand in a source from line 5 on. */
const passageOfLines = (lines: readonly string[], more: Partial<DraftPassage> = {}): DraftPassage => ({
  ...passageOf({ chunks: [chunks[0].chunk], score: 0.75 }),
  text: `${lines.join('\n')}\n\n`,
  startLine: 5,
  endLine: 4 + lines.length,
  origins: lines.map((_, i) => ({ docId, file: 'src/oak.py', line: 5 + i })),
  ...more,
});
const unit = (name: string, startLine: number, parentId = docId, endLine = startLine): Unit =>
  ({ id: name, parentId, name, startLine, endLine }) as Unit; // the rest is not asked for
const truncateOptions = (fits: TruncateOptions['fits'], units: readonly Unit[] = []): TruncateOptions => ({
  whole: { lines: 156, tokens: 4200, units },
  count: (text) => text.length,
  fits,
});
const hasAtMostLines =
  (most: number) =>
  (one: DraftPassage): boolean =>
    one.text.split('\n').length <= most;
const truncationNote = (omitted: string): readonly string[] => [
  `# ... (truncated: ${omitted})`,
  '# Full source: src/oak.py (156 lines, 4,200 tokens)',
];
const passage = passageOfLines([...'abcdefghij']);

describe('a passage that does not fit', () => {
  it.each([
    [11, [...'abcdef', ...truncationNote('1 line, 1 token omitted'), ...'hij']],
    [8, [...'abcd', ...truncationNote('4 lines, 7 tokens omitted'), ...'ij']],
    [5, [...'ab', ...truncationNote('7 lines, 13 tokens omitted'), 'j']],
    [4, [...'ab', ...truncationNote('8 lines, 15 tokens omitted')]],
  ])('keeps %i lines, two thirds of them from the top, and states what is missing', (most, left) => {
    expect(truncateLines(passage, truncateOptions(hasAtMostLines(most)))?.text.split('\n')).toEqual(left);
  });

  it('states which lines are left', () => {
    const at = (startLine: number, endLine: number) => ({ file: 'src/oak.py', startLine, endLine });
    expect(truncateLines(passage, truncateOptions(hasAtMostLines(8)))?.places).toEqual([at(5, 8), at(13, 14)]);
    expect(truncateLines(passage, truncateOptions(hasAtMostLines(4)))?.places).toEqual([at(5, 6)]);
  });

  it('names the definitions that start in the cut, but not their members', () => {
    const units = [
      unit('Oak', 5),
      unit('plant', 6, 'Oak'),
      unit('fell', 9, 'Oak'),
      unit('Saw', 10, 'Oak'),
      unit('sharpen', 11, 'Saw'),
      unit('split', 13, 'Oak'),
    ];
    expect(truncateLines(passage, truncateOptions(hasAtMostLines(8), units))?.text).toContain(
      '7 tokens omitted: fell, Saw)\n',
    );
  });

  it('names a definition of which only one line was shown, if that line is cut', () => {
    const units = [unit('fell', 8, docId, 10), unit('saw', 12, docId, 14)];
    const origins = passage.origins.map((origin) => (origin && [9, 13].includes(origin.line) ? origin : undefined));
    expect(truncateLines({ ...passage, origins }, truncateOptions(hasAtMostLines(8), units))?.text).toContain(
      'omitted: fell)',
    );
  });

  it("names the sections of a model's declarations", () => {
    const model = [
      'class Oak',
      '  include Tree',
      '  has_many :acorns',
      '  validates :age',
      '  scope :old, -> { x }',
      'end',
    ];
    const cut = (declares: boolean) =>
      truncateLines(passageOfLines(model, { declares }), truncateOptions(hasAtMostLines(4)))?.text;
    expect(cut(true)).toContain('omitted: associations, validations, scopes)');
    expect(cut(false)).toContain('omitted)');
  });

  it('names six of many, and counts the others', () => {
    const units = [...Array(8).keys()].map((n) => unit(`m${n}`, 7 + n));
    expect(truncateLines(passage, truncateOptions(hasAtMostLines(4), units))?.text).toContain(
      'omitted: m0, m1, m2, m3, m4, m5, +2 more)',
    );
  });

  it('names no definitions of another source', () => {
    const origins = passage.origins.map((origin) => origin && { ...origin, docId: 'main:other.py' });
    expect(
      truncateLines({ ...passage, origins }, truncateOptions(hasAtMostLines(4), [unit('fell', 9)]))?.text,
    ).not.toContain('fell');
  });

  it('is left out if fewer than two lines would stay', () => {
    expect(truncateLines(passage, truncateOptions(hasAtMostLines(3)))).toBeUndefined();
    expect(
      truncateLines(
        passage,
        truncateOptions(() => false),
      ),
    ).toBeUndefined();
  });

  it('keeps one of two lines, and is no passage without a line', () => {
    expect(truncateLines(passageOfLines(['a']), truncateOptions(hasAtMostLines(3)))).toBeUndefined();
    expect(truncateLines(passageOfLines(['a', 'b']), truncateOptions(hasAtMostLines(3)))?.text.split('\n')).toEqual([
      'a',
      ...truncationNote('1 line, 1 token omitted'),
    ]);
  });

  it('changes only its text and its locations', () => {
    const same = { text: '', places: [], origins: [] };
    expect({ ...truncateLines(passage, truncateOptions(hasAtMostLines(8))), ...same }).toEqual({ ...passage, ...same });
  });
});

describe('a fence that is cut', () => {
  const guide = (...lines: readonly string[]): DraftPassage => passageOfLines(lines, { fenced: true });
  const ruby = ['Do:', '```ruby', 'a', 'b', 'c', 'd', 'e', 'f', '```', 'Done.'];

  it('is closed before the mark and opened again after it', () => {
    expect(truncateLines(guide(...ruby), truncateOptions(hasAtMostLines(10)))?.text.split('\n')).toEqual([
      ...['Do:', '```ruby', 'a', 'b'],
      '```',
      ...truncationNote('4 lines, 7 tokens omitted'),
      '```ruby',
      ...['```', 'Done.'],
    ]);
  });

  it('is unchanged if it ends before the cut, or begins in it', () => {
    const ended = ['~~~', 'a', '~~~', ...'bcdefgh'];
    expect(truncateLines(guide(...ended), truncateOptions(hasAtMostLines(8)))?.text.match(/~~~/g)).toHaveLength(2);
    const begins = truncateLines(
      guide(...'abcdef', '```', 'x', 'y', '```', 'z'),
      truncateOptions(hasAtMostLines(10)),
    )?.text.split('\n');
    expect(begins?.slice(0, 3)).toEqual(['a', 'b', 'c']);
    expect(begins?.slice(-3)).toEqual(['```', '```', 'z']);
  });

  it('is not recognised in code', () => {
    expect(truncateLines(passageOfLines(ruby), truncateOptions(hasAtMostLines(8)))?.text.match(/```/g)).toHaveLength(2);
  });
});

describe('a passage with a line that does not fit', () => {
  const letters =
    (most: number) =>
    (one: DraftPassage): boolean =>
      one.text.split('\n# ...')[0].length <= most;
  const cut = (text: string, most: number) =>
    truncateText({ ...passage, text }, truncateOptions(letters(most)))?.text.split('\n');

  it('keeps as many of its first characters as fit', () => {
    expect(cut(`${'oak '.repeat(400)}\nend\n`, 50)).toEqual([
      'oak '.repeat(12).concat('oa'),
      ...truncationNote('1,555 characters, 1,555 tokens omitted'),
    ]);
    expect(cut('x'.repeat(1000), 50)).toEqual([
      'x'.repeat(50),
      ...truncationNote('950 characters, 950 tokens omitted'),
    ]);
  });

  it('is left out if fewer than 24 characters would stay', () => {
    expect(cut('x'.repeat(1000), 24)?.[0]).toHaveLength(24);
    expect(cut('x'.repeat(1000), 23)).toBeUndefined();
    expect(cut('x'.repeat(24), 24)).toBeUndefined();
  });

  it('never ends with half a character', () => {
    expect(cut('𝕠'.repeat(100), 41)).toEqual(['𝕠'.repeat(20), ...truncationNote('160 characters, 160 tokens omitted')]);
  });
});
