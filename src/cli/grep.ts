/** `froe search --mode regex`: the lines that match, as grep prints them. */
import pc from 'picocolors';
import type { Engine, GrepAnswer } from '../engine/engine.js';
import type { GrepFile, MatchedLine } from '../engine/grep.js';
import type { Project } from '../engine/project.js';
import { FroeError } from '../errors.js';
import { visible } from '../text/visible.js';
import { type AskFlags, searchOptions } from './askFlags.js';
import { coloured, printStyled, say, styled, warn } from './output.js';
import type { ExpandFlags } from './sharedFlags.js';
import { freshness, freshnessRecord, warnOfFreshness } from './syncFlags.js';

export interface GrepFlags extends AskFlags {
  readonly context?: number;
  readonly count?: boolean;
  readonly ignoreCase?: boolean;
  readonly json?: boolean;
  readonly jsonl?: boolean;
  readonly files?: boolean;
}

/** Lines cannot be expanded to neighbouring chunks, and chunks have no lines of context. */
export function checkGrepFlags(flags: GrepFlags & ExpandFlags): void {
  const { mode, context, count, ignoreCase, perSource, expand } = flags;
  if (mode === 'regex') {
    if (perSource === undefined && expand === undefined) return;
    const flag = expand === undefined ? '--per-source' : '--expand';
    throw new FroeError(
      'bad-option',
      `${flag} cannot be used with --mode regex`,
      'A regular expression returns lines, not chunks.',
    );
  }
  if (context === undefined && !count && !ignoreCase) return;
  const flag = context !== undefined ? '-C' : count ? '-c' : '-i';
  throw new FroeError('bad-option', `${flag} requires --mode regex`, 'Other modes return chunks, not lines.');
}

export async function showGrep(
  engine: Engine,
  expression: string,
  flags: GrepFlags,
  project: Pick<Project, 'below'>,
): Promise<void> {
  const { filter, limit } = searchOptions(flags, project);
  const found = await engine.grep(expression, {
    ...freshness(flags),
    ...(filter ? { filter } : {}),
    ...(limit === undefined ? {} : { limit }),
    ...(flags.context === undefined ? {} : { context: flags.context }),
    ...(flags.ignoreCase ? { ignoreCase: true } : {}),
  });
  const addressed = async (file: GrepFile): Promise<GrepFile> => ({
    ...file,
    path: await engine.addressOf({ docId: file.docId, filePath: file.path }),
  });
  const isData = flags.json || flags.jsonl; // with the paths of the index
  const files = isData ? found.files : await Promise.all(found.files.map(addressed));
  await (isData ? say : printStyled)(written(expression, { ...found, files }, flags));
  warnOfFreshness(found);
  if (found.nothing !== undefined) warn(`nothing found: ${found.nothing}`);
  process.exitCode = found.count === 0 ? 1 : 0;
}

function written(expression: string, found: GrepAnswer, flags: GrepFlags): string {
  const { files } = found;
  if (flags.files) return files.map(({ path }) => `${visible(path)}\n`).join('');
  if (flags.jsonl)
    return recordsOf(files, flags)
      .map((one) => `${JSON.stringify(one)}\n`)
      .join('');
  if (flags.json) return `${JSON.stringify(asJson(expression, found, flags))}\n`;
  if (flags.count) return files.map(({ path, lines }) => `${visible(path)}:${lines.length}\n`).join('');
  return files.map((file) => drawn(file, flags.context ?? 0)).join(flags.context ? '--\n' : '');
}

const asJson = (query: string, found: GrepAnswer, flags: GrepFlags): object => ({
  query,
  mode: 'regex',
  count: found.count,
  more: found.more,
  ...freshnessRecord(found),
  ...(found.nothing === undefined ? {} : { nothing: found.nothing }),
  [flags.count ? 'files' : 'lines']: recordsOf(found.files, flags),
});

function recordsOf(files: readonly GrepFile[], { count }: GrepFlags): readonly object[] {
  if (count) return files.map(({ path, docId, lines }) => ({ path, doc_id: docId, count: lines.length }));
  return files.flatMap(({ path, docId, lines }) => lines.map((line) => ({ path, doc_id: docId, ...line })));
}

const { magenta, green, cyan, red, bold } = pc.createColors(coloured(process.stdout));

/** `path:line:text`, and `path-line-text` for context lines, as in grep; `--` between groups. */
function drawn({ path, lines }: GrepFile, context: number): string {
  const at = (sign: string, line: number, text: string): string =>
    `${magenta(visible(path))}${cyan(sign)}${green(String(line))}${cyan(sign)}${text}\n`;
  const matched = new Set(lines.map(({ line }) => line));
  let out = '';
  let shown = 0;
  for (const { line, text, ranges, before = [], after = [] } of lines) {
    const from = line - before.length;
    if (context > 0 && shown > 0 && from > shown + 1) out += `${cyan('--')}\n`;
    before.forEach((one, i) => {
      if (from + i > shown && !matched.has(from + i)) out += at('-', from + i, marked(one, []));
    });
    out += at(':', line, marked(text, ranges));
    shown = line;
    for (const one of after) {
      if (matched.has(shown + 1)) break;
      out += at('-', ++shown, marked(one, []));
    }
  }
  return out;
}

/** Longer lines are data: only so much is shown, from before the first match. */
const MAX_LINE_CHARS = 400;

function marked(text: string, ranges: MatchedLine['ranges']): string {
  if (!styled(process.stdout)) return text; // unchanged for the next program
  const from =
    text.length <= MAX_LINE_CHARS ? 0 : Math.max(0, Math.min((ranges[0]?.[0] ?? 0) - 80, text.length - MAX_LINE_CHARS));
  const to = Math.min(text.length, from + MAX_LINE_CHARS);
  let out = from > 0 ? '…' : '';
  let at = from;
  for (const [start, end] of ranges) {
    if (start >= to) break;
    out += visible(text.slice(at, Math.max(at, start)));
    out += red(bold(visible(text.slice(Math.max(at, start), Math.min(end, to)))));
    at = Math.max(at, Math.min(end, to));
  }
  return `${out}${visible(text.slice(at, to))}${to < text.length ? '…' : ''}`.replace(/\\x0d$/, '');
}
