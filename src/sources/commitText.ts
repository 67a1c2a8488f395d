/**
 * A commit as a text of limited size:
 *
 *     commit 5f0c1e…                            the hash, the author's name, when it was written
 *     author Ann Lee
 *     date 2026-03-01T10:15:00+01:00
 *
 *     Retry only what is safe to repeat         the message, without addresses
 *
 *     A POST that timed out was sent twice.
 *
 *     diff --git a/src/client.py b/src/client.py
 *     @@ -10,4 +10,6 @@ def send(self):         hunks, as git prints them
 *     …
 *     [left out: M uv.lock, A locale/fr.po]     files without hunks here
 *
 * Nothing of a patch is dropped except lines that repeat the names, and what exceeds the limits.
 */
import { type FileKindName, fileKindOf } from '../text/fileKinds.js';
import type { Span } from '../types.js';
import { commitLimits } from './commitLimits.js';
import { type GitCommit, type TouchedFile, unquoted } from './gitLog.js';

export interface CommitPart extends Span {
  /** The path of the file; undefined for the message. */
  readonly path?: string;
  readonly hunks: readonly Span[];
}

export interface CommitText {
  readonly text: string;
  readonly subject: string;
  /** In order; together they are the text. */
  readonly parts: readonly CommitPart[];
  /** Touched files, with or without hunks in the text. */
  readonly files: readonly string[];
  /** The definitions that git names for hunks: `send` in `@@ -10,4 +10,6 @@ def send(self):`. */
  readonly symbols: readonly string[];
  /** Something exceeds the limits. */
  readonly shortened: boolean;
}

export function commitText(commit: GitCommit): CommitText {
  const { message, cut } = boundedMessage(commit.message);
  const parts: CommitPart[] = [];
  const { hash, author, date } = commit;
  let text = `commit ${hash}\nauthor ${author}\ndate ${date}\n\n${message}\n`;
  parts.push({ start: 0, end: text.length, hunks: [] });
  const pathsWithHunks = new Set<string>();
  const symbols = new Set<string>();
  let [remaining, shortened] = [commitLimits.hunks as number, cut || commit.dropped > 0];
  for (const file of filesIn(commit.patch ?? '')) {
    if (remaining <= 0 || isNoise(file.path)) continue;
    const { kept, left } = boundedHunks(file.hunks, Math.min(remaining, commitLimits.file));
    pathsWithHunks.add(file.path);
    remaining -= kept === '' ? 0 : kept.length + 1;
    shortened ||= left > 0;
    const start = text.length;
    const lines = [...file.head, ...(kept === '' ? [] : [kept]), ...(left > 0 ? [`[${left} more lines]`] : [])];
    const section = `\n${lines.join('\n')}\n`;
    const hunks = hunksIn(section, start);
    for (const hunk of hunks) addSymbol(symbols, section, hunk.start - start);
    text += section;
    parts.push({ path: file.path, start, end: text.length, hunks });
  }
  const missing = commit.files.filter(({ path }) => !pathsWithHunks.has(path));
  if (missing.length > 0 || commit.patch === undefined) {
    const last = parts[parts.length - 1];
    text += `\n[${[commit.patch === undefined ? NO_DIFF : 'left out', ...nameList(missing)].join(': ')}]\n`;
    parts.push({ start: last.end, end: text.length, hunks: [] });
    shortened ||= commit.patch !== undefined && missing.some(({ path }) => !isNoise(path));
  }
  const files = commit.files.slice(0, commitLimits.files).map(({ path }) => path);
  return { text, subject: subjectOf(message, hash), parts, files, symbols: [...symbols], shortened };
}

const subjectOf = (message: string, hash: string): string =>
  (message.split('\n', 1)[0] ?? '').replace(/\s+/g, ' ').trim().slice(0, commitLimits.line) || hash.slice(0, 12);

/** `Co-authored-by: Ann Lee <ann@example.org>`: the name is enough. */
const TRAILER_ADDRESS = /^([A-Za-z][\w-]*-by:[^<\n]*?)[ \t]*<[^>\n]*>/gm;

function boundedMessage(message: string): { readonly message: string; readonly cut: boolean } {
  const withoutAddresses = message.replace(TRAILER_ADDRESS, '$1');
  if (withoutAddresses.length <= commitLimits.message) return { message: withoutAddresses, cut: false };
  const omitted = withoutAddresses.length - commitLimits.message;
  return {
    message: `${withoutAddresses.slice(0, commitLimits.message).toWellFormed()}\n[${omitted} more characters]`,
    cut: true,
  };
}

interface FilePatch {
  readonly path: string;
  readonly head: readonly string[];
  /** Without the last line break. */
  readonly hunks: string;
}

/** Lines that repeat the first one, or name blobs. */
const REDUNDANT_LINE = /^(?:index |--- |\+\+\+ |similarity index |dissimilarity index )/;

