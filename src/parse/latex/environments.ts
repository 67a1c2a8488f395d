/** Environments that are not just text, and the ranks of headings. Data only. */
import type { Grain } from '../../types.js';

/** Sectioning commands, from the highest. */
export const ranks: ReadonlyMap<string, number> = new Map([
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
export const verbatim: ReadonlySet<string> = new Set([
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
export const lists: ReadonlySet<string> = new Set([
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
export const tables: ReadonlySet<string> = new Set([
  'tabular',
  'tabular*',
  'tabularx',
  'tabulary',
  'longtable',
  'tabu',
  'supertabular',
  'NiceTabular',
]);

const formulas: ReadonlySet<string> = new Set([
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

export function environment(name: string): { kind: string; grain: Grain } {
  if (lists.has(name)) return { kind: 'list', grain: 'prose' };
  if (tables.has(name)) return { kind: 'table', grain: 'lines' };
  if (formulas.has(name.replace('*', ''))) return { kind: 'math', grain: 'lines' };
  return { kind: 'environment', grain: 'prose' };
}
