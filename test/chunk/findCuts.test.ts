/** Where a leaf may be cut, drawn into the text: `‹2›` is a place that costs 2. */
import { describe, expect, it } from 'vitest';
import type { Grain } from '../../src/types.js';
import { cutsIn } from './cutsIn.js';

/** Parts of at most `most` letters fit, and are taken apart no further. */
function drawn(grain: Grain, text: string, most: number, span = { start: 0, end: text.length }): string {
  const { at, cost } = cutsIn(text, span, grain, (start, end) => end - start <= most);
  expect([...at].sort((a, b) => a - b)).toEqual(at);
  return at.reduceRight((out, place, i) => `${out.slice(0, place)}‹${cost[i]}›${out.slice(place)}`, text);
}
const MANY = 1000;

describe('between paragraphs', () => {
  it.each([
    ['a blank line parts them', 'oak\n\nash\nelm\n', 'oak\n\n‹0.5›ash\nelm\n'],
    ['several part them once', 'oak\n \n\t\n\nash', 'oak\n \n\t\n\n‹0.5›ash'],
    ['whatever ends the lines', 'oak\r\n\r\nash\r\relm\n\nfir', 'oak\r\n\r\n‹0.5›ash\r\r‹0.5›elm\n\n‹0.5›fir'],
    ['one that is indented belongs to the one before', 'oak\n\n  ash\n\n    elm', 'oak\n\n‹0.75›  ash\n\n‹1›    elm'],
    [
      'nothing is further in than sixteen',
      `a\n\n${' '.repeat(16)}b\n\n${' '.repeat(24)}c`,
      `a\n\n‹2.5›${' '.repeat(16)}b\n\n‹2.5›${' '.repeat(24)}c`,
    ],
    ['there is no place at the end, nor before the first', '\n\noak\n\n', '\n\n‹0.5›oak\n\n'],
    ['a line is not enough', 'oak\nash', 'oak\nash'],
    ['of nothing there are none', '', ''],
  ])('%s', (_, text, expected) => {
    expect(drawn('prose', text, MANY)).toBe(expected);
    expect(drawn('lines', text, MANY)).toBe(expected);
  });

  it.each([
    ['```', '```'],
    ['~~~', '~~~'],
    ['```js', '```'],
    ['  ~~~~~ py', '~~~'],
  ])('a fence of %j keeps its contents together', (open, close) => {
    const text = `oak\n\n${open}\nash\n\nelm\n\n${close}\n\nfir`;
    const indent = open.startsWith(' ') ? '‹0.75›' : '‹0.5›';
    expect(drawn('prose', text, MANY)).toBe(`oak\n\n${indent}${open}\nash\n\n‹3.5›elm\n\n‹3.5›${close}\n\n‹0.5›fir`);
  });

  it.each([
    ['two marks', '``'],
    ['marks of two kinds', '`~`'],
    ['marks that are not together', '`` `'],
    ['other marks', '---'],
    ['marks after a word', 'x```'],
  ])('%s are no fence', (_, mark) => {
    expect(drawn('prose', `${mark}\n\noak\n\nash`, MANY)).toBe(`${mark}\n\n‹0.5›oak\n\n‹0.5›ash`);
  });

  it('a fence ends at its own marker, or never', () => {
    expect(drawn('lines', '```\n~~~\n\noak\n```\n\nash', MANY)).toBe('```\n~~~\n\n‹3.5›oak\n```\n\n‹0.5›ash');
    expect(drawn('lines', '```\n\noak\n\nash', MANY)).toBe('```\n\n‹3.5›oak\n\n‹3.5›ash');
    expect(drawn('lines', '```', MANY)).toBe('```');
    expect(drawn('lines', '``\n`\n\noak', MANY)).toBe('``\n`\n\n‹0.5›oak');
  });
});

