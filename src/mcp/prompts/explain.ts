import type { Prompt } from './prompt.js';

export const explain: Prompt = {
  name: 'explain',
  description: 'Explain a symbol, a file or a question about this project',
  arguments: { target: 'a symbol, a path or a question' },
  ask: ({ target }) => `Explain ${target}: what it is for, how it works, and what it depends on. Cite path:lines.`,
  async known({ target }, budget, { workspace, fence, format, signal }) {
    const filter = { filter: fence.filter() };
    const options = {
      budget,
      format,
      tokenizer: workspace.tokenizer,
      signal,
      scope: 'exploratory',
      ...filter,
    } as const;
    return (await workspace.engine.context(target, options)).text;
  },
};
