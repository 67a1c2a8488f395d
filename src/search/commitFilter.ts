/**
 * Search filters → which commits may be found. A commit is not a file, so filters on
 * files apply to the files that it touched:
 *
 *     since:2w  since:2026-03-01      written then or later; -since: before it
 *     author:ann                      by somebody with this in the name
 *     path:src  lang:python           touches such a file; -path: touches another file
 *     symbol:Client.get               has a hunk in a definition of that name
 */
import { FroeError } from '../errors.js';
import { filenameOf } from '../sources/read.js';
import { type ChunkFilter, COMMITS, type SourceRow, type Store } from '../store/store.js';
import { lastName } from '../text/lastName.js';
import { pathMatcher } from '../text/pathPattern.js';
import { type SearchFilter, storeFilter } from './searchFilter.js';
import { resolveTypeName, typeFilter } from './typeNames.js';

const COMMIT = 'commit';
const isCommitType = (word: string): boolean => resolveTypeName(word, []) === COMMIT;

/** By kind, type or tree, or by a filter that only commits have. */
export const asksForCommits = (filter: SearchFilter): boolean => asksByName(filter) || asksByFact(filter);

/** By kind, type or tree: only commits can be meant. */
export const asksByName = ({ kind, tree, types, also }: SearchFilter): boolean =>
  kind === COMMIT || tree === COMMITS || types?.some(isCommitType) === true || (also ? asksByName(also) : false);

const asksByFact = ({ since, before, authors, notAuthors, also }: SearchFilter): boolean =>
  [since, before].some((time) => time !== undefined) ||
  [authors, notAuthors].some((names) => names?.length) ||
  (also ? asksByFact(also) : false);

/** The filter for the history of a store. */
export async function commitFilter(history: Store, filter: SearchFilter): Promise<ChunkFilter> {
  const passes = await commitMatcher(filter);
  const rows = [...(await history.sources(COMMITS)).values()];
  const passing = rows.filter(passes);
  const { ids, notIds, maxSensitivity } = filter;
  return {
    ...(passing.length === rows.length ? {} : { docIds: passing.map(({ docId }) => docId) }),
    ...(ids ? { ids } : {}),
    ...(notIds ? { notIds } : {}),
    ...(maxSensitivity ? { maxSensitivity } : {}),
  };
}

type Matches = (row: SourceRow) => boolean;

/** Tests one commit against the whole filter, `also` included. */
export async function commitMatcher(filter: SearchFilter): Promise<Matches> {
  const { since, before, authors, notAuthors, symbols, notSymbols, docIds, also } = filter;
  const [from, to] = [since, before].map((time) => (time === undefined ? undefined : instantOf(time)));
  const touches = await touchMatcher(filter);
  const matchesAlso = also ? await commitMatcher(also) : () => true;
  const isNamed = (names: readonly string[], author: string): boolean =>
    names.some((name) => author.includes(name.toLowerCase()));
  return (row) => {
    const { author, symbols: touchedSymbols } = commitFacts(row);
    const touchesAny = (names: readonly string[]): boolean =>
      names.some((name) => touchedSymbols.includes(lastName(name)));
    return (
      (from === undefined || row.mtime >= from) &&
      (to === undefined || row.mtime < to) &&
      (!authors?.length || isNamed(authors, author.toLowerCase())) &&
      !(notAuthors?.length && isNamed(notAuthors, author.toLowerCase())) &&
      (!symbols?.length || touchesAny(symbols)) &&
      !(notSymbols?.length && touchesAny(notSymbols)) &&
      (!docIds || docIds.includes(row.docId)) &&
      touches(row) &&
      matchesAlso(row)
    );
  };
}

