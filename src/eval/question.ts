/** Questions with known answers. */
import type { Node, Source, Unit } from '../types.js';

/** Lines of a file, 1-based and inclusive. */
export interface LineRange {
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
}

/**
 * `doc`: the first sentence of a comment → what it documents. `heading`: a
 * question that heads a section → the section. `link`: the words of a link →
 * the section it leads to. `commit`: the subject of a commit → the functions
 * it changed. `given`: from a file of questions.
 */
export type QuestionKind = 'doc' | 'heading' | 'link' | 'commit' | 'given';

export interface EvalQuestion {
  /** `doc:src/a.ts:12`: the same in every run over the same tree. */
  readonly id: string;
  readonly kind: QuestionKind;
  readonly query: string;
  readonly answers: readonly LineRange[];
  /** The source of the question: neither a right nor a wrong answer. */
  readonly exclude?: readonly LineRange[];
}

/** A question, and the lines that must not be in the index because they contain its words. */
export interface CandidateQuestion extends EvalQuestion {
  readonly hide?: HiddenSpan;
}

/** A stretch of a document, in UTF-16 code units. */
export interface HiddenSpan {
  readonly path: string;
  readonly start: number;
  readonly end: number;
}

/** A text file, read and parsed. */
export interface EvalDocument {
  readonly path: string;
  readonly text: string;
  readonly source: Source;
  readonly root: Node;
  readonly units: readonly Unit[];
}
