/**
 * The JSON that the page gets. The page in web/ uses these types, so nothing is imported
 * at run time: they must work without the rest of froe.
 *
 *     GET  /api/files                                FileList
 *     GET  /api/file?path=…&maxTokens=…&q=…          FileView
 *     GET  /api/artifact?id=…&q=…                    FileView
 *     GET  /api/references?of=…                      ReferencesView; of a path, or of a chunk by its id
 *     GET  /api/history?of=…                         HistoryView; of a path, or of lines of it: src/a.py:10-20
 *     GET  /api/search?q=…&type=…&lang=…&path=…      SearchView
 *     GET  /api/context?q=…&budget=…&format=…        ContextView; the same filters
 *     GET  /api/status                               Status; checks every file of the folder
 *     GET  /api/sizes                                Sizes; reads many chunks
 *     POST /api/sync                                 SyncView, with --write only
 *
 * Errors are an ApiError.
 */
import type { Confidence } from '../engine/results.js';

export interface ApiError {
  readonly error: string;
  readonly hint?: string;
  /** Suggested paths, if there is no such file. */
  readonly near?: readonly string[];
}

/** A text with its colours, and the matches of a query. */
export interface ColouredText {
  readonly text: string;
  readonly highlights: Highlights;
  /** Start and end of each, in order, without overlap: `[4, 9, 20, 25]`. */
  readonly marks: readonly number[];
}

/** Runs of one kind, covering the whole text: `length * kinds.length + kind`. Empty: no colours. */
export interface Highlights {
  readonly kinds: readonly string[];
  readonly runs: readonly number[];
}

export interface FileList {
  /** Only the name of the folder, not its path. */
  readonly root: string;
  /** The names of the roots, if there are several. */
  readonly roots?: readonly string[];
  readonly files: readonly ListedFile[];
  readonly artifacts: readonly ArtifactListItem[];
  readonly choices: Choices;
  /** For each root, the URL that opens a file in an editor, with {path} from the root and {line}. */
  readonly editors: readonly { readonly root: string; readonly address: string }[];
}

export interface ListedFile {
  readonly path: string;
  readonly language: string;
  readonly tokens: number;
}

/** An ingested mail, document, chat or note. Unknown fields are empty. */
export interface ArtifactView {
  readonly id: string;
  readonly type: string;
  /** Where it comes from. */
  readonly system: string;
  readonly sensitivity: string;
  /** When it was written, as ISO 8601. */
  readonly ts: string;
}

export interface ArtifactListItem extends ArtifactView {
  readonly title: string;
  readonly tokens: number;
}

/** All offsets refer to its text. */
export interface FileView extends ColouredText {
  /** For an artifact, its title. */
  readonly path: string;
  readonly artifact: ArtifactView | null;
  readonly language: string;
  /** The extractor, if the file is not plain text: a PDF, a mail … */
  readonly extracted: string | null;
  readonly cap: number;
  /** Overlap where a unit itself is split, in tokens, as computed. */
  readonly overlap: number;
  /** In order; synthetic chunks last. */
  readonly chunks: readonly ChunkView[];
  readonly notes: readonly string[];
  /** These are the chunks of the index. */
  readonly asIndexed: boolean;
}

export interface ChunkView {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly breadcrumb: string;
  readonly tokens: number;
  readonly startLine: number;
  readonly endLine: number;
  readonly charStart: number;
  readonly charEnd: number;
  /** Characters at its start that repeat the chunk before. */
  readonly overlapChars: number;
  readonly partIndex: number;
  readonly partOf: number;
  /** The prefix that it is embedded with. */
  readonly prefix: string;
  /** Its context: the header of its table. */
  readonly context: string;
  /** Its text, if it is not source text: an outline. */
  readonly outline: string | null;
}

/** Digits of a score, wherever it is shown. */
export const SCORE_DIGITS = 3;

export interface SearchView {
  readonly mode: string;
  readonly words: readonly string[];
  readonly confidence: Confidence | null;
  /** A note on the whole answer: typos, nothing here answers well, or a reranker failed. */
  readonly warning: string | null;
  readonly results: readonly ResultView[];
  /** Results left out because their file has changed. */
  readonly stale: number;
  readonly pending: number;
  readonly milliseconds: number;
}