/** Filters on files: one of the touched files must pass them. */
async function touchMatcher(filter: SearchFilter): Promise<Matches> {
  const { types = [], notTypes = [], languages = [], notLanguages = [], tree, notTree, kind } = filter;
  // A filter that asks for files or artifacts finds no commits.
  if ((tree ?? COMMITS) !== COMMITS || notTree === COMMITS || (kind ?? COMMIT) !== COMMIT) return () => false;
  const fileTypes = types.filter((word) => !isCommitType(word)).map((word) => resolveTypeName(word, []) ?? word);
  const included = fileTypes.length > 0 && fileTypes.length === types.length ? typeFilter(fileTypes, false) : {};
  if (included.types?.length || included.notTypes?.length) return () => false;
  const excluded = typeFilter(
    notTypes.map((word) => resolveTypeName(word, []) ?? word),
    true,
  );
  const required = [filter.paths, included.paths].flatMap((list) => (list?.length ? [pathMatcher(list)] : []));
  const forbidden = [filter.notPaths, excluded.notPaths].flatMap((list) => (list?.length ? [pathMatcher(list)] : []));
  const languageMatches =
    languages.length + notLanguages.length > 0 ? await languageMatcher(languages, notLanguages) : undefined;
  if (required.length + forbidden.length === 0 && !languageMatches) return () => true;
  const passes = (path: string): boolean =>
    required.every((matches) => matches(path)) &&
    !forbidden.some((matches) => matches(path)) &&
    (languageMatches?.(path) ?? true);
  return (row) => {
    const { files } = commitFacts(row);
    return files.some(passes) || (files.length === 0 && required.length === 0 && languages.length === 0);
  };
}

/** By the name of the file alone: the file may be gone. */
async function languageMatcher(
  languages: readonly string[],
  notLanguages: readonly string[],
): Promise<(path: string) => boolean> {
  const { builtInLanguages, languageCalled } = await import('../parse/detect.js'); // loaded only when needed
  const [required, forbidden] = [languages, notLanguages].map((words) =>
    words.map((word) => languageCalled(word) ?? word),
  );
  return (path) => {
    const language = builtInLanguages.detect(filenameOf(path), '');
    return (required.length === 0 || required.includes(language)) && !forbidden.includes(language);
  };
}

/** What jobs/cutCommit.ts writes into the row of a commit. */
export interface CommitFacts {
  readonly author: string;
  /** ISO 8601, with the author's UTC offset. */
  readonly date: string;
  readonly files: readonly string[];
  readonly symbols: readonly string[];
}

export function commitFacts({ metadata: { author, ts, files, symbols } }: Pick<SourceRow, 'metadata'>): CommitFacts {
  const list = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);
  return { author: String(author ?? ''), date: String(ts ?? ''), files: list(files), symbols: list(symbols) };
}

const DAY_MS = 86_400_000;
const UNIT_MS: Readonly<Record<string, number>> = {
  h: DAY_MS / 24,
  d: DAY_MS,
  w: 7 * DAY_MS,
  m: 30 * DAY_MS,
  y: 365 * DAY_MS,
};

/** `2026`, `2026-03`, `2026-03-01`, `2026-03-01T10:00:00Z`; `12h`, `3d`, `2w`, `6m`, `1y` ago. In milliseconds. */
export function instantOf(text: string, now = Date.now()): number {
  const [, count, unit] = /^(\d{1,4})([hdwmy])$/.exec(text) ?? [];
  if (unit !== undefined) return now - Number(count) * UNIT_MS[unit];
  const time = /^\d{4}(?:-\d{2}(?:-\d{2}(?:T[\d:.]+(?:Z|[+-]\d{2}:\d{2})?)?)?)?$/.test(text)
    ? Date.parse(text)
    : Number.NaN;
  if (!Number.isNaN(time)) return time;
  throw new FroeError(
    'bad-option',
    `'${text}' is not a date`,
    'Such as 2026-03-01, 2026-03, 2w (two weeks ago) or 6m.',
  );
}

/** A filter for files, or for commits if those are asked for. */
export const filterOf = (store: Store, filter: SearchFilter, commits: boolean): Promise<ChunkFilter> =>
  commits ? commitFilter(store, filter) : storeFilter(store, filter);
