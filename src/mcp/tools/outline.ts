import { z } from 'zod';
import { FroeError } from '../../errors.js';
import { caveats, whenReady, withCaveats } from '../caveats.js';
import { fitted, tool } from '../tool.js';

export const outline = tool({
  name: 'outline',
  description: 'List what a file, a folder or the whole tree defines.',
  input: z.object({
    path: z.string().optional(),
    budget: z.int().min(50).default(2000).describe('tokens'),
  }),
  output: z.object({ text: z.string(), files: z.int(), ...caveats }),
  async run({ path = '.', budget }, call) {
    const { workspace, fence } = call;
    const below = fence.path(path);
    await whenReady(call);
    return fitted(budget, call, async (room) => {
      const { text, files } = await workspace.engine.outline(below, {
        budget: room,
        tokenizer: workspace.tokenizer,
        wants: (one) => fence.allows(one),
      });
      if (files === 0 && !workspace.keeper.step)
        throw new FroeError(
          'not-found',
          `Nothing indexed below ${path}`,
          'Call outline without a path to list everything.',
        );
      return withCaveats(call, { text, data: { text, files } });
    });
  },
});
