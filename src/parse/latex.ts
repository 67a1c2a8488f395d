/**
 * LaTeX: sections from `\part` to `\subparagraph`, environments as blocks. The
 * highest sectioning command of a document is level 1, so that articles and books
 * both begin with h1.
 */

import { documentParser } from './document/format.js';
import { LatexScanner } from './latex/latexScanner.js';
import { textStart } from './scanning.js';

export const latex = documentParser({
  id: 'latex',
  // \url{target}, \href{target}{words}, \ref{target}, \input{file}
  links:
    /\\(?:url|href|ref|autoref|cref|Cref|eqref|pageref|input|include|includegraphics(?:\[[^\][]{0,200}\])?)\{([^{}\s]{1,1000})\}/g,
  read({ text }, before) {
    const { headings, stack, title } = new LatexScanner(text, textStart(text)).scan();
    const topRankBefore = Number(before?.levels?.[0] ?? Number.POSITIVE_INFINITY);
    const topRank = headings.reduce((rank, heading) => Math.min(rank, heading.rank), topRankBefore);
    return {
      title,
      headings: headings.map(({ start, end, rank, name, anchors }) => ({
        start,
        end,
        name,
        level: rank - topRank + 1,
        ...(anchors.length > 0 ? { meta: { anchors } } : {}),
      })),
      blocks: stack.blocks,
      levels: [String(topRank)],
    };
  },
});
