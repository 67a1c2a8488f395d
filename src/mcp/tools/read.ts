import { z } from 'zod';
import type { Line } from '../../ask/lines.js';
import { FroeError } from '../../errors.js';
import { whenReady } from '../caveats.js';
import { roomiest, type Said, tool } from '../tool.js';

const output = z.object({
  path: z.string(),
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
    target: z.string().min(1).describe('path, path:10-40, path#Symbol, or an id'),
    context_lines: z.int().min(0).max(200).default(0),
  }),
  output,
  async run({ target, context_lines }, call) {
    await whenReady(call);
    const found = await call.workspace.engine.read(target, { contextLines: context_lines });
    if (!found) throw new FroeError('not-found', `The index has no ${target}`, 'search finds places and ids.');
    const { source, lines, fresh } = found;
    if (source.kind === 'file') call.fence.path(source.path);
    if (lines.length === 0) throw new FroeError('not-found', `${source.path} has no such lines`);
    return roomiest(
      shorter(lines, call.workspace.limit >> 1, (some) => said(source.path, lines, some, fresh)),
      call,
    );
  },
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

function said(path: string, all: readonly Line[], shown: readonly Line[], fresh: boolean): Said<Data> {
  const width = String(shown[shown.length - 1].number).length;
  const text = shown.map(({ number, text: line }) => `${String(number).padStart(width)}  ${line}\n`).join('');
  const last = shown[shown.length - 1].number;
  const left = all.slice(shown.length);
  const next = left.length === 0 ? {} : { next: `${path}:${left[0].number}-${left[left.length - 1].number}` };
  const data: Data = { path, start_line: shown[0].number, end_line: last, text, fresh, ...next };
  const changed = fresh ? '' : ' (the file has changed since, and could not be read again)';
  const more = next.next === undefined ? '' : `(${left.length} more lines: ${next.next})\n`;
  return { text: `${path}:${data.start_line}-${last}${changed}\n${text}${more}`, data };
}
