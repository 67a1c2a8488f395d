/**
 * Passages → the string that a model reads. In every format: no instructions, exact source,
 * marked cuts, the best first, boundaries even around a single passage, one line per
 * dependency.
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

/** A part of a source, with its location. */
export interface Passage {
  /** `Client.get`, `Install › On a Mac`, a file's name. */
  readonly identifier: string;
  readonly type: string;
  /** Its path; for an artifact its title. */
  readonly file: string;
  /** The id of its artifact; undefined for a file. */
  readonly artifact?: string | undefined;
  readonly language: string;
  /** 0 to 1. */
  readonly relevance: number;
  readonly frequency?: Frequency | undefined;
  /** The number of dependents, if known. */
  readonly dependents?: number | undefined;
  readonly startLine: number;
  readonly endLine: number;
  /** Exactly these lines, with a note for each cut; in a document, with its breadcrumb before them. */
  readonly text: string;
  /** The lines in the text: not all if it was truncated, from several files if it is synthetic. */
  readonly places: readonly FileLines[];
  /** Not source: the outline of a class, a gathered section. */
  readonly synthetic: boolean;
  /** The ids of its chunks. */
  readonly ids: readonly string[];
}

export interface Dependency {
  readonly from: string;
  readonly to: readonly { readonly name: string; readonly verb: string }[];
}

export interface ContextParts {
  readonly query: string;
  readonly scope: Scope;
  /** An overview of the index in a few lines; may be empty. */
  readonly structure: string;
  readonly passages: readonly Passage[];
  readonly dependencies: readonly Dependency[];
  /** A small budget: a passage has only its location. */
  readonly compact?: boolean;
}

export interface Formatter {
  readonly name: string;
  /** `tokens`: of the returned string itself, if it states them. */
  format(context: ContextParts, tokens: number): string;
}

/** The overview comes first only in a comprehensive context. */
export const structureFirst = ({ scope }: ContextParts): boolean => scope !== 'focused';

/** `A → B (creates), C (calls)` */
export const dependencyLine = ({ from, to }: Dependency): string =>
  `${from} → ${to.map(({ name, verb }) => `${name} (${verb})`).join(', ')}`;

export const relevanceOf = ({ relevance }: Passage): string => relevance.toFixed(2);

/** `Client.get (method)`; for synthetic text `User#validations (model validations, summary)`. */
export const labelOf = ({ identifier, type, synthetic }: Passage): string =>
  `${identifier} (${synthetic && !type.endsWith(SUMMARY) ? `${type}, ${SUMMARY}` : type})`;
const SUMMARY = 'summary';

/** Its name, if neither its text nor its heading has it; else empty. */
export const missingName = (passage: Passage): string => {
  if (passage.synthetic) return labelOf(passage);
  const last = passage.identifier.split(/ › |[.#:/]+/).at(-1) ?? '';
  return passage.text.includes(last) || passage.file.endsWith(passage.identifier) ? '' : passage.identifier;
};

/** Its lines in its file: `10-24`, or `10-12,40` for several ranges. */
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

/** Its address: `src/app.py:10-24`; parts from other files after a semicolon. */
export const passageLocation = (passage: Passage): string =>
  [`${passage.file}:${passageLines(passage)}`, ...otherFiles(passage)].join('; ');
