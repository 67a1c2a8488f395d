/** Ranks of sectioning commands, kinds of environments, and verbatim environments. */
import type { Grain, Node } from '../../types.js';
import { ASIDE_WEIGHT, codeBlockFields, weighted } from '../document/block.js';
import { isLineBreak, isSpaceOrTab } from '../scanning.js';
import { afterLineEnd, bracedArgument, optionalArgument } from './arguments.js';

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

/** Environments whose contents are not LaTeX. */
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

/**
 * Reads verbatim environments, and the language they name.
 *
 *     \begin{minted}[linenos]{python}            lead
 *     print(1)                                   inner: python
 *     \end{minted}
 */
const LANGUAGE = /(?:^|[,\s])language\s{0,20}=\s{0,20}(?:\{?(?:\[[^\][]{0,60}\])?)([\w+#.-]{1,60})/i;

/** The language in a list of options. */
export const languageOption = (options: string): string | undefined => LANGUAGE.exec(options)?.[1].toLowerCase();

export class VerbatimReader {
  readonly #text: string;
  /** Environments without a closing tag in the rest of the text. */
  readonly #unclosed = new Set<string>();
  /** Default language of listings, set by `\lstset`. */
  language: string | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** The block that begins at `start`, whose `\begin{name}` ends at `at`; undefined if it is never closed. */
  read(name: string, start: number, at: number): Node | undefined {
    if (this.#unclosed.has(name)) return undefined;
    const closingTag = `\\end{${name}}`;
    const closeStart = this.#text.indexOf(closingTag, at);
    if (closeStart < 0) {
      this.#unclosed.add(name);
      return undefined;
    }
    const end = afterLineEnd(this.#text, closeStart + closingTag.length);
    if (name === 'comment')
      return weighted({ kind: 'comment', start, end, children: [], grain: 'lines' }, ASIDE_WEIGHT);
    const options = optionalArgument(this.#text, at);
    const language = this.#languageOf(name, options);
    const contentStart = Math.min(this.#lineEnd(Math.max(at, options.end), closeStart), closeStart);
    const content = { start: contentStart, end: this.#lineStart(closeStart, contentStart) };
    const lead = contentStart > start && contentStart < end ? { start, end: contentStart } : undefined;
    return {
      kind: 'code',
      start,
      end,
      children: [],
      ...codeBlockFields(language, content.end > content.start ? content : undefined, lead),
      grain: 'lines',
    };
  }

  #languageOf(name: string, options: { text: string; end: number }): string | undefined {
    if (name === 'minted') return bracedArgument(this.#text, options.end)?.text.trim().toLowerCase() || undefined;
    if (name.startsWith('luacode')) return 'lua';
    return languageOption(options.text) ?? (name === 'lstlisting' ? this.language : undefined);
  }

  #lineEnd(at: number, limit: number): number {
    while (at < limit && !isLineBreak(this.#text.charCodeAt(at))) at++;
    return at < limit ? afterLineEnd(this.#text, at) : at;
  }

  /** The start of the line if only blanks are before `at`. */
  #lineStart(at: number, min: number): number {
    let start = at;
    while (start > min && isSpaceOrTab(this.#text.charCodeAt(start - 1))) start--;
    return start === min || isLineBreak(this.#text.charCodeAt(start - 1)) ? start : at;
  }
}
