/**
 * What the page gets, as JSON. The page in web/ reads these very types, so
 * nothing is imported here: they must make sense without the rest of froe.
 *
 *     GET  /api/files                                FileList
 *     GET  /api/file?path=…&maxTokens=…&q=…          FileView
 *     GET  /api/artifact?id=…&q=…                    FileView
 *     GET  /api/references?of=…                      ReferencesView; of a path, or of a chunk by its id
 *     GET  /api/history?of=…                         HistoryView; of a path, or of lines of it: src/a.py:10-20
 *     GET  /api/search?q=…&type=…&lang=…&path=…      SearchView
 *     GET  /api/context?q=…&budget=…&format=…        ContextView; the same filters
 *     GET  /api/status                               Status; looks at every file of the folder
 *     GET  /api/sizes                                Sizes; reads chunks for a while
 *     POST /api/sync                                 SyncView, with --write only
 *
 * Whatever is refused is an ApiError.
 */
import type { Confidence } from '../engine/results.js';

export interface ApiError {
  readonly error: string;
  readonly hint?: string;
  /** Paths that were perhaps meant, where there is no such file. */
  readonly near?: readonly string[];
}

/** A text with its colours, and where the words of a question stand in it. */
export interface ColouredText {
  readonly text: string;
  readonly highlights: Highlights;
  /** Start and end of each, in order, without overlap: `[4, 9, 20, 25]`. */
  readonly marks: readonly number[];
}

/** Stretches of one kind, from the first character to the last: `length * kinds.length + kind`. None: no colours. */
export interface Highlights {
  readonly kinds: readonly string[];
  readonly runs: readonly number[];
}

export interface FileList {
  /** Only the name of the folder, not its path. */
  readonly root: string;
  /** Where there are several roots, their names. */
  readonly roots?: readonly string[];
  readonly files: readonly ListedFile[];
  readonly artifacts: readonly ArtifactListItem[];
  readonly choices: Choices;
  /** Of each root, the address that opens a file in an editor, with {path} from the root and {line}. */
  readonly editors: readonly { readonly root: string; readonly address: string }[];
}

export interface ListedFile {
  readonly path: string;
  readonly language: string;
  readonly tokens: number;
}

/** A mail, a document, a chat or a note that was taken in. What it does not say is empty. */
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

/** Its text is what all offsets are into. */
export interface FileView extends ColouredText {
  /** Of an artifact its title. */
  readonly path: string;
  readonly artifact: ArtifactView | null;
  readonly language: string;
  /** The text was taken out of the file, which is a PDF, a mail …: by whom. */
  readonly extracted: string | null;
  readonly cap: number;
  /** Tokens repeated where a unit itself had to be cut, as it was worked out. */
  readonly overlap: number;
  /** In order; what is synthetic comes last. */
  readonly chunks: readonly ChunkView[];
  readonly notes: readonly string[];
  /** These are the very chunks that the index holds. */
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
  /** Characters at its head that repeat the chunk before. */
  readonly overlapChars: number;
  readonly partIndex: number;
  readonly partOf: number;
  /** What it is embedded with, put before it. */
  readonly prefix: string;
  /** What it is read under: the header of its table. */
  readonly context: string;
  /** Its text, where that is not the source's: an outline. */
  readonly outline: string | null;
}

/** Of a score, wherever it is shown. */
export const SCORE_DIGITS = 3;

export interface SearchView {
  readonly mode: string;
  readonly words: readonly string[];
  readonly confidence: Confidence | null;
  /** A note about the answer as a whole: that nothing here answers well, or that a reranker failed. */
  readonly warning: string | null;
  readonly results: readonly ResultView[];
  /** Results left out because their file has changed since. */
  readonly stale: number;
  readonly pending: number;
  readonly milliseconds: number;
}

export interface ResultView {
  readonly id: string;
  /** Of its best chunk: where to look. */
  readonly chunk: string;
  readonly path: string;
  readonly language: string;
  /** The root of a workspace, which paths begin with; null where there is one root. */
  readonly root: string | null;
  /** The id of the artifact it is of, if it is of no file. */
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
  /** How it came to its score; what they change adds up to it, as it is shown. */
  readonly steps: readonly StepView[];
}

/** The lines of a chunk that have most of the question. */
export interface Excerpt extends ColouredText {
  /** Of its first line. Null: it is no text of the source. */
  readonly startLine: number | null;
}

export interface StepView {
  readonly reason: string;
  readonly kind: 'add' | 'multiply';
  readonly value: number;
  /** In the score as it is shown. */
  readonly change: number;
  /** In the ranking that gave it, if one did. */
  readonly ranked?: { readonly rank: number; readonly score: number };
}

export interface ContextView {
  readonly confidence: Confidence | null;
  /** A note about the answer as a whole: that nothing here answers well. */
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
  /** Lines were taken out of its middle to make it fit. */
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
  /** Who refers to it: a function, a class, a file. */
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
  /** Its id, if the index has it: its page is that of an artifact. */
  readonly artifact: string | null;
  readonly author: string;
  readonly date: string;
  readonly subject: string;
  readonly reason: string;
  /** Of the lines, those that it changed last. */
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
  /** Files that changed or came since, and files that are gone. */
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
  /** How many were looked at: all, or evenly spread ones of a large index. */
  readonly seen: number;
}

/** What may be chosen, and what holds when nothing is. */
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
