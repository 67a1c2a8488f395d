/**
 * Passages → the string that a model reads. Whatever the form: no instructions,
 * exact source, cuts said, the best first, boundaries even around a single
 * passage, dependencies in one line each.
 *
 * Implementations are collected in `index.ts`.
 */
import type { Scope } from '../search/scope.js';
import type { Frequency } from '../sources/history.js';

/** A stretch of a source, with what a reader needs to place it. */
export interface Passage {
  /** `Client.get`, `Install › On a Mac`, a file's name. */
  readonly identifier: string;
  readonly type: string;
  /** Its path; of an artifact its title. */
  readonly file: string;
  /** The id of the artifact it is of, if it is of no file. */
  readonly artifact?: string | undefined;
  readonly language: string;
  /** 0 to 1. */
  readonly relevance: number;
  readonly frequency?: Frequency | undefined;
  /** How many places lean on it, where that is known. */
  readonly dependents?: number | undefined;
  readonly startLine: number;
  readonly endLine: number;
  /** Exactly what these lines say, but for what was cut out of them, which is said inside; of a document, with its breadcrumb before them. */
  readonly text: string;
  /** Not source: the outline of a class. */
  readonly synthetic: boolean;
  /** Of the pieces it is made of. */
  readonly ids: readonly string[];
}

export interface Dependency {
  readonly from: string;
  readonly to: readonly { readonly name: string; readonly verb: string }[];
}

export interface Context {
  readonly query: string;
  readonly scope: Scope;
  /** What the whole is, in a few lines; empty when there is nothing to say. */
  readonly structure: string;
  readonly passages: readonly Passage[];
  readonly dependencies: readonly Dependency[];
}

export interface Formatter {
  readonly name: string;
  /** `tokens`: of the very string that is returned, as far as it says so. */
  format(context: Context, tokens: number): string;
}

/** The big picture comes first only for those who asked for it. */
export const structureFirst = ({ scope }: Context): boolean => scope !== 'focused';

/** `A → B (creates), C (calls)` */
export const dependencyLine = ({ from, to }: Dependency): string =>
  `${from} → ${to.map(({ name, verb }) => `${name} (${verb})`).join(', ')}`;

export const relevanceOf = ({ relevance }: Passage): string => relevance.toFixed(2);

/** Where it is, so that it can be fetched: `src/app.py:10-24`. */
export const placeOf = ({ file, startLine, endLine }: Passage): string => `${file}:${startLine}-${endLine}`;
