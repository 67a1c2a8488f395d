import type { Prompt } from './prompt.js';

export const impact: Prompt = {
  name: 'impact',
  description: 'List what a change of a symbol affects',
  arguments: { symbol: 'symbol to change' },
  ask: ({ symbol }) =>
    `What could break if ${symbol} changes? Below is what depends on it, nearest first. Go through the list, and say what to test. Cite path:lines.`,
  async known({ symbol }, budget, { workspace: { engine, tokenizer }, fence, count }) {
    const { dependents } = await engine.impact(symbol, { budget, tokenizer, offers: fence.offers });
    const lines = dependents
      .filter(({ path }) => fence.allows(path))
      .map(({ distance, said, name, verb, on }) => `${distance}  ${said}  ${name} ${verb} ${on}\n`);
    while (count(lines.join('')) > budget) lines.length = Math.floor(lines.length * 0.9);
    return lines.join('') || `Nothing in the index depends on ${symbol} by name.\n`;
  },
};
