/** What happened to a text: chunks over the limit, wrong positions, characters in no chunk. */

/**
 * @typedef {object} Verdict
 * @property {number} chunks
 * @property {number} tokens of all chunks
 * @property {number} over chunks over the cap
 * @property {number} placed chunks that say where they are
 * @property {number} wrong chunks that say so, and are not there
 * @property {number} visible characters of the text that are not white space
 * @property {number} lost of these, the ones in no chunk
 */

/**
 * @param {string} text
 * @param {import('./splitters.mjs').Chunk[]} chunks
 * @param {{ cap: number, count: (text: string) => number, overlaps?: boolean | undefined, rewrites?: boolean | undefined }} rules
 * @returns {Verdict}
 */
export function judge(text, chunks, { cap, count, overlaps = false, rewrites = false }) {
  const tokens = chunks.map((chunk) => count(`${chunk.context ?? ''}${chunk.text}`));
  const cut = chunks.filter((chunk) => !chunk.drawn);
  const wrong = cut.filter(isMisplaced(text, overlaps)).length;
  const offsets = cut.every((chunk) => chunk.start !== undefined);
  const loss = rewrites ? wordsLost(text, cut) : undefined;
  return {
    chunks: chunks.length,
    tokens: tokens.reduce((sum, n) => sum + n, 0),
    over: tokens.filter((n) => n > cap).length,
    placed: cut.filter((chunk) => chunk.start !== undefined || chunk.from !== undefined).length,
    wrong,
    visible: stripped(text).length,
    lost: offsets && wrong === 0 ? outside(text, cut) : unmatched(text, cut),
    ...loss,
  };
}

/** @param {Verdict[]} verdicts */
export function total(verdicts) {
  const sum = (key) => verdicts.reduce((all, verdict) => all + verdict[key], 0);
  return {
    chunks: sum('chunks'),
    'mean tokens': sum('tokens') / sum('chunks'),
    'over the cap': sum('over') / sum('chunks'),
    lost: sum('lost') / sum('visible'),
    ...(sum('placed') > 0 ? { 'place wrong': sum('wrong') / sum('placed') } : {}),
  };
}

/**
 * Reads the chunks in order. Offsets must show the chunk's own text, and not an
 * earlier place where the same text stands; lines must be those of the place
 * where the text is found next. A chunk whose text is nowhere cannot be right.
 */
function isMisplaced(text, overlaps) {
  const lineAt = lineCounter(text);
  let covered = 0;
  return ({ text: content, start, end: claimed, from, to }) => {
    if (start === undefined && from === undefined) return false;
    const at = start ?? text.indexOf(content, covered);
    if (at < 0 || (claimed !== undefined && text.slice(at, claimed) !== content) || (!overlaps && at < covered))
      return true;
    const end = at + content.length;
    covered = Math.max(covered, end);
    // A chunk that ends with its line may name that line as its last, or the next.
    return from !== undefined && (lineAt(at) !== from || (lineAt(end - 1) !== to && lineAt(end) !== to));
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
function outside(text, chunks) {
  let covered = 0;
  let lost = 0;
  for (const { start, end } of chunks) {
    if (start > covered) lost += stripped(text.slice(covered, start)).length;
    covered = Math.max(covered, end);
  }
  return lost + stripped(text.slice(covered)).length;
}

/** Of one that writes the text anew nothing but the words can be found again: how many letters of them are gone. */
function wordsLost(text, chunks) {
  const left = new Map();
  for (const { text: chunk } of chunks)
    for (const [word] of chunk.matchAll(WORD)) left.set(word, (left.get(word) ?? 0) + 1);
  let [visible, lost] = [0, 0];
  for (const [word] of text.matchAll(WORD)) {
    const count = left.get(word) ?? 0;
    visible += word.length;
    if (count === 0) lost += word.length;
    else left.set(word, count - 1);
  }
  return { visible, lost };
}

const WORD = /[\p{L}\p{N}]+/gu;

/** What is shorter than this is found anywhere, and so is looked for near by only. */
const DISTINCT = 16;
const SHORTEST = 4;

/**
 * Without offsets: walks through the text and looks for each chunk from where
 * the one before ended. White space is left out on both sides, because trimming
 * it is no loss. A chunk that was changed inside is nowhere as a whole: it is
 * halved until what is left of it is found, each part no further off than it is
 * long, so that a scrap does not run away with the rest of the text.
 */
function unmatched(text, chunks) {
  const source = stripped(text);
  let covered = 0;
  let lost = 0;
  const place = (part, reach) => {
    const at = source.indexOf(part, covered);
    if (at >= 0 && at - covered <= reach) {
      lost += at - covered;
      covered = at + part.length;
    } else if (part.length >= SHORTEST * 2) {
      const half = part.length >> 1;
      place(part.slice(0, half), half);
      place(part.slice(half), half);
    } else covered += sharedStart(part, source, covered);
  };
  for (const { text: chunk } of chunks) {
    const part = stripped(chunk);
    if (part !== '') place(part, part.length < DISTINCT ? DISTINCT ** 2 : Number.POSITIVE_INFINITY);
  }
  return lost + source.length - covered;
}

function sharedStart(part, source, at) {
  let length = 0;
  while (length < part.length && part[length] === source[at + length]) length++;
  return length;
}

const stripped = (text) => text.replace(/\s+/g, '');
