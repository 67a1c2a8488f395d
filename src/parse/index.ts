/** The table of parsers, and the chain of parsers for each language. */
import { checkArgument } from '../checkArgument.js';
import { FroeError } from '../errors.js';
import { codeLanguage } from '../languages/index.js';
import type { Language } from '../languages/language.js';
import { languages } from '../languages/languages.js';
import type { SourceType } from '../schema.js';
import { nearestWord } from '../text/nearestWord.js';
import type { Diagnostic, Inner, Node, Source } from '../types.js';
import { asciidoc } from './asciidoc.js';
import { chat, isChat } from './chat.js';
import { code } from './code.js';
import { config, scanners } from './config.js';
import { csv } from './csv.js';
import { type CustomParser, parserFrom } from './customParser.js';
import { delimited, delimitedWith, headed, headedWith } from './delimited.js';
import { LanguageIndex } from './detect.js';
import { extracted } from './extracted.js';
import { graft, type InnerParsers } from './graft.js';
import { html } from './html.js';
import { latex } from './latex.js';
import { markdown } from './markdown.js';
import { org } from './org.js';
import { type ParseRequest, type Parser, type ParserId, pendingLoad } from './parser.js';
import { rst } from './rst.js';
import { lines, text } from './text.js';

export type { Language } from '../languages/language.js';
export { languages } from '../languages/languages.js';
export type { CustomParser } from './customParser.js';
export { type MarkdownTree, markdownTree, type TreeEntry } from './markdown/tree.js';
export { type Parser, type ParserId, parserIds, type Shape } from './parser.js';

export const parsers = {
  text,
  markdown,
  rst,
  latex,
  asciidoc,
  org,
  html,
  config,
  csv,
  chat,
  code,
  headed,
  delimited,
  lines,
} satisfies Record<ParserId, Parser>;
/** Documents, by their language. */
export const documents: Readonly<Record<string, Parser>> = {
  markdown,
  mdx: markdown,
  quarto: markdown,
  rmarkdown: markdown,
  markdoc: markdown,
  apib: markdown,
  rst,
  latex,
  asciidoc,
  org,
  html,
  csv,
  chat,
};

export interface Parsed {
  readonly parser: Parser;
  readonly root: Node;
  readonly diagnostics: readonly Diagnostic[];
}

/** Shorter fences are parsed by delimiters, not by a grammar. In UTF-16 code units. */
const MIN_GRAMMAR_CHARS = 1500;

/** All built-in formats, and the languages and parsers that a user has added. */
export class Formats {
  readonly #index: LanguageIndex;
  readonly #addedLanguages: Readonly<Record<string, Language>>;
  readonly #languages: Readonly<Record<string, Language>>;
  readonly #custom: ReadonlyMap<string, Parser>;
  readonly #delimited: Parser;
  readonly #headed: Parser;

  constructor(added: Readonly<Record<string, Language>> = {}, custom: readonly CustomParser[] = []) {
    checkArgument('Formats: languages', 'object', added);
    checkArgument('Formats: parsers', 'list', custom);
    this.#addedLanguages = added;
    this.#custom = new Map(custom.map((parser) => [parser.id, parserFrom(parser)]));
    const hasAdded = Object.keys(added).length > 0;
    this.#languages = hasAdded ? { ...languages, ...added } : languages;
    this.#index = new LanguageIndex(languages, added, Object.fromEntries(custom.map((parser) => [parser.id, parser])));
    this.#delimited = hasAdded ? delimitedWith(added) : delimited;
    this.#headed = hasAdded ? headedWith(added) : headed;
  }

  /** `longerSample`: more of the text, for formats that only their contents reveal. */
  detect(filename: string, head: string, longerSample: () => string = () => head): string {
    checkArgument('Formats.detect(): filename', 'text', filename);
    checkArgument('Formats.detect(): head', 'text', head);
    const language = this.#index.detect(filename, head, longerSample);
    return (language === 'text' || language === 'lines') && isChat(longerSample()) ? 'chat' : language;
  }

