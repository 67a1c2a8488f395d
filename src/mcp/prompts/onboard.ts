import type { Prompt } from './prompt.js';

export const onboard: Prompt = {
  name: 'onboard',
  description: 'Introduce this project to a newcomer',
  arguments: {},
  ask: () =>
    'Introduce me to this project: what it does, its main parts and how they work together, where to start reading, and how it is built and tested. Look at what you need; cite paths.',
  async known(_, budget, { workspace: { engine, tokenizer }, fence }) {
    const { text } = await engine.outline('.', budget, { tokenizer, wants: (path) => fence.allows(path) });
    return text;
  },
};
