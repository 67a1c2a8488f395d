/**
 * A title as it is read.
 *
 *     Wood \emph{and} iron\label{sec:wood}   → Wood and iron, with the anchor sec:wood
 *     \texorpdfstring{$\alpha$}{alpha}~beams → alpha beams
 */

const LABEL = /\\label\s{0,20}\{([^{}]{1,200})\}/g;
/** Commands whose argument is no part of the text. */
const DROPPED =
  /\\(?:index|footnote|thanks|vspace|hspace|cite\w{0,10}|ref|pageref)\*?\s{0,20}(?:\[[^\][]{0,200}\])?\{[^{}]{0,400}\}/g;
const CHOSEN =
  /\\texorpdfstring\s{0,20}\{[^{}]{0,400}(?:\{[^{}]{0,400}\}[^{}]{0,400}){0,8}\}\s{0,20}\{([^{}]{0,400})\}/g;
const ESCAPED = /\\([%&$#_{}])/g;
const COMMAND = /\\(?:[a-zA-Z]{1,60}\*?\s{0,20}|.)/g;

export function plainTitle(said: string): { name: string; anchors: string[] } {
  const anchors: string[] = [];
  const name = said
    .replace(/(^|[^\\])%[^\r\n]*/g, '$1')
    .replace(LABEL, (_, anchor: string) => {
      anchors.push(anchor);
      return '';
    })
    .replace(CHOSEN, '$1')
    .replace(DROPPED, '')
    .replace(/\\\\/g, ' ')
    .replace(ESCAPED, (_, sign: string) => (sign === '{' || sign === '}' ? '' : sign))
    .replace(COMMAND, '')
    .replace(/[{}]/g, '')
    .replace(/[~\s]+/g, ' ')
    .replace(/---?/g, (dashes) => (dashes.length === 3 ? '—' : '–'))
    .trim();
  return { name, anchors };
}
