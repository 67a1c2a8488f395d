import { z } from 'zod';
import type { Line } from '../../ask/lines.js';
import type { SourceRow } from '../../store/store.js';
import { whenReady } from '../caveats.js';
import { roomiest, type Said, tool } from '../tool.js';

const output = z.object({
  path: z.string(),
  title: z.string().optional(),
  start_line: z.int(),
  end_line: z.int(),
  text: z.string(),
  fresh: z.boolean(),
  next: z.string().optional().describe('target of the rest'),
});
type Data = z.input<typeof output>;

export const read = tool({
  name: 'read',
  description: 'Read source with line numbers: a file, lines of it, or what it defines.',
  input: z.object({
    target: z.string().min(1).describe('path, path:10-40, path#Symbol, Class.method, or an id'),
    context_lines: z.int().min(0).max(200).default(0),
  }),
  output,
  async run({ target, context_lines }, call) {
    await whenReady(call);
    const offers = call.fence.offers;
    const { source, lines, fresh } = await call.workspace.engine.read(target, { contextLines: context_lines, offers });
    if (source.kind === 'file') call.fence.path(source.path);
    if (lines.length === 0) return empty(source.path, fresh);
    return roomiest(
      shorter(lines, call.workspace.limit >> 1, (some) => said(source, lines, some, fresh)),
      call,
    );
  },
});

const empty = (path: string, fresh: boolean): Said<Data> => ({
  text: `${path} is empty\n`,
  data: { path, start_line: 0, end_line: 0, text: '', fresh },
});

/** All lines, or as many as could be, since none has less than two tokens; then fewer and fewer; at last one, cut inside. */
function* shorter(
  lines: readonly Line[],
  most: number,
  say: (lines: readonly Line[]) => Said<Data>,
): Generator<Said<Data>> {
  for (let kept = Math.min(lines.length, most); kept > 1; kept = Math.floor(kept * 0.9))
    yield say(lines.slice(0, kept));
  const [first] = lines;
  yield say([first]);
  for (let kept = first.text.length >> 1; kept > 0; kept >>= 1)
    yield say([{ ...first, text: `${first.text.slice(0, kept)}… (${first.text.length - kept} characters more)` }]);
}

function said(
  { path, title, kind }: SourceRow,
  all: readonly Line[],
  shown: readonly Line[],
  fresh: boolean,
): Said<Data> {
  const width = String(shown[shown.length - 1].number).length;
  const text = shown.map(({ number, text: line }) => `${String(number).padStart(width)}  ${line}\n`).join('');
  const last = shown[shown.length - 1].number;
  const left = all.slice(shown.length);
  const next = left.length === 0 ? {} : { next: `${path}:${left[0].number}-${left[left.length - 1].number}` };
  const own = kind === 'artifact' ? { title } : {};
  const data: Data = { path, ...own, start_line: shown[0].number, end_line: last, text, fresh, ...next };
  const changed = fresh ? '' : ' (the file has changed since, and could not be read again)';
  const more = next.next === undefined ? '' : `(${left.length} more lines: ${next.next})\n`;
  const named = kind === 'artifact' ? `${title}  ` : '';
  return { text: `${named}${path}:${data.start_line}-${last}${changed}\n${text}${more}`, data };
}
