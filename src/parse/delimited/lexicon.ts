/**
 * A language prepared for scanning: what a character may start is one array
 * lookup, and only a character that may start something costs more.
 */

import type { DefinedKind, Language, WordPlace } from '../../languages/language.js';
import { firstUnits, inWord, wordCharacters } from './characters.js';
import { byFirstCharacter, classesOf, type Token, tokensOf } from './token.js';

/** What a word does to the nesting. */
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
  /** See classesOf(). */
  readonly classes: Uint8Array;
  /** See byFirstCharacter(). */
  readonly tokens: readonly (readonly Token[] | undefined)[];
  readonly tokenCount: number;
  /** See wordCharacters(). */
  readonly wordUnits: Uint8Array;
  readonly words: ReadonlyMap<string, WordRole>;
  /** By first code unit: bit n is set if `words` has a word of n characters. */
  readonly wordLengths: Uint32Array;
  /** By code unit below 128: what a line that starts with it may be, as a sum of STARTS_ constants. */
  readonly lineStarts: Uint8Array;
  /** Middles that are not words: `</`. */
  readonly middleStarts: readonly string[];
  readonly bodyStarts: readonly string[];
  readonly except: ReadonlySet<string>;
  readonly tails: ReadonlySet<string>;
  readonly declarations: readonly string[];
  readonly definers: ReadonlyMap<string, DefinedKind>;
  /** As `wordLengths`, for the definers. */
  readonly definerLengths: Uint32Array;
  readonly indented: boolean;
  readonly sections: readonly (readonly [open: string, close: string])[];
  readonly ends: string;
  readonly continuationMark: number;
  readonly sigils: string;
}

export const STARTS_MIDDLE = 1;
export const STARTS_BODY = 2;
export const STARTS_IMPORT = 4;
export const STARTS_ATTRIBUTE = 8;

/** Cached, because making one takes longer than scanning a small file. */
const lexicons = new WeakMap<Language, Lexicon>();

export function lexiconOf(language: Language): Lexicon {
  let lexicon = lexicons.get(language);
  if (lexicon === undefined) {
    lexicon = makeLexicon(language);
    lexicons.set(language, lexicon);
  }
  return lexicon;
}

function makeLexicon(language: Language): Lexicon {
  const { blocks } = language;
  const wordUnits = wordCharacters(language.letters ?? '');
  const tokens = tokensOf(language, wordUnits);
  const words = wordRoles(language, wordUnits);
  const caseless = language.caseless ?? false;
  const isMark = (start: string): boolean => !isWord(start, wordUnits);
  const middleStarts = blocks.middles.filter(isMark);
  const bodyStarts = blocks.bodies.filter(isMark);
  const definers = new Map(Object.entries(language.definers));
  return {
    language,
    classes: classesOf(tokens, wordUnits, blocks.by === 'words'),
    tokens: byFirstCharacter(tokens, caseless),
    tokenCount: tokens.length,
    wordUnits,
    words,
    wordLengths: lengthsOf(words.keys(), caseless),
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
    ends: language.ends ?? ';}',
    continuationMark: (language.carries ?? '\\').charCodeAt(0),
    sigils: language.sigils ?? '.@$',
  };
}

const isWord = (text: string, wordUnits: Uint8Array): boolean =>
  [...text].every((char) => inWord(wordUnits, char.charCodeAt(0)));

function wordRoles(language: Language, wordUnits: Uint8Array): ReadonlyMap<string, WordRole> {
  const { blocks } = language;
  const opens = new Map(Object.entries(blocks.by === 'words' ? blocks.opens : {}));
  const closes = new Map(Object.entries(blocks.by === 'words' ? blocks.closes : {}));
  const allWords = [...opens.keys(), ...closes.keys(), ...blocks.middles, ...blocks.bodies];
  const role = (word: string): WordRole => ({
    opens: opens.get(word),
    closes: closes.get(word),
    middle: blocks.middles.includes(word),
    body: blocks.bodies.includes(word),
    isFunction: language.definers[word] === 'function',
  });
  return new Map(allWords.filter((word) => isWord(word, wordUnits)).map((word) => [word, role(word)]));
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
