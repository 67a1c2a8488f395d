/**
 * A language made ready for scanning: what a character may start is one look
 * into an array, and only a character that may start something costs more.
 */
import type { DefinedKind, Language, Mark, MarkPlace, StringRule, WordPlace } from './language.js';

export type TokenRole = 'open' | 'close' | 'string' | 'line' | 'comment' | 'escape' | 'regex' | 'heredoc';

/** Every field is always there: objects of one shape are the fast ones. */
export interface Token {
  readonly id: number;
  readonly role: TokenRole;
  readonly text: string;
  /** What ends it. */
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
  /** Its one character is enough to know it. */
  readonly plain: boolean;
  /** Its first, or as a line comment its last, character belongs to words. */
  readonly startsWord: boolean;
  readonly endsWord: boolean;
}

/** What a word means to the nesting. */
export interface WordRole {
  readonly opens: WordPlace | undefined;
  readonly closes: WordPlace | undefined;
  readonly middle: boolean;
  readonly body: boolean;
  /** It opens a function. */
  readonly isFunction: boolean;
}

export interface Lexicon {
  readonly language: Language;
  /** By code unit: 0, or the sum of MAY_START and IN_WORD. */
  readonly classes: Uint8Array;
  /** By code unit, longest first. */
  readonly tokens: readonly (readonly Token[] | undefined)[];
  readonly tokenCount: number;
  /** By code unit below 128: 1 where it belongs to a word. Above, all do. */
  readonly wordish: Uint8Array;
  readonly words: ReadonlyMap<string, WordRole>;
  /** By first code unit: bit n is set where a word of n characters is in `words`. */
  readonly lengths: Uint32Array;
  /** By code unit below 128: what a line that starts with it may be, as a sum of the STARTS_ constants. */
  readonly lineStarts: Uint8Array;
  /** Middles that are no words: `</`. */
  readonly middleStarts: readonly string[];
  readonly bodyStarts: readonly string[];
  readonly except: ReadonlySet<string>;
  readonly tails: ReadonlySet<string>;
  readonly declarations: readonly string[];
  readonly definers: ReadonlyMap<string, DefinedKind>;
  /** As `lengths`, for the definers. */
  readonly definerLengths: Uint32Array;
  readonly indented: boolean;
  readonly sections: readonly (readonly [open: string, close: string])[];
  readonly ends: string;
  readonly carries: number;
  readonly sigils: string;
}

export const MAY_START = 1;
export const IN_WORD = 2;

export const STARTS_MIDDLE = 1;
export const STARTS_BODY = 2;
export const STARTS_IMPORT = 4;
export const STARTS_ATTRIBUTE = 8;

/** Making one takes longer than scanning a small file, so each is made once. */
const made = new WeakMap<Language, Lexicon>();

export function lexiconOf(language: Language): Lexicon {
  let lexicon = made.get(language);
  if (lexicon === undefined) {
    lexicon = makeLexicon(language);
    made.set(language, lexicon);
  }
  return lexicon;
}

function makeLexicon(language: Language): Lexicon {
  const { blocks } = language;
  const wordish = wordCharacters(language.letters ?? '');
  const tokens = tokensOf(language, wordish);
  const words = wordRoles(language, wordish);
  const caseless = language.caseless ?? false;
  const isMark = (start: string): boolean => !inWord(wordish, start.charCodeAt(0));
  const middleStarts = blocks.middles.filter(isMark);
  const bodyStarts = blocks.bodies.filter(isMark);
  const definers = new Map(Object.entries(language.definers));
  return {
    language,
    classes: classesOf(tokens, wordish, blocks.by === 'words'),
    tokens: byFirstCharacter(tokens, caseless),
    tokenCount: tokens.length,
    wordish,
    words,
    lengths: lengthsOf(words.keys(), caseless),
    lineStarts: lineStartsOf(
      [
        [middleStarts, STARTS_MIDDLE],
        [bodyStarts, STARTS_BODY],
        [language.imports ?? [], STARTS_IMPORT],
        [language.attributes ?? [], STARTS_ATTRIBUTE],
      ],
      caseless,
    ),
    definers,
    definerLengths: lengthsOf(definers.keys(), caseless),
    middleStarts,
    bodyStarts,
    except: new Set(blocks.by === 'words' ? blocks.except : []),
    tails: new Set(blocks.by === 'words' ? blocks.tails : []),
    declarations: blocks.by === 'words' ? (blocks.declarations ?? []) : [],
    indented: blocks.by === 'indentation',
    sections: blocks.by === 'indentation' ? (blocks.sections ?? []) : [],
    ends: language.ends ?? ';},',
    carries: (language.carries ?? '\\').charCodeAt(0),
    sigils: language.sigils ?? '.@$',
  };
}

