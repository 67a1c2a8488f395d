/** `froe context`: an answer for a language model, inside a token budget. */

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Command, Option } from 'commander';
import pc from 'picocolors';
import type { Engine, SearchAnswer } from '../../engine/engine.js';
import { tokenizerNames } from '../../engine/files.js';
import { type Scope, scopes } from '../../engine/results.js';
import type { Style } from '../../format/human.js';
import { type FormatName, formatNames, human } from '../../format/index.js';
import { visibleLines } from '../../text/visible.js';
import { type AskFlags, mayBePartial, searchOptions, withQuestion } from '../askFlags.js';
import { printStyled, say, warn } from '../output.js';
import { type AskedProject, asking } from '../project.js';
import { questionOf } from '../question.js';
import { positive } from '../sharedFlags.js';
import { warnOfAnswer } from './search.js';

interface ContextFlags extends AskFlags {
  readonly budget?: number;
  readonly format?: FormatName;
  readonly scope?: Scope;
  readonly tokenizer?: string;
  readonly excludeId?: readonly string[];
  readonly explain?: boolean;
}

const MAX_WIDTH_COLUMNS = 100;

export function contextCommand(command: Command): void {
  withQuestion(command)
    .option('-b, --budget <tokens>', 'maximum tokens of the answer (default: 8000)', positive)
    .addOption(
      new Option('-f, --format <name>', 'output format (default: human on a terminal, else generic)').choices(
        formatNames,
      ),
    )
    .addOption(new Option('--scope <scope>', 'breadth of the question (default: detected)').choices(scopes))
    .addOption(new Option('--tokenizer <name>', 'tokenizer').choices([...tokenizerNames]))
    .option(
      '--exclude-id <id>',
      'exclude a chunk that you already have; repeatable',
      (id: string, before: readonly string[] = []) => [...before, id],
    )
    .option('--explain', 'say whether commits are shown, and why')
    .action(async (words: readonly string[], flags: ContextFlags) => {
      const { query, path } = questionOf(words, flags.in);
      await asking(path, flags, (engine, project) => printContext(engine, project, query, flags), mayBePartial(flags));
    });
}

async function printContext(engine: Engine, project: AskedProject, query: string, flags: ContextFlags): Promise<void> {
  const { settings } = project;
  const terminal = process.stdout.isTTY === true;
  const format = flags.format ?? (terminal ? 'human' : settings.format);
  const width = Math.min(MAX_WIDTH_COLUMNS, process.stdout.columns || 80);
  const budget = flags.budget ?? settings.budget;
  const { text, context, answer, left, tokens } = await engine.context(query, {
    ...searchOptions(flags, project),
    budget,
    format: format === 'human' ? human(width) : format,
    ...(flags.scope ? { scope: flags.scope } : {}),
    ...(flags.tokenizer ? { tokenizer: flags.tokenizer } : {}),
    ...(flags.excludeId ? { excludeIds: flags.excludeId } : {}),
  });
  warnOfAnswer(answer);
  if (flags.explain) warn(commitRule(answer));
  // Counted without colours, which are not part of the answer.
  if (terminal && format === 'human' && text !== '') {
    const styled = human(
      width,
      terminalStyle((file) => engine.locate(file)),
    );
    await printStyled(styled.format(context, tokens));
  } else await say(text === '' || text.endsWith('\n') ? text : `${text}\n`);
  if (left > 0)
    warn(
      `${left} more ${left === 1 ? 'chunk' : 'chunks'} did not fit into ${budget.toLocaleString('en')} ${budget === 1 ? 'token' : 'tokens'}`,
    );
  process.exitCode = context.passages.length === 0 ? 1 : 0;
}

/** Why commits are shown or not; the words are in src/search/commitQuestion.ts. */
function commitRule({ commits, commitReason, commitResults }: SearchAnswer): string {
  if (commits) return 'commits only: asked for by a filter';
  if (commitReason === undefined)
    return 'no commits: no filter, no --history, and no words such as "why was", "when did", "who changed"';
  return `${commitResults?.length ?? 0} commits beside the source: ${commitReason}`;
}

const ESC = '\u001b';

/** Style of an answer on a terminal: bold titles, clickable locations, and source text that cannot control the screen. */
const terminalStyle = (locate: Engine['locate']): Style => ({
  title: pc.bold,
  faint: pc.dim,
  location: (text, file) => {
    const { root, path } = locate(file);
    return linked(pc.cyan(text), pathToFileURL(join(root, path)).href);
  },
  source: visibleLines,
});

/** OSC 8: terminals without support show only the text. */
const linked = (text: string, address: string): string =>
  pc.isColorSupported ? `${ESC}]8;;${address}${ESC}\\${text}${ESC}]8;;${ESC}\\` : text;
