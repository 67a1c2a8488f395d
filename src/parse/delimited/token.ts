/** The tokens that the scan looks for: the delimiters of a language. */

import type { Language, Mark, MarkPlace, StringRule } from '../../languages/language.js';
import { firstUnits, inWord } from './characters.js';

type TokenRole = 'open' | 'close' | 'string' | 'line' | 'comment' | 'escape' | 'regex' | 'heredoc';

/** Every field is always present: objects of one shape are faster. */
export interface Token {
  readonly id: number;
  readonly role: TokenRole;
  readonly text: string;
  /** The closing mark. */
  readonly close: string;
  readonly place: MarkPlace | 'anywhere';
  /** Rank of its bracket pair, or of the pair that its interpolation opens; -1: none. */
  readonly pair: number;
  readonly nested: boolean;
  /** Code unit of the escape character; -1: none. */
  readonly escape: number;
  readonly doubled: boolean;
  readonly multiline: boolean;
  readonly interpolation: string;
  readonly short: boolean;
  readonly apart: boolean;
  /** It is one character, with no further conditions. */
  readonly plain: boolean;
  /** Its first character, or for a line comment its last, belongs to words. */
  readonly startsWord: boolean;
  readonly endsWord: boolean;
}

/** Classes of code units: a token may start here; a word continues here. */
export const MAY_START = 1;
export const IN_WORD = 2;

const defaultToken: Omit<Token, 'id' | 'role' | 'text' | 'plain' | 'startsWord' | 'endsWord'> = {
  close: '',
  place: 'anywhere',
  pair: -1,
  nested: false,
  escape: -1,
  doubled: false,
  multiline: false,
  interpolation: '',
  short: false,
  apart: false,
};

export function tokensOf(language: Language, wordUnits: Uint8Array): readonly Token[] {
  const { pairs } = language.blocks;
  const tokens: Omit<Token, 'id'>[] = [];
  const add = (role: TokenRole, text: string, fields: Partial<Token> = {}) => {
    const startsWord = inWord(wordUnits, text.charCodeAt(0));
    const endsWord = role === 'line' && inWord(wordUnits, text.charCodeAt(text.length - 1));
    const plain = text.length === 1 && !startsWord && !endsWord && (fields.place ?? 'anywhere') === 'anywhere';
    tokens.push({ ...defaultToken, plain, startsWord, endsWord, role, text, ...fields });
  };
  pairs.forEach((pair, rank) => {
    add('open', pair[0], { pair: rank });
    add('close', pair[1], { pair: rank });
  });
  for (const rule of language.strings) add('string', rule.open, stringFields(rule, pairs));
  for (const mark of language.comments.line) add('line', textOf(mark), { place: placeOf(mark) });
  for (const { open, close, nested = false, at = 'anywhere' } of language.comments.block) {
    add('comment', open, { close, nested, place: at });
  }
  if (language.escape !== undefined) add('escape', language.escape);
  if (language.regex !== undefined) add('regex', '/');
  if (language.heredocs !== undefined) add('heredoc', language.heredocs.mark);
  // Sorting is stable: of two tokens with the same text, brackets come before strings before comments.
  tokens.sort((a, b) => b.text.length - a.text.length);
  return tokens.map((token, id) => ({ id, ...token }));
}

const textOf = (mark: Mark): string => (typeof mark === 'string' ? mark : mark.text);
const placeOf = (mark: Mark): Token['place'] => (typeof mark === 'string' ? 'anywhere' : mark.at);

function stringFields(rule: StringRule, pairs: readonly string[]): Partial<Token> {
  const {
    open,
    close = open,
    doubled = false,
    multiline = false,
    interpolation = '',
    short = false,
    apart = false,
  } = rule;
  const escapeMark = rule.escape ?? '\\';
  const pair = pairs.findIndex((brackets) => interpolation.endsWith(brackets[0]));
  return {
    close,
    escape: escapeMark === '' ? -1 : escapeMark.charCodeAt(0),
    doubled,
    multiline,
    // Code inside a string ends at a bracket: a language without such a pair has no interpolation.
    interpolation: pair < 0 ? '' : interpolation,
    pair,
    short,
    apart,
  };
}

/** By code unit, longest first. */
export function byFirstCharacter(
  tokens: readonly Token[],
  caseless: boolean,
): readonly (readonly Token[] | undefined)[] {
  const table: Token[][] = [];
  for (const token of tokens) {
    for (const unit of firstUnits(token.text, caseless)) {
      table[unit] ??= [];
      table[unit].push(token);
    }
  }
  return table;
}

/** By code unit: 0, or the sum of MAY_START and, in a language whose words open blocks, IN_WORD. */
export function classesOf(tokens: readonly Token[], wordUnits: Uint8Array, hasWordBlocks: boolean): Uint8Array {
  const classes = new Uint8Array(0x10000);
  if (hasWordBlocks) {
    classes.set(wordUnits.map((bit) => bit * IN_WORD));
    classes.fill(IN_WORD, 128);
  }
  for (const { text } of tokens) for (const unit of firstUnits(text, true)) classes[unit] |= MAY_START;
  return classes;
}