export interface ResultView {
  readonly id: string;
  /** The id of its best chunk. */
  readonly chunk: string;
  readonly path: string;
  readonly language: string;
  /** The root of a workspace, which paths begin with; null if there is one root. */
  readonly root: string | null;
  /** The id of its artifact; null for a file. */
  readonly artifact: string | null;
  readonly name: string;
  readonly type: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly score: number;
  readonly merged: boolean;
  readonly chunks: number;
  /** Other files with the same text. */
  readonly copies: readonly string[];
  readonly excerpt: Excerpt;
  /** The steps of its score; their changes add up to the score as it is shown. */
  readonly steps: readonly StepView[];
}

/** The lines of a chunk that match most of the query. */
export interface Excerpt extends ColouredText {
  /** Its first line. Null: it is not source text. */
  readonly startLine: number | null;
}

export interface StepView {
  readonly reason: string;
  readonly kind: 'add' | 'multiply';
  readonly value: number;
  /** Its change to the score as it is shown. */
  readonly change: number;
  /** Rank and score in the ranking that this step is from, if any. */
  readonly ranked?: { readonly rank: number; readonly score: number };
}

export interface ContextView {
  readonly confidence: Confidence | null;
  /** A note on the whole answer: typos, or nothing here answers well. */
  readonly warning: string | null;
  readonly text: string;
  readonly tokens: number;
  readonly budget: number;
  readonly scope: string;
  readonly passages: readonly PassageView[];
  readonly leftOut: readonly LeftOut[];
}

export interface LeftOut {
  readonly path: string;
  readonly artifact: string | null;
  readonly chunk: string;
  readonly name: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly score: number;
  readonly tokens: number;
}

export interface PassageView extends LeftOut {
  /** Lines were removed from its middle to make it fit. */
  readonly shortened: boolean;
}

/** What refers to a file or a chunk, or to something in it. */
export interface ReferencesView {
  readonly references: readonly ReferenceView[];
  /** References that are not listed. */
  readonly more: number;
}

export interface ReferenceView {
  readonly path: string;
  readonly line: number;
  /** What refers to it: a function, a class, a file. */
  readonly name: string;
  readonly verb: string;
  /** What it refers to. */
  readonly own: string;
}

/** The commits that made lines what they are, best first. */
export interface HistoryView {
  readonly commits: readonly CommitItem[];
  /** Lines that are not committed. */
  readonly uncommitted: number;
  /** There are others. */
  readonly more: boolean;
}

export interface CommitItem {
  readonly hash: string;
  /** Its id, if the index has it: it opens like an artifact. */
  readonly artifact: string | null;
  readonly author: string;
  readonly date: string;
  readonly subject: string;
  readonly reason: string;
  /** The number of the lines that it changed last. */
  readonly lines: number;
}

export interface Status {
  readonly root: string;
  readonly write: boolean;
  /** Files and artifacts. */
  readonly sources: number;
  readonly artifacts: number;
  readonly chunks: number;
  readonly tokens: number;
  readonly bytes: number;
  readonly version: number;
  readonly model: string | null;
  readonly embedded: number;
  readonly pending: number;
  /** Files that were changed or added since, and files that are gone. */
  readonly toRead: number;
  readonly gone: number;
  readonly kinds: readonly LanguageTotals[];
}

export interface LanguageTotals {
  readonly language: string;
  readonly files: number;
  readonly tokens: number;
}

/** How many chunks have how many tokens. */
export interface Sizes {
  readonly bars: readonly { readonly from: number; readonly to: number; readonly chunks: number }[];
  /** How many were measured: all, or evenly spread ones of a large index. */
  readonly seen: number;
}

/** The available options, and their defaults. */
export interface Choices {
  readonly strategies: readonly string[];
  readonly formats: readonly string[];
  /** Types of chunks that a search can be narrowed to. */
  readonly types: readonly string[];
  readonly maxTokens: number;
  readonly budget: number;
  readonly format: string;
}

export interface SyncView {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
}
