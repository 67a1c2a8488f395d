/**
 * Subjects of commits as questions: the answers are the functions that the commit changed.
 * Lines have moved since; git blame tells which of today's lines are still from that
 * commit.
 *
 *     log    abc123  "Keep the cursor while the list grows"   src/list.ts
 *     blame  src/list.ts  lines 40-52 are abc123's
 *     units  move() is lines 38-60                        →   answer: src/list.ts:38-60
 */
import { git } from '../sources/git.js';
import { isAskable } from './documentQuestions.js';
import type { CandidateQuestion, EvalDocument, LineRange } from './question.js';

/** A commit that touches more files is not about one thing. */
const MAX_FILES = 5;
const MAX_ANSWERS = 5;
const MAX_COMMITS = 1000;
/** Maximum commits that are blamed, because blame takes long. */
const MAX_BLAMED_COMMITS = 120;

const ROUTINE =
  /^(?:merge|revert|bump|release|version|v?\d+\.|wip\b|fixup|squash|typo|format|lint|update (?:deps|dependencies|changelog))/i;

interface Commit {
  readonly hash: string;
  readonly subject: string;
  readonly paths: readonly string[];
}

export function commitQuestions(root: string, documents: readonly EvalDocument[]): CandidateQuestion[] {
  const code = new Map(documents.filter(hasFunctions).map((document) => [document.path, document]));
  const commits = commitsOf(root)
    .map((commit) => ({ ...commit, paths: commit.paths.filter((path) => code.has(path)) }))
    .filter(({ paths }) => paths.length > 0)
    .slice(0, MAX_BLAMED_COMMITS);
  const blames = new Map<string, ReadonlyMap<string, readonly number[]>>();
  return commits.flatMap(({ hash, subject, paths }): CandidateQuestion[] => {
    const answers = paths.flatMap((path) => {
      const blame = blames.get(path) ?? blameOf(root, path);
      blames.set(path, blame);
      return unitsAt(code.get(path), blame.get(hash) ?? []);
    });
    if (answers.length === 0 || answers.length > MAX_ANSWERS) return [];
    return [{ id: `commit:${hash.slice(0, 12)}`, kind: 'commit', query: subject, answers }];
  });
}

const FUNCTIONS: ReadonlySet<string> = new Set(['function', 'method']);
const hasFunctions = ({ units }: EvalDocument): boolean => units.some(({ kind }) => FUNCTIONS.has(kind));

function commitsOf(root: string): Commit[] {
  const args = ['log', '--no-merges', `-n${MAX_COMMITS}`, '--format=%x01%H %s', '--name-only', '--relative', '-z'];
  const { status, stdout } = git(root, args);
  if (status !== 0) return [];
  return stdout.split('\x01').flatMap((part): Commit[] => {
    const [head = '', ...paths] = part.split('\0').map((field) => field.replace(/^\n/, ''));
    const touchedPaths = paths.filter((path) => path !== '');
    const subject = withoutPrefix(head.slice(41));
    if (touchedPaths.length === 0 || touchedPaths.length > MAX_FILES || !isAskable(subject) || ROUTINE.test(subject))
      return [];
    return [{ hash: head.slice(0, 40), subject, paths: touchedPaths }];
  });
}

/** `feat(api): say why (#12)` → `say why`. */
const withoutPrefix = (subject: string): string =>
  subject
    .replace(/^\w+(?:\([^)]*\))?!?:\s+/, '')
    .replace(/\s*\(?#\d+\)?\s*$/, '')
    .trim();

/** For each commit, the lines of today that are its own. */
function blameOf(root: string, path: string): ReadonlyMap<string, readonly number[]> {
  const lines = new Map<string, number[]>();
  const { status, stdout } = git(root, ['blame', '-l', '-s', '--incremental', 'HEAD', '--', path]);
  if (status !== 0) return lines;
  for (const [, hash, from, count] of stdout.matchAll(/^([0-9a-f]{40}) \d+ (\d+) (\d+)$/gm)) {
    const commitLines = lines.get(hash) ?? [];
    for (let i = 0; i < Number(count); i++) commitLines.push(Number(from) + i);
    lines.set(hash, commitLines);
  }
  return lines;
}

/** The functions that hold any of the lines. */
function unitsAt(document: EvalDocument | undefined, lines: readonly number[]): LineRange[] {
  if (!document || lines.length === 0) return [];
  return document.units
    .filter(({ kind, startLine, endLine }) => FUNCTIONS.has(kind) && lines.some((n) => n >= startLine && n <= endLine))
    .map(({ startLine, endLine }) => ({ path: document.path, startLine, endLine }));
}
