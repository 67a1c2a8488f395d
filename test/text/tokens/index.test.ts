import { expect, it } from 'vitest';
import { estimateTokens, tokenizer, tokenizerNames } from '../../../src/text/tokens/index.js';

it.each([
  ['cl100k_base', 'hello world', [5, 11]],
  ['cl100k_base', "HELLOworld'll 1234", [3, 5, 10, 13, 14, 17, 18]],
])('%s cuts %j at %j', (name, text, ends) => {
  expect(tokenizer(name).tokenEnds(text)).toEqual(ends);
});

it('opens a tokenizer once', () => {
  expect(tokenizerNames).toEqual(['cl100k_base', 'o200k_base']);
  expect(tokenizer('cl100k_base')).toBe(tokenizer('cl100k_base'));
  expect(tokenizer('cl100k_base').name).toBe('cl100k_base');
});

it.each(['p50k', 'toString', ''])('refuses the tokenizer %j, and lists the known ones', (name) => {
  expect(() => tokenizer(name)).toThrow(`Unknown tokenizer '${name}'`);
  try {
    tokenizer(name);
  } catch (error) {
    expect(error).toMatchObject({ code: 'bad-option', hint: 'Known: cl100k_base, o200k_base' });
  }
});

it.each([
  ['', 0],
  ['   \n', 0],
  ['oak', 1],
  ['hornbeam', 2],
  ['sixsix', 1],
  ['oak, ash', 3],
  ['中文', 2],
  ['été', 3],
  ['snake_case_name', 3],
  ['(x)', 3],
])('estimates %j as %i', (text, tokens) => {
  expect(estimateTokens(text)).toBe(tokens);
});
