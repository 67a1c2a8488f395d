import { z } from 'zod';
import { type Neighbour, type SymbolRelations, unresolvedNotes } from '../../engine/results.js';
import { graphCaveats, whenReady, withCaveats } from '../caveats.js';
import { cursorAt, placeAt } from '../cursor.js';
import { roomiest, type ToolOutput, tool } from '../tool.js';

const directions = ['callers', 'callees', 'imports'] as const;
type Direction = (typeof directions)[number];

const edge = z.object({ verb: z.string(), from: z.string(), to: z.string(), path: z.string(), line: z.int() });
const own = z.object({ edges: z.array(edge), next_cursor: z.string().optional() });
const output = own.extend(graphCaveats);
type Data = z.input<typeof own>;
type EdgeRecord = z.input<typeof edge>;

const PER_PAGE = 50;

export const references = tool({
  name: 'references',
  description: 'List callers and imports of a symbol, or what it calls, with lines.',
  input: z.object({
    symbol: z.string().min(1).describe('Client.send, path#Symbol, path:10 or an id'),
    direction: z.enum(directions).default('callers'),
    cursor: z.string().optional(),
  }),
  aliases: { address: 'symbol', target: 'symbol' },
  output,
  async run({ cursor, ...query }, call) {
    const from = placeAt(cursor, query);
    await whenReady(call);
    const { workspace, fence } = call;
    const { symbols } = await workspace.engine.references(query.symbol, { offers: fence.offers });
    const seen = edgesOf(symbols, query.direction).filter(({ path }) => fence.allows(path));
    const unresolved = query.direction === 'callers' ? unresolvedNotes(symbols, (path) => fence.allows(path)) : [];
    return roomiest(
      fewer(seen.slice(from, from + PER_PAGE)).map((edges) => {
        const next = from + edges.length;
        const more = next < seen.length ? { next_cursor: cursorAt(next, query) } : {};
        return withCaveats(call, render({ edges, ...more }), { unresolved });
      }),
      call,
    );
  },
});

/** All, then half of them, and so on, down to one. */
function fewer(edges: readonly EdgeRecord[]): EdgeRecord[][] {
  const forms = [[...edges]];
  for (let count = edges.length >> 1; count > 0; count >>= 1) forms.push(edges.slice(0, count));
  return forms;
}

function render(data: Data): ToolOutput<Data> {
  const lines = data.edges.map(({ verb, from, to, path, line }) => `${path}:${line}  ${from} ${verb} ${to}\n`);
  const more = data.next_cursor === undefined ? '' : `More: cursor ${data.next_cursor}\n`;
  return { text: (lines.join('') || 'Nothing found.\n') + more, data };
}

/** `callers` use the symbol, `imports` only import it, `callees` are what it uses. */
export function edgesOf(all: readonly SymbolRelations[], direction: Direction): readonly EdgeRecord[] {
  if (direction === 'callees')
    return all.flatMap(({ callees }) => callees.map((one) => ({ ...locationOf(one), from: one.own, to: one.name })));
  return all
    .flatMap(({ callers }) => callers)
    .filter(({ verb }) => (verb === 'imports') === (direction === 'imports'))
    .map((one) => ({ ...locationOf(one), from: one.name, to: one.own }));
}

const locationOf = ({ verb, site }: Neighbour): Pick<EdgeRecord, 'verb' | 'path' | 'line'> => ({ verb, ...site });
