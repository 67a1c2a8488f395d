/**
 * The words of full-text search. Code and prose are read alike:
 *
 *     getUserById     → get user id getuserbyid      parts, stemmed, and the name as a whole
 *     get_user        → get user getuser             so getUser finds it
 *     HTTPServer2     → http server 2 httpserver2
 *     re-indexing     → re index
 *     d0e1…9f (40)    → d0e1…9f                      a hash is one word: its parts say nothing
 *     Füße            → fusse                        accents folded
 *     検索する        → 検索 索す する                  scripts without spaces, in pairs
 *
 * The same function reads chunks and queries; words that are in every text are
 * left out of both.
 */
import { stemmer } from 'stemmer';

/** Stop words, alone or as a part of a name. The whole name keeps them. */
const common: ReadonlySet<string> = new Set(
  (
    'a an and are as at be been but by can could did do does for from had has have how i if in into is it its ' +
    'may me my no not of on or our shall she he should so some such than that the their them then there these ' +
    'they this those to was we were what when where which while who whom why will with would you your'
  ).split(' '),
);

/** Longer runs of letters are data, not words. */
const MAX_WORD_CHARS = 64;
/** Words whose stem is cached. */
const MAX_CACHED_STEMS = 50_000;
const stems = new Map<string, string>();

/** The words of a text, in order, joined by spaces: what goes into the index. */
export function wordsOf(text: string): string {
  const out: string[] = [];
  eachName(text, (name) => eachWordOf(name, (word) => out.push(word)));
  return out.join(' ');
}

/** The word of one part of a name, all letters: `User` → user. Empty for a stop word. */
export function wordOf(part: string): string {
  const small = part.toLowerCase();
  return common.has(small) || part.length > MAX_WORD_CHARS ? '' : stem(small);
}

/** The different words of a query. */
export function queryWords(text: string): string[] {
  const out = new Set<string>();
  eachName(text, (name) => eachWordOf(name, (word) => out.add(word)));
  return [...out];
}

/** A name has letters, digits and `_`. */
const NAME = /[\p{L}\p{N}\p{M}_]+/gu;
const NAME_HERE = /[\p{L}\p{N}\p{M}_]*/uy;
const ASCII = /^[\x21-\x7e]+$/;
/** Which ASCII characters are in names. */
const inNames = Uint8Array.from({ length: 128 }, (_, unit) => (/\w/.test(String.fromCharCode(unit)) ? 1 : 0));

/** Every name of a text that is not too long. ASCII is read unit by unit: a regular expression would take three times as long. */
export function eachName(text: string, take: (name: string) => void): void {
  const { length } = text;
  for (let at = 0; at < length; ) {
    const start = at;
    let unit = text.charCodeAt(at);
    while (unit < 128 && inNames[unit] === 1) unit = ++at < length ? text.charCodeAt(at) : 0;
    if (unit >= 128) {
      NAME_HERE.lastIndex = at;
      at += NAME_HERE.exec(text)?.[0].length ?? 0;
    }
    if (at > start && at - start <= MAX_WORD_CHARS) take(text.slice(start, at));
    if (at === start) at++;
  }
}

/** The words of one name. */
export function eachWordOf(name: string, take: (word: string) => void): void {
  if (ASCII.test(name)) eachPart(name, take);
  else eachForeign(name, take);
}

/** SHA-1 or SHA-256. As names they would have some twenty parts each, the same for all of them. */
const isHash = (name: string): boolean => (name.length === 40 || name.length === 64) && /^[\da-f]+$/i.test(name);

/** The parts of an ASCII name, and if there are several, the whole name. */
function eachPart(name: string, take: (word: string) => void): void {
  if (isHash(name)) {
    take(name.toLowerCase());
    return;
  }
  let parts = 0;
  let start = 0;
  let whole = '';
  for (let at = 1; at <= name.length; at++) {
    if (at < name.length && !isSeam(name, at)) continue;
    const part = name.slice(start, at).replace(/_/g, '').toLowerCase();
    start = at;
    if (part === '') continue;
    parts++;
    whole += part;
    if (!common.has(part)) take(stem(part));
  }
  if (parts > 1) take(whole);
}

/** Whether a part begins at `at`: after `_`, at a capital after a lower-case letter, before the last of several capitals, at digits. */
function isSeam(name: string, at: number): boolean {
  const [before, here] = [kindOf(name.charCodeAt(at - 1)), kindOf(name.charCodeAt(at))];
  if (before === here) return before === UPPER && kindOf(name.charCodeAt(at + 1)) === LOWER;
  return !(before === UPPER && here === LOWER);
}

const [LOWER, UPPER, DIGIT, OTHER] = [0, 1, 2, 3];
const kindOf = (unit: number): number =>
  unit >= 97 && unit <= 122 ? LOWER : unit >= 65 && unit <= 90 ? UPPER : unit >= 48 && unit <= 57 ? DIGIT : OTHER;

/** Scripts without spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]+/gu;

function eachForeign(name: string, take: (word: string) => void): void {
  let at = 0;
  for (const { 0: run, index } of name.matchAll(UNSPACED)) {
    if (index > at) folded(name.slice(at, index), take);
    const letters = [...run];
    if (letters.length === 1) take(run);
    for (let i = 0; i + 1 < letters.length; i++) take(`${letters[i]}${letters[i + 1]}`);
    at = index + run.length;
  }
  if (at < name.length) folded(name.slice(at), take);
}

/** Folds accents and ligatures to plain letters; if the result is ASCII, it is split as a name. */
function folded(name: string, take: (word: string) => void): void {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/ß/g, 'ss')
    .replace(/ø/gi, 'o')
    .replace(/æ/gi, 'ae');
  // One character can expand to several words, or to a space with a mark: ﷺ, ½, ͺ.
  for (const [word] of plain.matchAll(NAME)) {
    if (ASCII.test(word)) eachPart(word, take);
    else take(word.toLowerCase().replace(/_/g, ''));
  }
}

/** Only words of letters are stemmed. */
function stem(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  const found = word.length > 2 && /^[a-z]+$/.test(word) ? stemmer(word) : word;
  if (stems.size >= MAX_CACHED_STEMS) stems.clear();
  stems.set(word, found);
  return found;
}