function* filesIn(patch: string): Generator<FilePatch> {
  for (let at = 0, next = 0; at < patch.length; at = next) {
    const nextDiff = patch.indexOf('\ndiff --', at);
    next = nextDiff < 0 ? patch.length : nextDiff + 1;
    const end = patch[next - 1] === '\n' ? next - 1 : next;
    const firstHunk = patch.indexOf('\n@@', at);
    const headEnd = firstHunk < 0 || firstHunk >= end ? end : firstHunk;
    const head = patch.slice(at, headEnd).split('\n');
    yield {
      path: pathIn(head),
      head: head.filter((line) => line !== '' && !REDUNDANT_LINE.test(line)),
      hunks: patch.slice(headEnd + 1, end),
    };
  }
}

/** The new name, unless the file was deleted. */
function pathIn(head: readonly string[]): string {
  const pathAfter = (start: string, side: string): string | undefined => {
    const line = head.find((candidate) => candidate.startsWith(start) && !candidate.endsWith('/dev/null'));
    return line === undefined ? undefined : unquoted(line.slice(start.length).replace(/\t$/, '')).slice(side.length);
  };
  const samePaths = /^diff --git (?:"a\/(.*)"|a\/(.*)) (?:"b\/\1"|b\/\2)$/.exec(head[0]);
  return (
    pathAfter('+++ ', 'b/') ??
    pathAfter('rename to ', '') ??
    pathAfter('--- ', 'a/') ??
    unquoted(samePaths?.[2] ?? `"${samePaths?.[1] ?? ''}"`)
  );
}

/** Files written by programs: their changes explain nothing. */
const NOISE: readonly (FileKindName | undefined)[] = ['lockfile', 'translation', 'generated', 'vendored', 'fixture'];
const isNoise = (path: string): boolean => {
  const kind = fileKindOf(path);
  return kind !== undefined && NOISE.includes(kind);
};

/** As many whole lines as fit; `left`: the number of the others. */
function boundedHunks(hunks: string, remaining: number): { readonly kept: string; readonly left: number } {
  // Nearly all fit as they are.
  if (hunks.length < remaining && !hasLongLine(hunks)) return { kept: hunks, left: 0 };
  const all = hunks === '' ? [] : hunks.split('\n');
  const lines: string[] = [];
  let length = 0;
  for (const line of all) {
    const bounded = line.length > commitLimits.line ? `${line.slice(0, commitLimits.line).toWellFormed()}…` : line;
    length += bounded.length + 1;
    if (length > remaining && lines.length > 0) break;
    lines.push(bounded);
  }
  return { kept: lines.join('\n'), left: all.length - lines.length };
}

function hasLongLine(text: string): boolean {
  for (let at = 0, end = 0; at < text.length; at = end + 1) {
    end = text.indexOf('\n', at);
    if (end < 0) end = text.length;
    if (end - at > commitLimits.line) return true;
  }
  return false;
}

/** `offset`: where the section begins in the whole. */
function hunksIn(section: string, offset: number): readonly Span[] {
  const starts: number[] = [];
  for (let at = section.indexOf('\n@@'); at >= 0; at = section.indexOf('\n@@', at + 1)) starts.push(at + 1);
  return starts.map((at, i) => ({ start: offset + at, end: offset + (starts[i + 1] ?? section.length) }));
}

/** A call or a definition: the last name before its parameters, else the name behind `class`, `module` and such. */
const HUNK_SYMBOL =
  /^@@ [^@]*@@ .*?(?:([\p{L}_$][\p{L}\p{N}_$?!]*)\s*[(=<]|(?:class|module|interface|struct|enum|trait|impl|def|fn|func|function|namespace)\s+([\p{L}_$][\p{L}\p{N}_$.:]*))/u;

function addSymbol(symbols: Set<string>, section: string, at: number): void {
  const [, beforeParameters, afterKeyword] = HUNK_SYMBOL.exec(section.slice(at, section.indexOf('\n', at))) ?? [];
  const name = beforeParameters ?? afterKeyword;
  if (name !== undefined && symbols.size < commitLimits.symbols) symbols.add(name);
}

/** Names that are listed. */
const MAX_LISTED_NAMES = 100;

/** In place of a diff whose blobs cannot be read, as in a partial clone; the names of the files follow. */
const NO_DIFF = 'diff not in this clone';

function nameList(missing: readonly TouchedFile[]): readonly string[] {
  if (missing.length === 0) return [];
  const names = missing.slice(0, MAX_LISTED_NAMES).map(({ status, path }) => `${status} ${path}`);
  const omitted = missing.length > MAX_LISTED_NAMES ? ` and ${missing.length - MAX_LISTED_NAMES} more` : '';
  return [`${names.join(', ')}${omitted}`];
}
