/**
 * Passages → the string that a model reads. Whatever the form: no instructions,
 * exact source, marked cuts, the best first, boundaries even around a single
 * passage, dependencies in one line each.
 *
 * Implementations are collected in `index.ts`.
 */
import type { Scope } from '../search/scope.js';
import type { Frequency } from '../sources/history.js';

/** Lines of a file. */
export interface FileLines {
  readonly file: string;
  readonly startLine: number;
  readonly endLine: number;
}

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
  /** Exactly these lines, with a note inside for each cut; of a document, with its breadcrumb before them. */
  readonly text: string;
  /** The lines that stand in the text: less than all where it was cut, in several files where it was put together. */
  readonly places: readonly FileLines[];
  /** Put together, and no source: the outline of a class, what was gathered from all over it. */
  readonly synthetic: boolean;
  /** Of the chunks it is made of. */
  readonly ids: readonly string[];
}

export interface Dependency {
  readonly from: string;
  readonly to: readonly { readonly name: string; readonly verb: string }[];
}

export interface ContextParts {
  readonly query: string;
  readonly scope: Scope;
  /** What the whole is, in a few lines; empty when there is nothing to say. */
  readonly structure: string;
  readonly passages: readonly Passage[];
  readonly dependencies: readonly Dependency[];
  /** A small budget: a passage has only its location. */
  readonly compact?: boolean;
}

export interface Formatter {
  readonly name: string;
  /** `tokens`: of the very string that is returned, as far as it says so. */
  format(context: ContextParts, tokens: number): string;
}

/** The overview comes first only in a comprehensive context. */
export const structureFirst = ({ scope }: ContextParts): boolean => scope !== 'focused';

/** `A → B (creates), C (calls)` */
export const dependencyLine = ({ from, to }: Dependency): string =>
  `${from} → ${to.map(({ name, verb }) => `${name} (${verb})`).join(', ')}`;

export const relevanceOf = ({ relevance }: Passage): string => relevance.toFixed(2);

/** `Client.get (method)`; of what was put together `User#validations (model validations, summary)`. */
export const labelOf = ({ identifier, type, synthetic }: Passage): string =>
  `${identifier} (${synthetic && !type.endsWith(SUMMARY) ? `${type}, ${SUMMARY}` : type})`;
const SUMMARY = 'summary';

/** What it is called, where neither its text nor its mark says so; else nothing. */
export const missingName = (passage: Passage): string => {
  if (passage.synthetic) return labelOf(passage);
  const last = passage.identifier.split(/ › |[.#:/]+/).at(-1) ?? '';
  return passage.text.includes(last) || passage.file.endsWith(passage.identifier) ? '' : passage.identifier;
};

/** Of the file that it is in, `10-24`, or `10-12,40` where that is all of it. */
export const passageLines = (passage: Passage): string => {
  const own = passage.places.filter(({ file }) => file === passage.file);
  return own.length === 0 ? `${passage.startLine}-${passage.endLine}` : own.map(rangeOf).join(',');
};

/** Other files that parts of it are from: `app/models/concerns/lockable.rb:4-9`. */
export const otherFiles = ({ file: own, places }: Passage): readonly string[] => {
  const others = new Set(places.map(({ file }) => file).filter((file) => file !== own));
  return Array.from(
    others,
    (other) =>
      `${other}:${places
        .filter(({ file }) => file === other)
        .map(rangeOf)
        .join(',')}`,
  );
};

const rangeOf = ({ startLine, endLine }: FileLines): string => `${startLine}-${endLine}`;

/** Where it is, so that it can be fetched: `src/app.py:10-24`; a part from elsewhere behind a semicolon. */
export const passageLocation = (passage: Passage): string =>
  [`${passage.file}:${passageLines(passage)}`, ...otherFiles(passage)].join('; ');
