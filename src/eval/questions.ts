/**
 * Generates questions with known answers from a repository, and the texts to
 * index for them: the text that a question was made of is removed, but its line
 * breaks stay, so that every answer keeps its lines.
 */

import { join } from 'node:path';
import { unitsOf } from '../chunk/branch.js';
import { FroeError } from '../errors.js';
import { parse } from '../pipeline/chunk.js';
import { readBytes } from '../sources/read.js';
import { walk } from '../sources/walk.js';
import { groupBy } from '../text/groupBy.js';
import { sha256 } from '../text/hash.js';
import { commitQuestions } from './commitQuestions.js';
import { docQuestions, headingQuestions, linkQuestions } from './documentQuestions.js';
import type { CandidateQuestion, EvalDocument, EvalQuestion, HiddenSpan } from './question.js';

/** What is indexed. */
export interface EvalText {
  readonly path: string;
  readonly text: string;
}

export interface QuestionSet {
  readonly questions: readonly EvalQuestion[];
  readonly texts: readonly EvalText[];
}

/** At most `limit` of each kind, chosen by the hash of their ids: the same in every run, and from all over the tree. */
export function questionsOf(root: string, documents: readonly EvalDocument[], limit: number): QuestionSet {
  const kinds = [
    documents.flatMap(docQuestions),
    documents.flatMap(headingQuestions),
    linkQuestions(documents),
    commitQuestions(root, documents),
  ];
  const selected = kinds.flatMap((candidates) => selectQuestions(candidates, limit));
  const hidden = groupBy(
    selected.flatMap(({ hide }) => (hide ? [hide] : [])),
    ({ path }) => path,
  );
  return {
    questions: selected.map(({ hide: _, ...question }) => question),
    texts: documents.map(({ path, text }) => ({ path, text: withHidden(text, hidden.get(path) ?? []) })),
  };
}

/** A query with two answers is dropped: each would count as wrong half of the time. */
function selectQuestions(candidates: readonly CandidateQuestion[], limit: number): CandidateQuestion[] {
  const byQuery = groupBy(candidates, ({ query }) => query.toLowerCase());
  return [...byQuery.values()]
    .flatMap((sameQuery) => (sameQuery.length === 1 ? sameQuery : []))
    .map((candidate) => ({ candidate, key: sha256(candidate.id) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .slice(0, limit)
    .map(({ candidate }) => candidate);
}

/** Everything in the stretches goes, but for the ends of lines. */
export function withHidden(text: string, hidden: readonly HiddenSpan[]): string {
  let visible = '';
  let at = 0;
  for (const { start, end } of [...hidden].sort((a, b) => a.start - b.start)) {
    if (end <= at) continue; // inside one that is gone already
    visible += text.slice(at, start) + text.slice(Math.max(at, start), end).replace(/[^\r\n]+/g, '');
    at = end;
  }
  return visible + text.slice(at);
}

/** The texts that questions are made of, and looked for in. */
interface ReadDocumentsOptions {
  readonly wants?: (path: string) => boolean;
  readonly maxFileSize?: number;
}

/** Larger files are data more often than not, and every strategy would have to read them. */
const MAX_FILE_BYTES = 1 << 20;

/** Without binary files and files whose text was extracted: those have no lines. */
export async function readDocuments(root: string, options: ReadDocumentsOptions = {}): Promise<EvalDocument[]> {
  const { wants = () => true, maxFileSize = MAX_FILE_BYTES } = options;
  const documents: EvalDocument[] = [];
  for (const path of walk(root).files.filter(wants)) {
    const document = await readDocument(join(root, path), path, maxFileSize);
    if (document) documents.push(document);
  }
  return documents;
}

async function readDocument(file: string, path: string, maxBytes: number): Promise<EvalDocument | undefined> {
  try {
    const bytes = readBytes(file);
    if (bytes.length === 0 || bytes.length > maxBytes) return undefined;
    const { source, root, parser } = await parse(bytes, { path });
    if (source.extracted) return undefined;
    return { path, text: source.text, source, root, units: unitsOf(source, root, parser) };
  } catch (error) {
    if (error instanceof FroeError) return undefined;
    throw error;
  }
}