  /** The language with this id or common name. */
  named(word: string): string {
    const custom = Object.fromEntries(this.#custom);
    const tables: readonly object[] = [custom, this.#languages, scanners, documents, { text, lines }];
    const id = tables.some((table) => Object.hasOwn(table, word)) ? word : this.#index.named(word);
    if (id !== undefined) return id;
    const known = [...new Set(tables.flatMap((table) => Object.keys(table)))];
    const suggestion = nearestWord(word, known);
    throw new FroeError(
      'bad-option',
      `Unknown language '${word}'`,
      `${suggestion ? `Did you mean ${suggestion}? ` : ''}Known: ${known.sort().join(', ')}`,
    );
  }

  /** The source types that a file of this language can get, before it is parsed. */
  sourceTypes(language: string): ReadonlySet<SourceType> {
    const [first, ...others] = this.#chain(language);
    return new Set([first, ...(first.refuses ? others : [])].map(({ sourceType }) => sourceType));
  }

  /** Tries the parsers in turn; the last one accepts any text. A fallback gives a diagnostic. */
  async parse(source: Source, parserId?: ParserId, request: ParseRequest = {}): Promise<Parsed> {
    const chain = parserId ? [parsers[parserId], lines] : source.extracted ? [extracted] : this.#chain(source.language);
    let reason: string | undefined;
    let declined: string | undefined;
    for (const parser of chain) {
      for (
        let loading = pendingLoad([parser], source.language);
        loading;
        loading = pendingLoad([parser], source.language)
      )
        await loading;
      const result = attempt(parser, source, request, this.#custom.get(source.language));
      if (!result || result instanceof Error) {
        reason ??= result?.message;
        declined ??= parser.declines?.(source);
        continue;
      }
      const { before: _, ...innerRequest } = request;
      const root = await graft(result, source, parser, (inner) => this.#innerParsers(inner), innerRequest);
      const explanation =
        declined ??
        `could not be read as ${this.#formatName(source, parserId)}${reason === undefined ? '' : ` (${reason})`}`;
      return { parser, root, diagnostics: parser === chain[0] ? [] : [degraded(source, explanation, parser)] };
    }
    return { parser: lines, root: lines.parse(source) ?? emptyRoot(source), diagnostics: [] };
  }

  /** As people call it: `Kotlin`. */
  #formatName({ language }: Source, parserId: ParserId | undefined): string {
    if (parserId !== undefined && parserId !== 'code') return parserId;
    return Object.hasOwn(this.#languages, language) ? this.#languages[language].name : language;
  }

  /** Whether a custom parser reads a file of this name. */
  isCustom(filename: string): boolean {
    return this.#custom.size > 0 && this.#custom.has(this.#index.byName(filename) ?? '');
  }

  /** Whether a custom parser may be needed for a file of this name: for all of it, or for a fence or a cell in it. */
  mayNeedCustom(filename: string): boolean {
    const language = this.#index.byName(filename);
    return language === undefined || this.#custom.has(language) || Object.hasOwn(documents, language);
  }

  /** The parsers of an embedded language, by any name it has there. */
  #innerParsers({ language: name, start, end }: Inner): InnerParsers | undefined {
    const language = this.#index.named(name);
    if (language === undefined) return undefined;
    const custom = this.#custom.get(language);
    if (custom) return { language, parsers: [nonThrowing(custom)] };
    return { language, parsers: this.#innerChain(language, end - start) };
  }

  /** A few lines need no syntax tree: they are never split, and delimiters find their definitions. */
  #innerChain(language: string, length: number): readonly Parser[] {
    const chain = this.#chain(language);
    return length < MIN_GRAMMAR_CHARS && chain[0] === code ? chain.slice(1) : chain;
  }

  #chain(language: string): readonly Parser[] {
    const custom = this.#custom.get(language);
    if (custom) return [custom, lines];
    if (Object.hasOwn(scanners, language)) return [config, lines];
    if (language === 'text') return [text];
    const added = Object.hasOwn(this.#addedLanguages, language);
    if (!added && Object.hasOwn(documents, language)) return [documents[language], lines];
    const definition = Object.hasOwn(this.#languages, language) ? this.#languages[language] : undefined;
    if (!definition) return [lines];
    if (definition.headings) return [this.#headed, lines];
    // A language that the user describes is read as described.
    return codeLanguage(language) && !added ? [code, this.#delimited, lines] : [this.#delimited, lines];
  }
}

/** A fence that it fails on is cut by lines; a wrong tree is still refused. */
const nonThrowing = (custom: Parser): Parser => ({
  ...custom,
  parse: (source, request) => {
    const result = attempt(custom, source, request ?? {}, custom);
    return result instanceof Error ? undefined : result;
  },
});

/** A custom parser that fails leaves the file to the next parser; built-in ones never throw. */
function attempt(parser: Parser, source: Source, request: ParseRequest, custom?: Parser): Node | Error | undefined {
  try {
    return parser.parse(source, request);
  } catch (error) {
    if (error instanceof FroeError || parser !== custom) throw error;
    return error instanceof Error ? error : new Error(String(error));
  }
}

const degraded = ({ path }: Source, explanation: string, fallback: Parser): Diagnostic => ({
  code: 'degraded',
  path,
  message: `${explanation}; split by ${fallback.splitsBy ?? fallback.id} instead`,
});

const emptyRoot = ({ text }: Source): Node => ({
  kind: 'document',
  start: 0,
  end: text.length,
  children: [],
  grain: 'lines',
});
