import { describe, expect, it } from 'vitest';
import { headingTitle } from '../../../src/parse/markdown/plainText.js';
import { markdown } from '../../../src/parse/markdown.js';
import { nodeOf } from '../document/drawDocument.js';

describe('a title', () => {
  it.each([
    ['   # A', 'A'],
    ['# A #', 'A'],
    ['# C#', 'C#'],
    ['## `code_span` here', 'code_span here'],
    ['# *a* **b** ***c*** _d_ ~~e~~', 'a b c d e'],
    ['# snake_case_name and 2 * 3', 'snake_case_name and 2 * 3'],
    ['# **a *b* c**', 'a b c'],
    ['# ***', '***'],
    ['# [text](https://a.b/(c) "t") and [ref][1]', 'text and ref'],
    ['# [1.0.0] - today', '[1.0.0] - today'],
    ['# ![logo](a.png) Name', 'logo Name'],
    ['# a <b>c</b> <br/>', 'a c'],
    ['# <https://a.b>', 'https://a.b'],
    ['# a < b > c', 'a < b > c'],
    ['# \\*kept\\* \\\\', '*kept* \\'],
    ['# R&amp;D &copy; &#169; &unknown;', 'R&D © © &unknown;'],
    ['# `` a ` b ``', 'a ` b'],
    ['# Install {#setup}', 'Install'],
    ['# Install {#setup .big}', 'Install'],
    ['# f({a})', 'f({a})'],
    ['# 中文 😀', '中文 😀'],
  ])('%j is called %j', (line, name) => {
    expect(nodeOf(markdown, `${line}\n\ntext\n`, 'section').name).toBe(name);
  });

  it('is cut if it is too long, and never inside a character', () => {
    expect(headingTitle('x'.repeat(2000), true).text).toBe('x'.repeat(1000));
    expect(headingTitle(`${'x'.repeat(999)}😀`, true).text).toBe('x'.repeat(999));
  });

  it('keeps marks that pair with nothing', () => {
    expect(headingTitle('a* [b `c <d', true).text).toBe('a* [b `c <d');
  });

  it('of an underlined heading keeps its #s', () => {
    expect(headingTitle('Track #', false).text).toBe('Track #');
  });

  it('is converted quickly, whatever the marks', () => {
    for (const mark of ['[', '[[](', '*a', '_a ', '`', '<', '![', '\\', '&', '(', '*_'])
      expect(headingTitle(mark.repeat(1000), true).text.length).toBeLessThanOrEqual(1000);
  });
});
