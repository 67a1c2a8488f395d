import { edgesOf } from '../edges.js';
import type { Prompt } from './prompt.js';

export const impact: Prompt = {
  name: 'impact',
  description: 'What changing a symbol would touch',
  arguments: { symbol: 'what would be changed' },
  ask: ({ symbol }) =>
    `What would break or need a look if ${symbol} were changed? Go through those that use it, and say what to test. Cite path:lines.`,
  async known({ symbol }, budget, { workspace: { engine }, fence, count }) {
    const edges = await edgesOf(engine.store, symbol, 'callers');
    const imports = await edgesOf(engine.store, symbol, 'imports');
    const lines = [...edges, ...imports]
      .filter(({ path }) => fence.allows(path))
      .map(({ path, line, from, verb, to }) => `${path}:${line}  ${from} ${verb} ${to}\n`);
    while (count(lines.join('')) > budget) lines.length = Math.floor(lines.length * 0.9);
    return lines.join('') || `Nothing in the index uses ${symbol} by name.\n`;
  },
};