describe('between lines', () => {
  it('every line may begin a chunk, at a cost that grows with its indentation', () => {
    expect(drawn('lines', 'if oak\n    ash\n        elm\nend', 12)).toBe(
      'if oak\n‹2.5›    ash\n‹3›        elm\n‹2›end',
    );
  });

  it('a blank line may, too', () => {
    expect(drawn('lines', 'oak ash elm\n\nfir', 12)).toBe('oak ash elm\n‹2.125›\n‹0.5›fir');
  });

  it('the end of a sentence makes it cheaper', () => {
    expect(drawn('lines', 'oak.\nash)\n"elm."\nfir', 8)).toBe('oak.\n‹1.5›ash)\n‹2›"elm."\n‹1.5›fir');
    expect(drawn('lines', 'oak. \t\nash', 8)).toBe('oak. \t\n‹1.5›ash');
    expect(drawn('lines', '")\nash oak', 8)).toBe('")\n‹2›ash oak');
    expect(drawn('lines', '.\nash oak', 8)).toBe('.\n‹1.5›ash oak');
  });

  it.each([...'.!?…。！？।؟۔։።'])('%s ends a sentence', (stop) => {
    expect(drawn('lines', `oak${stop}\nash`, 5)).toBe(`oak${stop}\n‹1.5›ash`);
  });

  it.each([...'"\')]”’」』»'])('a sentence may end with %s', (closer) => {
    expect(drawn('lines', `oak.${closer}\nash`, 6)).toBe(`oak.${closer}\n‹1.5›ash`);
  });

  it.each([...',;:-–(«'])('%s does neither', (mark) => {
    expect(drawn('lines', `oak${mark}\nash`, 5)).toBe(`oak${mark}\n‹2›ash`);
    expect(drawn('lines', `oak.${mark}\nash`, 6)).toBe(`oak.${mark}\n‹2›ash`);
  });

  it('a fence increases the cost', () => {
    expect(drawn('lines', '```\noak\n```\nash', 8)).toBe('```\n‹5›oak\n‹5›```\n‹2›ash');
  });

  it('are found within the span only', () => {
    expect(drawn('lines', 'oak\nash\nelm\nfir\n', 5, { start: 4, end: 12 })).toBe('oak\nash\n‹2›elm\nfir\n');
    expect(drawn('lines', 'oak\n\nash\n\nelm', 4, { start: 5, end: 9 })).toBe('oak\n\nash\n\nelm');
  });
});

describe('in prose', () => {
  const wide = 'a line of prose that is long enough to wrap';

  it('a sentence start is a better cut than a wrapped line, and a line of its own the best', () => {
    expect(drawn('prose', `${wide}\nand goes on. So it does\nAnd ends`, 50)).toBe(
      `${wide}\n‹4.5›and goes on. ‹2.8›So it does\n‹2›And ends`,
    );
  });

  it.each([...'azßàéöžşȯабяё', '\u024f', '\u045f'])('a line that begins with %s is wrapped', (first) => {
    expect(drawn('prose', `${wide}\n${first}`, 44)).toBe(`${wide}\n‹4.5›${first}`);
  });

  it.each(['Z', 'O', '7', '-', '`', '{', '\u00de', '\u0250', '\u042f', '\u0460', '中'])(
    'a line that begins with %s is not wrapped',
    (first) => {
      expect(drawn('prose', `${wide}\n${first}`, 44)).toBe(`${wide}\n‹2›${first}`);
    },
  );

  it('a line after a short one is not wrapped, nor one after a sentence', () => {
    const [short, enough] = ['x'.repeat(38), 'x'.repeat(39)];
    expect(drawn('prose', `${short}\nand so on`, 45)).toBe(`${short}\n‹2›and so on`);
    expect(drawn('prose', `${enough}\nand so on`, 45)).toBe(`${enough}\n‹4.5›and so on`);
    expect(drawn('prose', `Oak\n${short}\nand so on`, 45)).toBe(`Oak\n‹2›${short}\n‹2›and so on`);
    expect(drawn('prose', `Oak\r${short}\rand so on`, 45)).toBe(`Oak\r‹2›${short}\r‹2›and so on`);
    expect(drawn('prose', `Oak\n${enough}\nand so on`, 45)).toBe(`Oak\n‹2›${enough}\n‹4.5›and so on`);
    expect(drawn('prose', `${enough}.\nand so on`, 45)).toBe(`${enough}.\n‹2›and so on`);
  });

  it('sentences begin before, between and after the lines', () => {
    expect(drawn('prose', 'Oak. Ash.\nElm. Fir.\nYew. Bay', 12)).toBe(
      'Oak. ‹2.8›Ash.\n‹2›Elm. ‹2.8›Fir.\n‹2›Yew. ‹2.8›Bay',
    );
  });

  it('fences and indentation count as between lines', () => {
    expect(drawn('prose', '~~~\nOak\n  Ash\n~~~\nElm', 9)).toBe('~~~\n‹5›Oak\n‹5.25›  Ash\n‹5›~~~\n‹2›Elm');
  });
});

