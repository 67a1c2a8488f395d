import { z } from 'zod';
import { caveats, caveatsOf, inWords, whenReady } from '../caveats.js';
import { cursorAt, placeAt } from '../cursor.js';
import { directions, type EdgeRecord, edgesOf } from '../edges.js';
import { roomiest, type ToolOutput, tool } from '../tool.js';

const edge = z.object({ verb: z.string(), from: z.string(), to: z.string(), path: z.string(), line: z.int() });
const output = z.object({ edges: z.array(edge), ...caveats, next_cursor: z.string().optional() });
type Data = z.input<typeof output>;

const PER_PAGE = 50;

export const references = tool({
  name: 'references',
  description: 'List callers and imports of a symbol, or what it calls, with lines.',
  input: z.object({
    symbol: z.string().min(1).describe('Client, Client.send, path#Symbol, path:10, or an id'),
    direction: z.enum(directions).default('callers'),
    cursor: z.string().optional(),
  }),
  output,
  async run({ cursor, ...asked }, call) {
    const from = placeAt(cursor, asked);
    await whenReady(call);
    const { workspace, fence } = call;
    const all = await edgesOf(workspace.engine, asked.symbol, asked.direction, { offers: fence.offers });
    const seen = all.filter(({ path }) => fence.allows(path));
    return roomiest(
      fewer(seen.slice(from, from + PER_PAGE)).map((edges) => {
        const next = from + edges.length;
        const more = next < seen.length ? { next_cursor: cursorAt(next, asked) } : {};
        return said({ edges, ...caveatsOf(call), ...more });
      }),
      call,
    );
  },
});

/** All, then half of them, and so on, but always the first. */
function fewer(edges: readonly EdgeRecord[]): EdgeRecord[][] {
  const forms = [[...edges]];
  for (let kept = edges.length >> 1; kept > 0; kept >>= 1) forms.push(edges.slice(0, kept));
  return forms;
}

function said(data: Data): ToolOutput<Data> {
  const lines = data.edges.map(({ verb, from, to, path, line }) => `${path}:${line}  ${from} ${verb} ${to}\n`);
  const more = data.next_cursor === undefined ? '' : `More: cursor ${data.next_cursor}\n`;
  return { text: (lines.join('') || 'Nothing found.\n') + more + inWords(data), data };
}
