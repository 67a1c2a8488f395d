import { z } from 'zod';
import { formatNames } from '../../format/index.js';
import { answerCaveats, nothingIn, whenReady, withCaveats } from '../caveats.js';
import { mergeInput, mergeOf } from '../merging.js';
import { fitted, tool } from '../tool.js';

const citation = z.object({
  path: z.string(),
  title: z.string().optional(),
  start_line: z.int(),
  end_line: z.int(),
  symbol: z.string(),
  ids: z.array(z.string()),
});

export const getContext = tool({
  name: 'get_context',
  description: 'Get the source that answers a question, from several files, within a token budget.',
  input: z.object({
    query: z.string().min(1),
    budget: z.int().min(100).default(6000).describe('tokens'),
    format: z.enum(formatNames).optional(),
    paths: z.array(z.string()).optional(),
    exclude: z.array(z.string()).optional(),
    type: z.string().optional(),
    exclude_ids: z.array(z.string()).optional().describe('chunks you have'),
    merge: mergeInput,
  }),
  unlisted: ['format', 'exclude', 'type', 'merge'],
  output: z.object({
    text: z.string(),
    citations: z.array(citation),
    tokens: z.int(),
    dropped: z.int().describe('chunks found that did not fit'),
    ...answerCaveats,
  }),
  async run({ query, budget, format = undefined, paths, exclude, type, exclude_ids, merge }, call) {
    const { workspace, fence, signal } = call;
    await whenReady(call);
    const filter = fence.filter({ paths, exclude, type });
    return fitted(budget, call, async (room) => {
      const { text, tokens, context, left, answer } = await workspace.engine.context(query, {
        budget: room,
        format: format ?? call.format,
        tokenizer: workspace.tokenizer,
        signal,
        filter,
        ...mergeOf(merge),
        ...(exclude_ids ? { excludeIds: exclude_ids } : {}),
      });
      const citations = context.passages.map(({ file, artifact, startLine, endLine, identifier, ids }) => ({
        path: artifact ?? file,
        ...(artifact === undefined ? {} : { title: file }),
        start_line: startLine,
        end_line: endLine,
        symbol: identifier,
        ids: [...ids],
      }));
      const output = { text: nothingIn(answer), data: { text, citations, tokens, dropped: left } };
      const noted = withCaveats(call, output, answer);
      // Notes would make the text exceed the budget: they are in the data, unless nothing was found.
      return citations.length === 0 ? noted : { ...noted, text };
    });
  },
});
