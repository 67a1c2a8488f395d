/**
 * The colours of a text, from the same data as parsing: there are no rules for colours alone, and the time and memory
 * of a grammar are limited as in parsing.
 *
 *     a grammar        its syntax tree              paintTree.ts
 *     no grammar       delimiters, tags, keys       paintLexically.ts
 *     a document       headings and code in lines   below
 *     a commit         added and removed lines      below
 *     a fence, a script, a cell                     the same again, in its own language
 */
import { lineComments } from '../../languages/families.js';
import { codeLanguage } from '../../languages/index.js';
import type { Language } from '../../languages/language.js';
import { languages } from '../../languages/languages.js';
import { sourceFromText } from '../../sources/read.js';
import type { Inner, Node } from '../../types.js';
import { loadedGrammar, loadGrammar } from '../code/grammars.js';
import { commitParser } from '../commit.js';
import type { ConfigLanguage } from '../config/languages.js';
import { languageCalled } from '../detect.js';
import { documents } from '../index.js';
import type { Parser } from '../parser.js';
import { type HighlightKind, Paint } from './paint.js';
import { type LexicalLanguage, paintLexically, paintMarkup } from './paintLexically.js';
import { paintTree } from './paintTree.js';

/** Settings and data languages: their strings, comments, and the marks after a key. Data only. */
const hashComments = lineComments({ text: '#', at: 'spaced' });
const baseConfig: LexicalLanguage = {
  name: 'configuration',
  extensions: [],
  grain: 'lines',
  blocks: { by: 'brackets', pairs: [], bodies: [], middles: [] },
  strings: [{ open: '"' }, { open: "'", escape: '' }],
  comments: hashComments,
  letters: '-.',
  definers: {},
  isData: true,
};

const json: LexicalLanguage = {
  ...baseConfig,
  strings: [{ open: '"' }, { open: "'" }],
  comments: { line: ['//'], block: [{ open: '/*', close: '*/' }] },
  keyMarks: ':',
};
const lineConfig: LexicalLanguage = {
  ...baseConfig,
  comments: lineComments({ text: '#', at: 'first' }, { text: ';', at: 'first' }),
  keyMarks: '=',
};
const tripleQuoted = ['"""', "'''"].map((stack) => ({ open: stack, multiline: true }));

const configLanguages: Readonly<Record<ConfigLanguage, LexicalLanguage>> = {
  json,
  jsonc: json,
  json5: json,
  ndjson: json,
  yaml: { ...baseConfig, letters: '-./', keyMarks: ':' },
  toml: { ...baseConfig, strings: [...tripleQuoted, ...baseConfig.strings], keyMarks: '=' },
  ini: lineConfig,
  env: lineConfig,
  properties: { ...lineConfig, keyMarks: '=:' },
};

export { highlightKinds } from './paint.js';

/** Longer texts are more often data than code, and a page has to load the colours. In UTF-16 code units. */
const MAX_CHARS = 2_000_000;

/** `parsed`: its tree, which may contain other languages. See Paint.runs(). */
export async function highlight(text: string, language: string, parsed?: Node): Promise<readonly number[]> {
  if (text.length > MAX_CHARS) return [];
  const paint = await paintText(text, language);
  const document = lookup<Parser>(documents, language);
  const root = parsed ?? document?.parse(sourceFromText(text, { tree: '', path: '', language }));
  if (root) {
    if (document && !isMarkup(language)) paintProse(paint, root);
    for (const { start, end, language: name } of innerOf(root))
      paint.paste(await paintText(text.slice(start, end), languageCalled(name) ?? name), start);
  }
  return paint.runs();
}

async function paintText(text: string, language: string): Promise<Paint> {
  const paint = new Paint(text);
  if (await paintByGrammar(paint, language)) return paint;
  if (language === commitParser.id) {
    paintHunks(paint);
    return paint;
  }
  const lexicalLanguage = lexicalOf(language);
  if (isMarkup(language)) paintMarkup(paint);
  else if (lexicalLanguage) paintLexically(paint, lexicalLanguage);
  return paint;
}

async function paintByGrammar(paint: Paint, language: string): Promise<boolean> {
  const code = codeLanguage(language);
  if (!code) return false;
  const { grammar: name } = code.syntax;
  for (let loading = loadGrammar(name); loading; loading = loadGrammar(name)) await loading;
  const loaded = loadedGrammar(name);
  return loaded !== undefined && paintTree(paint, code, loaded);
}

const lookup = <T>(table: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

/** Prose has no keywords. */
const lexicalOf = (language: string): Language | undefined =>
  lookup<Language>(configLanguages, language) ??
  (Object.hasOwn(documents, language) ? undefined : lookup(blockLanguages, language));

const blockLanguages: Readonly<Record<string, Language>> = Object.fromEntries(
  Object.entries(languages).filter(([, { headings, grain }]) => headings === undefined && grain !== 'prose'),
);

/** Its blocks close with tags. */
const isMarkup = (language: string): boolean => lookup(languages, language)?.blocks.middles.includes('</') === true;

/** A run of backticks is tried once, from its beginning. */
const INLINE_CODE = /(?<!`)(`+)(?!`)[^`\n]+\1(?!`)/g;
const MAX_HEADING_CHARS = 1000;
/** A line, and the rule above or below it. */
const HEADING = /^(?:([=\-~^"'#*+])\1+[ \t]*\r?\n)?[^\n]*(?:\n([=\-~^"'#*+])\2+[ \t]*(?=\r?\n|$))?/;

/** Headings, and inline code in backticks. */
function paintProse(paint: Paint, root: Node): void {
  const { text } = paint;
  for (const { index, 0: quoted } of text.matchAll(INLINE_CODE)) paint.fill('string', index, index + quoted.length);
  for (const { kind, start } of nodesOf(root)) {
    if (kind !== 'section' && kind !== 'heading') continue;
    const [heading] = HEADING.exec(text.slice(start, start + MAX_HEADING_CHARS)) ?? [''];
    paint.fill('heading', start, start + heading.length);
  }
}

const COMMIT_LINE = /^commit [0-9a-f]{40}/;

/** Lines by their first character. Lines before the first file are the message, whose lists are not hunks. */
function paintHunks(paint: Paint): void {
  const { text } = paint;
  const from = COMMIT_LINE.test(text) ? text.search(/^diff --/m) : 0;
  if (from < 0) return;
  for (let start = from, end = 0; start < text.length; start = end + 1) {
    end = text.indexOf('\n', start);
    if (end < 0) end = text.length;
    const kind = text.startsWith('@@', start)
      ? 'type'
      : text.startsWith('diff --', start)
        ? 'heading'
        : CHANGES[text[start]];
    if (kind) paint.fill(kind, start, end);
  }
}

const CHANGES: Readonly<Record<string, HighlightKind | undefined>> = { '+': 'inserted', '-': 'deleted' };

function* nodesOf(root: Node): Generator<Node> {
  const stack = [root];
  for (let node = stack.pop(); node; node = stack.pop()) {
    yield node;
    if (!node.closed) stack.push(...node.children);
  }
}

const innerOf = (root: Node): readonly Inner[] =>
  [...nodesOf(root)].flatMap(({ inner }) => (inner && inner.end > inner.start ? [inner] : []));