describe('between words', () => {
  const words = 'one two three four five six seven eight nine ten eleven twelve';

  it('there is a cut every few words: an eighth of what certainly fits, but at least four characters', () => {
    expect(drawn('lines', words, 16)).toBe(words.replaceAll(' ', ' ‹7›'));
    const long = `${words} ${words} ${words}`;
    const pairs = 'one two ‹7›three four ‹7›five six ‹7›seven eight ‹7›nine ten ‹7›eleven twelve';
    expect(drawn('lines', long, 64)).toBe(`${pairs} ‹7›${pairs} ‹7›${pairs}`);
    expect(drawn('lines', long, 127)).toBe(drawn('lines', long, 64));
    expect(drawn('lines', long, 128)).toBe(
      'one two three four ‹7›five six seven eight ‹7›nine ten eleven ‹7›twelve one two three ‹7›four five six seven ' +
        '‹7›eight nine ten eleven ‹7›twelve one two three ‹7›four five six seven ‹7›eight nine ten eleven ‹7›twelve',
    );
  });

  it('a separator is a cut if there are no spaces', () => {
    const joined = 'one,two;three:four)five]six}seven>eight|nine/ten&eleven=twelve、thirteen，fourteen';
    expect(drawn('lines', joined, 32)).toBe(joined.replace(/[^a-z=]/g, '$&‹7›').replace('=', '=‹8›'));
    expect(drawn('lines', 'one.two.three.four-five-six', 16)).toBe('one.two.three.fo‹12›ur-five-six');
  });

  it('a semicolon or a comma is better than a separator before a value', () => {
    const pairs = 'name=1;width=2;height=3,depth=4;weight=5;colour=6;';
    expect(drawn('lines', pairs, 64)).not.toContain('=‹');
    const spaced = 'name = 1; width = 2; height = 3, depth = 4; weight = 5; colour = 6;';
    expect(drawn('lines', spaced, 64)).not.toContain('= ‹');
    expect(drawn('lines', 'width=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 16)).toContain('=‹8›');
  });

  it('white space is better than a separator before it', () => {
    const gap = 'x'.repeat(9);
    const text = `${gap}a,b c${gap}d,e f${gap}g,h ${gap}i,j${'x'.repeat(30)}`;
    expect(drawn('lines', text, 64)).toBe(`${gap}a,b ‹7›c${gap}d,e ‹7›f${gap}g,h ‹7›${gap}i,‹7›j${'x'.repeat(30)}`);
  });

  it('cuts are farther apart where tokens are longer', () => {
    const fits = (start: number, end: number): boolean => end - start <= (start < 16 ? 16 : 1024);
    const { at } = cutsIn(`${'x'.repeat(15)} ${':'.repeat(4000)}`, { start: 0, end: 4016 }, 'lines', fits);
    const steps = at.slice(1).map((cut, i) => cut - at[i]);
    expect(steps.slice(-20).every((step) => step >= 16 && step <= 64)).toBe(true);
  });

  it('the first of several separators is used, and the last space', () => {
    expect(drawn('lines', `${'x'.repeat(8)},,,   ${'y'.repeat(8)}`, 16)).toBe('xxxxxxxx,‹7›,,   ‹7›yyyyyyyy');
    expect(drawn('lines', `${'x'.repeat(8)},,,${'y'.repeat(8)}`, 16)).toBe('xxxxxxxx,‹7›,,yyyyyyyy');
  });
});

describe('inside a word', () => {
  it('there is a cut wherever no more fits', () => {
    expect(drawn('lines', 'abcdefghijklmnopqrstuvwxyz', 8)).toBe('abcdefgh‹12›ijklmnop‹12›qrstuvwx‹12›yz');
    expect(drawn('lines', 'abcdefghijklmnopqrstuvwxyz', 11)).toBe('abcdefgh‹12›ijklmnop‹12›qrstuvwx‹12›yz');
    expect(drawn('lines', 'abc', 1)).toBe('a‹12›b‹12›c');
    expect(drawn('lines', 'abc', 0)).toBe('a‹12›b‹12›c');
  });

  it('the parts are halved where characters have more tokens', () => {
    const fits = (start: number, end: number): boolean => end - start <= (end > 16 ? 2 : 8);
    expect(cutsIn('abcdefghijklmnopqrstuvwxyz', { start: 0, end: 22 }, 'lines', fits).at).toEqual([8, 16, 18, 20]);
  });

  it('the parts are doubled where characters have fewer tokens again', () => {
    const fits = (start: number, end: number): boolean => end - start <= (start < 4 ? 2 : 8);
    expect(cutsIn('abcdefghijklmnopqrstuvwxyz', { start: 0, end: 26 }, 'lines', fits).at).toEqual([2, 4, 12, 20]);
  });

  it('a grapheme stays whole if it fits', () => {
    const family = '👨‍👩‍👧';
    expect(drawn('lines', family.repeat(4), 9)).toBe(Array(4).fill(family).join('‹12›'));
    expect(drawn('lines', 'e\u0301'.repeat(4), 3)).toBe(Array(4).fill('e\u0301').join('‹12›'));
    expect(drawn('lines', 'oake\u0301\u0301oak', 4)).toBe('oak‹12›e\u0301\u0301o‹12›ak');
  });

  it('a grapheme that does not fit is cut between code points, never inside one', () => {
    expect(drawn('lines', '👨‍👩‍👧', 3)).toBe('👨‹12›\u200d‹12›👩‹12›\u200d‹12›👧');
    expect(drawn('lines', '😀😀😀', 1)).toBe('😀‹12›😀‹12›😀');
    const marks = '\u0301'.repeat(64);
    expect(drawn('lines', `a${marks.slice(1)}${marks}${marks}`, 100)).toBe(
      `a${marks.slice(1)}‹12›${marks}‹12›${marks}`,
    );
  });
});
