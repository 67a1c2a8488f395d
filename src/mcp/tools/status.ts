import { z } from 'zod';
import type { Engine } from '../../engine/engine.js';
import { messageWithHint } from '../../errors.js';
import { tool } from '../tool.js';

export const status = tool({
  name: 'status',
  description: 'State of the index. With refresh, update it first.',
  input: z.object({ refresh: z.boolean().default(false) }),
  output: z.object({
    root: z.string().optional(),
    roots: z.array(z.string()).optional().describe('of a workspace: name=folder'),
    sources: z.int(),
    artifacts: z.int(),
    chunks: z.int(),
    tokens: z.int(),
    model: z.string().optional(),
    reranker: z.string().optional(),
    pending: z.int().describe('chunks without a vector'),
    stale: z.int().describe('files changed, added or deleted'),
    indexing: z.int().optional().describe('percent'),
    watching: z.boolean(),
    trouble: z.string().optional(),
  }),
  async run({ refresh }, { workspace: { engine, keeper }, follow, signal }) {
    if (refresh) await keeper.refresh(follow, signal);
    const { sources, chunks, tokens, model, pending } = await engine.state();
    const { unread, gone } = await engine.behind();
    const { step, failure, watching } = keeper;
    const data = {
      ...rootsOf(engine),
      sources,
      artifacts: (await engine.artifacts()).length,
      chunks,
      tokens,
      ...(model ? { model: model.id } : {}),
      ...(engine.reranker ? { reranker: engine.reranker.id } : {}),
      pending: model ? pending : 0,
      stale: unread + gone,
      ...(step ? { indexing: step.percent } : {}),
      watching,
      ...(failure ? { trouble: messageWithHint(failure) } : {}),
    };
    return {
      text: Object.entries(data)
        .map(([name, value]) => `${name}: ${Array.isArray(value) ? value.join(', ') : value}\n`)
        .join(''),
      data,
    };
  },
});

const rootsOf = ({ root, folders: { roots } }: Engine): { readonly root: string } | { readonly roots: string[] } =>
  roots === undefined ? { root } : { roots: roots.map(({ name, folder }) => `${name}=${folder}`) };
