import { z } from 'zod';
import type { GetResult, NumberedLine, ReadLines } from '../../engine/get.js';
import { MAX_NEIGHBOURS } from '../../engine/neighbours.js';
import { breadcrumbOf } from '../../engine/results.js';
import { visible } from '../../text/visible.js';
import { whenReady } from '../caveats.js';
import { type Call, roomiest, sizeOf, type ToolOutput, tool } from '../tool.js';

const output = z.object({
  path: z.string(),
  title: z.string().optional(),
  start_line: z.int(),
  end_line: z.int(),
  breadcrumb: z.string().optional(),
  text: z.string(),
  fresh: z.boolean(),
  next: z.string().optional().describe('address of the rest'),
});
type Data = z.input<typeof output>;

export const read = tool({
  name: 'read',
  description: 'Read source with line numbers: a file, lines or a definition.',
  input: z.object({
    address: z.string().min(1).describe('path, path:10-40, Class.method, path#Symbol or an id'),
    context_lines: z.int().min(0).max(200).default(0),
    expand: z.int().min(0).max(MAX_NEIGHBOURS).optional().describe('chunks before and after'),
    seamless: z.boolean().default(false),
  }),
  aliases: { target: 'address', path: 'address', symbol: 'address' },
  unlisted: ['seamless'],
  output,
  async run({ address, context_lines, expand, seamless }, call) {
    await whenReady(call);
    if (expand !== undefined) return around(address, expand, seamless, call);
    const offers = call.fence.offers;
    const got = await call.workspace.engine.read(address, { contextLines: context_lines, offers });
    const { source, lines, fresh } = got;
    call.fence.check(source);
    if (lines.length === 0) return empty(source.path, fresh);
    return roomiest(
      shorter(lines, call.workspace.limit >> 1, (some) => render(got, some)),
      call,
    );
  },
});

/** A chunk with the requested number on each side, or as many as fit. */
async function around(address: string, most: number, seamless: boolean, call: Call): Promise<ToolOutput<Data>> {
  const { engine, limit } = call.workspace;
  const { offers } = call.fence;
  for (let expand = most; ; expand--) {
    const got = await engine.get(address, { expand, seamless, offers });
    call.fence.check(got.source);
    const output = expandedAs(got, expand === most ? '' : `(${expand} on each side: more would exceed the limit)\n`);
    if (expand === 0) return roomiest([output, ...cutShort(got)], call);
    if (sizeOf(output, call) <= limit) return output;
  }
}

/** If even that is too long: a part of the chunk itself. */
function* cutShort(got: GetResult): Generator<ToolOutput<Data>> {
  const { length } = got.text;
  for (let count = length >> 1; count > 0; count >>= 1)
    yield expandedAs({ ...got, text: got.text.slice(0, count) }, `(${length - count} more characters)\n`);
}

function expandedAs(
  { source: { path, title, kind }, lines, text, fresh, chunks }: GetResult,
  more: string,
): ToolOutput<Data> {
  const [start_line, end_line] = lines;
  const above = breadcrumbOf(chunks);
  const own = kind === 'artifact' ? { title } : {};
  const named = kind === 'artifact' ? `${title}  ` : '';
  const ended = text.endsWith('\n') ? text : `${text}\n`;
  return {
    text: `${named}${path}:${start_line}-${end_line}${fresh ? '' : CHANGED}\n${lineOf(above)}${ended}${more}`,
    data: { path, ...own, start_line, end_line, ...dataOf(above), text, fresh },
  };
}

/** The headings above the text. */
const lineOf = (breadcrumb: string): string => (breadcrumb === '' ? '' : `${visible(breadcrumb)}\n`);
const dataOf = (breadcrumb: string): Pick<Data, 'breadcrumb'> => (breadcrumb === '' ? {} : { breadcrumb });

const CHANGED = ' (the file has changed since it was indexed)';

const empty = (path: string, fresh: boolean): ToolOutput<Data> => ({
  text: `${path} is empty\n`,
  data: { path, start_line: 0, end_line: 0, text: '', fresh },
});

/** All lines, or as many as can fit at two tokens per line; then fewer and fewer; in the end one, truncated. */
function* shorter(
  lines: readonly NumberedLine[],
  most: number,
  renderLines: (lines: readonly NumberedLine[]) => ToolOutput<Data>,
): Generator<ToolOutput<Data>> {
  for (let count = Math.min(lines.length, most); count > 1; count = Math.floor(count * 0.9))
    yield renderLines(lines.slice(0, count));
  const [first] = lines;
  yield renderLines([first]);
  for (let count = first.text.length >> 1; count > 0; count >>= 1)
    yield renderLines([
      { ...first, text: `${first.text.slice(0, count)}… (${first.text.length - count} characters more)` },
    ]);
}

function render(
  { source: { path, title, kind }, lines: all, fresh, breadcrumb }: ReadLines,
  shown: readonly NumberedLine[],
): ToolOutput<Data> {
  const width = String(shown[shown.length - 1].number).length;
  const text = shown.map(({ number, text: line }) => `${String(number).padStart(width)}  ${line}\n`).join('');
  const last = shown[shown.length - 1].number;
  const left = all.slice(shown.length);
  const next = left.length === 0 ? {} : { next: `${path}:${left[0].number}-${left[left.length - 1].number}` };
  const own = kind === 'artifact' ? { title } : {};
  const at = { start_line: shown[0].number, end_line: last };
  const data: Data = { path, ...own, ...at, ...dataOf(breadcrumb), text, fresh, ...next };
  const changed = fresh ? '' : CHANGED;
  const more = next.next === undefined ? '' : `(${left.length} more lines: ${next.next})\n`;
  const named = kind === 'artifact' ? `${title}  ` : '';
  return { text: `${named}${path}:${at.start_line}-${last}${changed}\n${lineOf(breadcrumb)}${text}${more}`, data };
}
