import { z } from 'zod';
import { andFilters, commitOf, commitTitle, type Result } from '../../engine/results.js';
import { FroeError } from '../../errors.js';
import { visible } from '../../text/visible.js';
import { whenReady } from '../caveats.js';
import { type Call, fitted, type ToolOutput, tool } from '../tool.js';

const output = z.object({ commits: z.array(z.object({ hash: z.string(), title: z.string(), reason: z.string() })) });
type Data = z.input<typeof output>;

const MAX_COMMITS = 20;

export const history = tool({
  name: 'history',
  description: 'Commits: those that made an address what it is, with their reasons; or those about a query.',
  input: z.object({
    address: z.string().optional(),
    query: z.string().optional(),
    since: z.string().optional().describe('2026-03-01, 2w'),
    author: z.string().optional(),
    budget: z.int().min(50).default(2000).describe('tokens'),
  }),
  aliases: { target: 'address', symbol: 'address', path: 'address' },
  output,
  async run({ address, query = '', since, author, budget }, call) {
    await whenReady(call);
    if (address !== undefined) return fitted(budget, call, (room) => whyOf(address, room, call));
    if (`${query}${since ?? ''}${author ?? ''}` === '')
      throw new FroeError('bad-option', 'history needs an address, a query, since or author');
    const filter = { kind: 'commit', ...(since ? { since } : {}), ...(author ? { authors: [author] } : {}) } as const;
    const { engine } = call.workspace;
    const { results } = await engine.search(query, {
      ...{ limit: MAX_COMMITS, perSource: 1, signal: call.signal },
      filter: andFilters(filter, call.fence.filter()),
    });
    return fitted(budget, call, async (room) => found(results, room, call));
  },
});

async function whyOf(address: string, room: number, { workspace, fence }: Call): Promise<ToolOutput<Data>> {
  const { engine, tokenizer } = workspace;
  const report = await engine.why(address, { budget: room, tokenizer, offers: fence.offers });
  fence.path(report.path);
  const commits = report.commits.map(({ hash, date, author, subject, reason }) => ({
    hash,
    title: `${date.slice(0, 10)}  ${author}  ${subject}`,
    reason,
  }));
  return { text: report.text.split('\n').map(visible).join('\n'), data: { commits } };
}

/** As many as fit, one line each: read shows a whole commit. */
function found(results: readonly Result[], room: number, { count }: Call): ToolOutput<Data> {
  const commits: Data['commits'] = [];
  let text = '';
  for (const { chunks } of results) {
    const [best] = chunks;
    const [hash, title] = [commitOf(best) ?? best.docId, commitTitle(best)];
    const next = `${text}${hash}  ${visible(title)}\n`;
    if (commits.length > 0 && count(next) > room) break;
    text = next;
    commits.push({ hash, title, reason: '' });
  }
  return { text: text || 'No commits found.\n', data: { commits } };
}
