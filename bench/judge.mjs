/** What became of a text: pieces over the cap, places that are wrong, characters that are in no piece. */

/**
 * @typedef {object} Verdict
 * @property {number} pieces
 * @property {number} tokens of all pieces
 * @property {number} over pieces over the cap
 * @property {number} placed pieces that say where they are
 * @property {number} wrong pieces that say so, and are not there
 * @property {number} visible characters of the text that are not white space
 * @property {number} lost of these, the ones in no piece
 */

/**
 * @param {string} text
 * @param {import('./splitters.mjs').Piece[]} pieces
 * @param {{ cap: number, count: (text: string) => number, overlaps?: boolean | undefined }} rules
 * @returns {Verdict}
 */
export function judge(text, pieces, { cap, count, overlaps = false }) {
  const tokens = pieces.map((piece) => count(piece.text));
  const wrong = pieces.filter(isMisplaced(text, overlaps)).length;
  const offsets = pieces.every((piece) => piece.start !== undefined);
  const visible = stripped(text).length;
  return {
    pieces: pieces.length,
    tokens: tokens.reduce((sum, n) => sum + n, 0),
    over: tokens.filter((n) => n > cap).length,
    placed: pieces.filter((piece) => piece.start !== undefined || piece.from !== undefined).length,
    wrong,
    visible,
    lost: offsets && wrong === 0 ? outside(text, pieces) : unmatched(text, pieces),
  };
}

/** @param {Verdict[]} verdicts */
export function total(verdicts) {
  const sum = (key) => verdicts.reduce((all, verdict) => all + verdict[key], 0);
  return {
    pieces: sum('pieces'),
    'mean tokens': sum('tokens') / sum('pieces'),
    'over the cap': sum('over') / sum('pieces'),
    lost: sum('lost') / sum('visible'),
    ...(sum('placed') > 0 ? { 'place wrong': sum('wrong') / sum('placed') } : {}),
  };
}

/**
 * Reads the pieces in order. Offsets must show the piece's own text, and not an
 * earlier place where the same text stands; lines must be those of the place
 * where the text is found next. A piece whose text is nowhere cannot be right.
 */
function isMisplaced(text, overlaps) {
  const lineAt = lineCounter(text);
  let covered = 0;
  return ({ text: content, start, end, from, to }) => {
    if (start === undefined && from === undefined) return false;
    const at = start ?? text.indexOf(content, covered);
    if (at < 0 || (end !== undefined && text.slice(at, end) !== content) || (!overlaps && at < covered)) return true;
    covered = Math.max(covered, at + content.length);
    return from !== undefined && (lineAt(at) !== from || lineAt(at + content.length - 1) !== to);
  };
}

/** Lines end at LF, CRLF or a lone CR; a peer that knows only LF is not faulted where a text has no lone CR. */
function lineCounter(text) {
  const starts = [0];
  for (const { index, 0: end } of text.matchAll(/\r\n|\n|\r/g)) starts.push(index + end.length);
  return (at) => {
    let [low, high] = [0, starts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (starts[middle] <= at) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

/** By offsets, once they are known to be right. */
function outside(text, pieces) {
  let covered = 0;
  let lost = 0;
  for (const { start, end } of pieces) {
    if (start > covered) lost += stripped(text.slice(covered, start)).length;
    covered = Math.max(covered, end);
  }
  return lost + stripped(text.slice(covered)).length;
}

/** What is shorter than this is found anywhere, and is looked for near by only. */
const DISTINCT = 16;
const NEAR = 256;

/**
 * Without offsets: walks through the text and looks for each piece from where
 * the one before ended. White space is left out on both sides, because trimming
 * it is no loss; a character that decoding broke (U+FFFD) splits a piece in two.
 */
function unmatched(text, pieces) {
  const source = stripped(text);
  let covered = 0;
  let lost = 0;
  for (const piece of pieces) {
    for (const part of stripped(piece.text).split(source.includes('\ufffd') ? /$^/ : '\ufffd')) {
      const at = part === '' ? -1 : source.indexOf(part, covered);
      if (at < 0 || (part.length < DISTINCT && at > covered + NEAR)) continue;
      lost += at - covered;
      covered = at + part.length;
    }
  }
  return lost + source.length - covered;
}

const stripped = (text) => text.replace(/\s+/g, '');
