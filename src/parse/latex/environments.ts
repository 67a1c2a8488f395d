/** Environments that are not just text, and the ranks of headings. Data only. */
import type { Grain } from '../../types.js';

/** Sectioning commands, from the highest. */
export const sectionRanks: ReadonlyMap<string, number> = new Map([
  ['part', 0],
  ['addpart', 0],
  ['chapter', 1],
  ['addchap', 1],
  ['section', 2],
  ['addsec', 2],
  ['subsection', 3],
  ['subsubsection', 4],
  ['paragraph', 5],
  ['subparagraph', 6],
]);

/** Nothing inside is LaTeX. */
export const verbatimEnvironments: ReadonlySet<string> = new Set([
  'verbatim',
  'verbatim*',
  'Verbatim',
  'BVerbatim',
  'LVerbatim',
  'lstlisting',
  'minted',
  'comment',
  'alltt',
  'filecontents',
  'filecontents*',
  'luacode',
  'luacode*',
  'tcblisting',
]);

/** `\item` begins a child. */
export const listEnvironments: ReadonlySet<string> = new Set([
  'itemize',
  'enumerate',
  'description',
  'compactitem',
  'compactenum',
  'thebibliography',
  'tasks',
  'questions',
]);

/** `\\` ends a row. */
export const tableEnvironments: ReadonlySet<string> = new Set([
  'tabular',
  'tabular*',
  'tabularx',
  'tabulary',
  'longtable',
  'tabu',
  'supertabular',
  'NiceTabular',
]);

const formulaEnvironments: ReadonlySet<string> = new Set([
  'equation',
  'align',
  'alignat',
  'gather',
  'multline',
  'eqnarray',
  'flalign',
  'displaymath',
  'math',
  'tikzpicture',
  'picture',
  'algorithmic',
  'forest',
]);

export function environmentKind(name: string): { kind: string; grain: Grain } {
  if (listEnvironments.has(name)) return { kind: 'list', grain: 'prose' };
  if (tableEnvironments.has(name)) return { kind: 'table', grain: 'lines' };
  if (formulaEnvironments.has(name.replace('*', ''))) return { kind: 'math', grain: 'lines' };
  return { kind: 'environment', grain: 'prose' };
}
