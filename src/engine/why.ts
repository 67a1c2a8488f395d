/**
 * Why lines are what they are: the commits that made them, best first.
 *
 *     share of the lines that it changed last      0 to 1, and + 0.1 if there are any
 *     its message gives a reason                   + 0.3: because, so that, avoid …; else + 0.1 for a body
 *     formats, renames, bumps, merges              - 0.5
 *
 * Of a message the sentences with a reason are shown, else its first paragraph. git is asked, not the index.
 */
import { FroeError } from '../errors.js';
import { type LineCommit, lineHistory, nearestRepository } from '../sources/lineHistory.js';
import { isPartialClone } from '../sources/partialClone.js';
import { tokenizer as tokenizerOf } from '../text/tokens/index.js';
import type { Engine } from './engine.js';
import type { IndexFreshness, WhyOptions } from './engineOptions.js';

export interface WhyCommit extends Pick<LineCommit, 'hash' | 'author' | 'date' | 'lines'> {
  readonly subject: string;
  /** The reason given in the message; empty if it has only a subject. */
  readonly reason: string;
}

export interface WhyReport {
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
  /** Best first; as many as fit. */
  readonly commits: readonly WhyCommit[];
  readonly uncommitted: number;
  /** There are others, or the search for earlier ones ran out of time. */
  readonly more: boolean;
  readonly text: string;
  readonly tokens: number;
}

const BUDGET = 2000;

export async function whyReport(
  engine: Engine,
  address: string,
  options: WhyOptions = {},
): Promise<WhyReport & IndexFreshness> {
  const { budget = BUDGET, tokenizer = 'cl100k_base', ...addressOptions } = options;
  const { source, lines, unread, hindered, indexedAt } = await engine.read(address, addressOptions);
  if (source.kind !== 'file')
    throw new FroeError('bad-option', `${address} is not a file`, 'Name a file, lines (path:10-20) or a symbol.');
  const [startLine, endLine] = [lines[0]?.number ?? 1, lines.at(-1)?.number ?? 1];
  const located = engine.locate(source.path);
  const { root, path } = nearestRepository(located.root, located.path);
  const history = lineHistory(root, path, startLine, endLine);
  if (!history)
    throw new FroeError(
      'not-found',
      `git has no history of ${source.path}`,
      isPartialClone(root)
        ? `This is a partial clone, and froe fetches nothing. Fetch what is missing first: git${root === located.root ? '' : ` -C ${root}`} blame ${path} > /dev/null`
        : 'It is not committed, or there is no repository.',
    );
  const ranked = rankCommits(history.commits, endLine - startLine + 1);
  const place = `${engine.written(source.path)}:${startLine}-${endLine}`;
  const uncommittedNote =
    history.uncommitted > 0
      ? [`${history.uncommitted} ${history.uncommitted === 1 ? 'line is' : 'lines are'} not committed`]
      : [];
  const counter = tokenizerOf(tokenizer);
  const head = [place, ...uncommittedNote].join('; ');
  const { text, shown } = fitCommits(head, ranked, (candidate) => counter.count(candidate) <= budget);
  return {
    ...{ path: source.path, startLine, endLine, commits: ranked.slice(0, shown), uncommitted: history.uncommitted },
    ...{ more: shown < ranked.length || history.partial, text, tokens: counter.count(text) },
    ...{ unread, hindered, indexedAt },
  };
}

/** As many as fit, each with its reason; of the first at least its subject line. */
function fitCommits(
  head: string,
  ranked: readonly WhyCommit[],
  fits: (text: string) => boolean,
): { readonly text: string; readonly shown: number } {
  let [text, shown] = [`${head}\n`, 0];
  for (const commit of ranked) {
    const candidates = [formatCommit(commit, true), formatCommit(commit, false)].map((entry) => `${text}\n${entry}`);
    const next = candidates.find(fits) ?? (shown === 0 ? candidates[1] : undefined);
    if (next === undefined) break;
    [text, shown] = [next, shown + 1];
  }
  return { text, shown };
}

const SHORT_HASH = 12;

function formatCommit({ hash, author, date, subject, reason, lines }: WhyCommit, withReason: boolean): string {
  const changed = lines > 0 ? `last changed ${lines} ${lines === 1 ? 'line' : 'lines'}` : 'changed them before';
  const body = withReason && reason !== '' ? reason.split('\n').map((line) => `  ${line}\n`) : [];
  return `${hash.slice(0, SHORT_HASH)}  ${date.slice(0, 10)}  ${author}  ${changed}\n  ${subject}\n${body.join('')}`;
}

function rankCommits(commits: readonly LineCommit[], total: number): readonly WhyCommit[] {
  const scored = commits.map((commit) => {
    const { subject, reason, weight } = readMessage(commit.message);
    const score = commit.lines / total + (commit.lines > 0 ? IS_LAST : 0) + weight;
    const { hash, author, date, lines } = commit;
    return { score, commit: { hash, author, date, lines, subject, reason } };
  });
  const byDate = (a: WhyCommit, b: WhyCommit): number => Date.parse(b.date) - Date.parse(a.date);
  return scored.sort((a, b) => b.score - a.score || byDate(a.commit, b.commit)).map(({ commit }) => commit);
}

const IS_LAST = 0.1;
const GIVES_REASON = 0.3;
const HAS_BODY = 0.1;
const MECHANICAL_PENALTY = -0.5;
const REASON =
  /\b(because|so that|so as to|in order to|otherwise|avoid\w*|prevent\w*|due to|caus(?:e|es|ed|ing)|instead of|regressions?|no longer|would (?:have|be)|needed (?:to|for)|to allow)\b/i;
const MECHANICAL =
  /^(merge\b|bump\b|release\b|re-?format|format\b|lint\b|style[:(]|chore[:(]|typo|rename|black\b|prettier|apply \w+ formatting|update (copyright|changelog))/i;
const TRAILER = /^[A-Z][\w-]+(?:-by)?: .*$/;

interface ReadMessage extends Pick<WhyCommit, 'subject' | 'reason'> {
  readonly weight: number;
}

/** The sentences of the body that give a reason, else its first paragraph. */
function readMessage(message: string): ReadMessage {
  const [subject = '', ...rest] = message.split(/\r?\n/);
  const paragraphs = rest
    .filter((line) => !TRAILER.test(line))
    .join('\n')
    .split(/\n\s*\n|\n(?=\s*[*-] )/)
    .map((paragraph) => paragraph.replace(/\s+/g, ' ').trim())
    .filter((paragraph) => paragraph !== '');
  const sentences = paragraphs.flatMap((paragraph) => paragraph.split(/(?<=[.!?])\s+(?=\p{Lu})/u));
  const reasons = sentences.filter((sentence) => REASON.test(sentence));
  const givesReason = reasons.length > 0 || REASON.test(subject);
  const weight =
    (givesReason ? GIVES_REASON : paragraphs.length > 0 ? HAS_BODY : 0) +
    (MECHANICAL.test(subject) ? MECHANICAL_PENALTY : 0);
  return {
    subject,
    reason: (reasons.length > 0
      ? reasons.join(' ')
      : (paragraphs.find((paragraph) => !/^[*-] /.test(paragraph)) ?? '')
    ).slice(0, MAX_REASON_CHARS),
    weight,
  };
}

/** Maximum characters of a reason. */
const MAX_REASON_CHARS = 1200;
