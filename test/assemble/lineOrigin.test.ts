/** Consecutive lines as ranges. */
import { expect, it } from 'vitest';
import { joinNearby, type LineOrigins, lineRanges } from '../../src/assemble/lineOrigin.js';

const at = (...lines: readonly string[]): LineOrigins =>
  lines.map((line) => {
    const [file, number] = line.split(' ');
    return number === undefined ? undefined : { docId: file, file, line: Number(number) };
  });
const drawn = (origins: LineOrigins, of = lineRanges): string =>
  of(origins)
    .map(({ file, startLine, endLine }) => `${file} ${startLine}-${endLine}`)
    .join(', ');

it('are one location if they are consecutive, in any order', () => {
  expect(drawn(at('a 7', 'a 8', '', 'b 4', 'a 22', 'a 6'))).toBe('a 6-8, a 22-22, b 4-4');
  expect(drawn([])).toBe('');
});

it('are joined across small gaps, for an approximate location', () => {
  const near = (origins: LineOrigins): string => drawn(origins, (of) => joinNearby(lineRanges(of)));
  expect(near(at('a 1', 'a 4', 'a 8', 'b 1'))).toBe('a 1-4, a 8-8, b 1-1');
  expect(near(at('a 1', 'a 10', 'a 20', 'a 31', 'a 40', 'b 50'))).toBe('a 1-10, a 20-20, a 31-31, a 40-40, b 50-50');
});
