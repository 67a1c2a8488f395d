/**
 * Structure for any language, from data about its delimiters, if there is no
 * syntax tree. `delimited` reads blocks, `headed` sections.
 *
 *     text ─scan→ depth and flags of each line ─grow→ tree
 */

import { chunkTypes } from '../chunkRecord.js';
import type { Language } from '../languages/language.js';
import { languages } from '../languages/languages.js';
import type { ChunkType } from '../schema.js';
import type { Node, Source } from '../types.js';
import { growDelimited } from './delimited/growDelimited.js';
import { scan } from './delimited/scan.js';
import { sections } from './delimited/sections.js';
import type { Parser, Shape } from './parser.js';

/** Kinds of nodes that are looked up by name. */
const unitKinds: ReadonlySet<string> = new Set(['function', 'class', 'method', 'module']);

type Languages = Readonly<Record<string, Language>>;

/** The parser of blocks, for the languages of the table and your own; yours win. */
export const delimitedWith = (extra: Languages): Parser => ({
  id: 'delimited',
  sourceType: 'code',
  splitsBy: 'brackets, keywords and indentation',
  preset: {},
  anchors: 'path',
  chunkType: codeType,
  isUnit: ({ kind }) => unitKinds.has(kind),
  parse(source) {
    const language = languageOf(source, extra);
    if (language === undefined || language.headings !== undefined) return undefined;
    const { text, offsets } = source;
    return rootOf(text, language, growDelimited(text, offsets, scan(text, offsets, language), language));
  },
});

/** The parser of sections, for languages with headings. */
export const headedWith = (extra: Languages): Parser => ({
  id: 'headed',
  sourceType: 'markdown',
  preset: {},
  anchors: 'slug',
  chunkType: sectionType,
  isUnit: ({ kind }) => kind === 'section',
  parse(source) {
    const language = languageOf(source, extra);
    if (language?.headings === undefined) return undefined;
    return rootOf(source.text, language, sections(source.text, source.offsets, language, language.headings));
  },
});

export const delimited: Parser = delimitedWith({});
export const headed: Parser = headedWith({});

/** Own keys only: a language called `constructor` is not one. */
function languageOf({ language }: Source, extra: Languages): Language | undefined {
  if (Object.hasOwn(extra, language)) return extra[language];
  return Object.hasOwn(languages, language) ? languages[language] : undefined;
}

const rootOf = (text: string, { grain }: Language, children: readonly Node[]): Node => ({
  kind: 'document',
  start: 0,
  end: text.length,
  children,
  grain,
});

function codeType({ node, whole, part }: Shape): ChunkType {
  if (whole) return 'code_file';
  if (part || node.kind === 'document') return 'code_chunk';
  return chunkTypes.code.find((type) => type === node.kind) ?? 'block';
}

function sectionType({ part, whole }: Shape): ChunkType {
  return part && !whole ? 'markdown_section_chunk' : 'markdown_section';
}
