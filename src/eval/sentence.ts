/**
 * The first sentence of a doc comment, without what makes it a comment.
 *
 *     / ** Adds two numbers. Exact. * /      →  Adds two numbers
 *     """Gets it.\n\n    :param url: …"""    →  undefined: too short to ask
 */

import { queryWords } from '../text/words.js';

/** What comments of all languages begin their lines with. */
const OPENING = /^\s*(?:\/\*\*?!?|\*\/|\*(?!\*)|\/\/[/!]?|#+!?|--\|?|;+|%+|[rRuUbB]{0,2}(?:"""|'''|["']))\s?/;
const CLOSING = /\s*(?:\*\/|"""|'''|["'])\s*$/;
/** Lines after which a comment is no prose any more. */
const PARTS =
  /^(?:@|:[a-z]|\\[a-z]|[-*=~]{3,}|(?:args|arguments|parameters|params|returns?|raises|examples?|notes?):?\s*$)/i;
/** What comments say that describes nothing. */
const NO_PROSE =
  /^(?:todo|fixme|xxx|hack|eslint|biome|ts-|noqa|pylint|type:|copyright|license|spdx|https?:|see |@|\w+:\s*$)/i;

/** Words that tell texts apart: "One step of the index" has two. */
const MIN_DISTINCTIVE_WORDS = 3;
const MAX_WORDS = 40;

export function firstSentence(comment: string): string | undefined {
  const lines: string[] = [];
  for (const raw of comment.split(/\r?\n/)) {
    const line = raw.replace(CLOSING, '').replace(OPENING, '').replace(CLOSING, '').trim();
    if (line === '' && lines.length === 0) continue;
    if (line === '' || PARTS.test(line)) break;
    lines.push(line);
  }
  const said = lines
    .join(' ')
    .replace(/<[^<>]{1,40}>/g, ' ')
    .replace(/\{@\w+ ([^}]*)\}/g, '$1')
    .replace(/[`*]/g, '');
  const sentence = (/^.*?[.!?:](?=\s|$)/.exec(said)?.[0] ?? said)
    .replace(/[.!:\s]+$/, '')
    .replace(/\s+/g, ' ')
    .trim();
  return isAskable(sentence) ? sentence : undefined;
}

/** Enough words to ask with, and words at all. */
export function isAskable(sentence: string): boolean {
  const letters = sentence.replace(/[^\p{L}\s]/gu, '').length;
  return (
    queryWords(sentence).filter((word) => /\p{L}{2}/u.test(word)).length >= MIN_DISTINCTIVE_WORDS &&
    sentence.split(' ').length <= MAX_WORDS &&
    letters >= sentence.length * 0.7 &&
    !NO_PROSE.test(sentence)
  );
}