export const inWord = (wordish: Uint8Array, unit: number): boolean => unit >= 128 || wordish[unit] === 1;

function wordCharacters(letters: string): Uint8Array {
  const wordish = new Uint8Array(128);
  for (const char of `abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_${letters}`) {
    wordish[char.charCodeAt(0)] = 1;
  }
  return wordish;
}

const blankToken: Omit<Token, 'id' | 'role' | 'text' | 'plain' | 'startsWord' | 'endsWord'> = {
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

function tokensOf(language: Language, wordish: Uint8Array): readonly Token[] {
  const { pairs } = language.blocks;
  const tokens: Omit<Token, 'id'>[] = [];
  const add = (role: TokenRole, text: string, more: Partial<Token> = {}) => {
    const startsWord = inWord(wordish, text.charCodeAt(0));
    const endsWord = role === 'line' && inWord(wordish, text.charCodeAt(text.length - 1));
    const plain = text.length === 1 && !startsWord && !endsWord && (more.place ?? 'anywhere') === 'anywhere';
    tokens.push({ ...blankToken, plain, startsWord, endsWord, role, text, ...more });
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
  const escaper = rule.escape ?? '\\';
  const pair = pairs.findIndex((brackets) => interpolation.endsWith(brackets[0]));
  return {
    close,
    escape: escaper === '' ? -1 : escaper.charCodeAt(0),
    doubled,
    multiline,
    // Code inside a string ends at a bracket: where the language has no such pair, there is none.
    interpolation: pair < 0 ? '' : interpolation,
    pair,
    short,
    apart,
  };
}

function byFirstCharacter(tokens: readonly Token[], caseless: boolean): readonly (readonly Token[] | undefined)[] {
  const table: Token[][] = [];
  for (const token of tokens) {
    for (const unit of firstUnits(token.text, caseless)) {
      table[unit] ??= [];
      table[unit].push(token);
    }
  }
  return table;
}

function firstUnits(text: string, caseless: boolean): ReadonlySet<number> {
  const first = text[0];
  return new Set((caseless ? [first.toLowerCase(), first.toUpperCase()] : [first]).map((char) => char.charCodeAt(0)));
}

function classesOf(tokens: readonly Token[], wordish: Uint8Array, words: boolean): Uint8Array {
  const classes = new Uint8Array(0x10000);
  if (words) {
    classes.set(wordish.map((is) => is * IN_WORD));
    classes.fill(IN_WORD, 128);
  }
  for (const { text } of tokens) for (const unit of firstUnits(text, true)) classes[unit] |= MAY_START;
  return classes;
}

function wordRoles(language: Language, wordish: Uint8Array): ReadonlyMap<string, WordRole> {
  const { blocks } = language;
  const opens: Readonly<Record<string, WordPlace>> = blocks.by === 'words' ? blocks.opens : {};
  const closes: Readonly<Record<string, WordPlace>> = blocks.by === 'words' ? blocks.closes : {};
  const all = [...Object.keys(opens), ...Object.keys(closes), ...blocks.middles, ...blocks.bodies];
  const roles = new Map<string, WordRole>();
  for (const word of all) {
    if (!inWord(wordish, word.charCodeAt(0))) continue;
    roles.set(word, {
      opens: opens[word],
      closes: closes[word],
      middle: blocks.middles.includes(word),
      body: blocks.bodies.includes(word),
      isFunction: language.definers[word] === 'function',
    });
  }
  return roles;
}

function lengthsOf(words: Iterable<string>, caseless: boolean): Uint32Array {
  const lengths = new Uint32Array(128);
  for (const word of words) for (const unit of firstUnits(word, caseless)) lengths[unit] |= 1 << word.length;
  return lengths;
}

type StartGroup = readonly [starts: readonly string[], bit: number];

function lineStartsOf(groups: readonly StartGroup[], caseless: boolean): Uint8Array {
  const units = new Uint8Array(128);
  for (const [starts, bit] of groups) {
    for (const start of starts) for (const unit of firstUnits(start, caseless)) units[unit] |= bit;
  }
  return units;
}
