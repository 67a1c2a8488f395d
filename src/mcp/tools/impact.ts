import { z } from 'zod';
import { type Dependent, unresolvedImpact } from '../../engine/results.js';
import { graphCaveats, whenReady, withCaveats } from '../caveats.js';
import { fitted, type ToolOutput, tool } from '../tool.js';

const dependent = z.object({
  distance: z.int(),
  name: z.string(),
  verb: z.string(),
  on: z.string(),
  path: z.string(),
  line: z.int(),
});
const own = z.object({ dependents: z.array(dependent), more: z.boolean() });
const output = own.extend(graphCaveats);
type Data = z.input<typeof own>;

export const impact = tool({
  name: 'impact',
  description: 'List what a change of a symbol or file affects, nearest first.',
  input: z.object({
    symbol: z.string().min(1).describe('as for references'),
    budget: z.int().min(50).default(2000).describe('tokens'),
  }),
  aliases: { address: 'symbol', target: 'symbol' },
  output,
  async run({ symbol, budget }, call) {
    await whenReady(call);
    const { workspace, fence } = call;
    return fitted(budget, call, async (room) => {
      const { tokenizer } = workspace;
      const { dependents, more, ...report } = await workspace.engine.impact(symbol, {
        budget: room,
        tokenizer,
        offers: fence.offers,
      });
      const seen = dependents.filter(({ path }) => fence.allows(path)).map(recordOf);
      const unresolved = unresolvedImpact(report, (path) => fence.allows(path));
      return withCaveats(call, render(symbol, { dependents: seen, more }), { unresolved });
    });
  },
});

const recordOf = ({ distance, name, verb, on, site }: Dependent): Data['dependents'][number] => ({
  ...{ distance, name, verb, on },
  ...site,
});

/** `2  src/parser.ts:40  Parser.statement calls Parser.expect`, the distance before each. */
function render(symbol: string, data: Data): ToolOutput<Data> {
  const lines = data.dependents.map(
    ({ distance, name, verb, on, path, line }) => `${distance}  ${path}:${line}  ${name} ${verb} ${on}\n`,
  );
  const none = data.more
    ? `What depends on ${symbol} does not fit: raise budget.\n`
    : `Nothing in the index depends on ${symbol} by name.\n`;
  const more = data.more && lines.length > 0 ? '(More depend on it: raise budget.)\n' : '';
  return { text: (lines.join('') || none) + more, data };
}
