/**
 * Explicit markup, which begins with two dots: directives, targets, footnotes, comments.
 *
 *     .. code-block:: python     ┐ lead: the line that names it, and its options
 *        :linenos:               ┘
 *
 *        print()                   inner: in the language it names
 *
 *     .. _oak:                     a target: an anchor of what follows
 *     .. [1] Hard wood.            a footnote
 *     .. not a directive           a comment
 */

import type { Node } from '../../types.js';
import {
  ASIDE_WEIGHT,
  block,
  codeBlockFields,
  HIDDEN_WEIGHT,
  lineSpan,
  weighted,
  withMeta,
} from '../document/block.js';
import { type DocumentLines, indentedEnd } from '../document/lines.js';
import { type BlockMatch, type BlockReader, childrenOf, type ReadPosition } from '../document/read.js';
import { fieldNameEnd } from './lists.js';
import type { RstContext } from './titles.js';

const DIRECTIVE = /^(?:\|[^|]{1,200}\| +)?([A-Za-z0-9][\w.+-]*(?::[\w.+-]+)*) ?::(?:\s+(.*))?$/;
const TARGET = /^_(?:`([^`]{1,400})`|([^:\\]{1,400}(?::[^:\\ ][^:\\]{0,400}){0,8}|_)):(?:\s+(.*))?$/;
const FOOTNOTE = /^\[([^\]\s]{1,200})\](?:\s|$)/;

export const explicit: BlockReader<RstContext> = (context, position) => {
  const { lines } = context;
  const { line, to } = position;
  const first = lines.first(line);
  if (!lines.text.startsWith('..', first)) return undefined;
  const after = first + 2;
  if (after < lines.stop(line) && lines.text.charCodeAt(after) > 0x20) return undefined;
  const content = lines.text.slice(after, lines.stop(line)).trimStart();
  // Two dots before a blank line are an empty comment: the text below does not belong to it.
  const isEmptyComment = content === '' && lines.isBlank(line + 1);
  const next = isEmptyComment ? line + 1 : indentedEnd(lines, line, to, lines.indent(line));
  return explicitBlock(context, { ...position, to: next }, content);
};

function explicitBlock(context: RstContext, position: ReadPosition, content: string): BlockMatch {
  const { lines } = context;
  const { line, to: next } = position;
  const directiveMatch = DIRECTIVE.exec(content);
  if (directiveMatch)
    return { next, blocks: [directive(context, position, directiveMatch[1], directiveMatch[2]?.trim() ?? '')] };
  const target = TARGET.exec(content);
  if (target) {
    const name = (target[1] ?? target[2]).trim();
    if (!target[3] && next === line + 1) return { next, ahead: { anchors: [name] } };
    return { next, blocks: [block('target', lines, line, next, { meta: { anchors: [name] } })] };
  }
  const footnote = FOOTNOTE.exec(content);
  if (footnote) {
    const lead = lineSpan(lines, line, line + 1);
    const children = childrenOf(context, line + 1, next, position);
    const meta = { anchors: [footnote[1]] };
    const extra = { meta, ...(children.length > 1 && lead ? { children, lead } : {}) };
    return { next, blocks: [block('footnote', lines, line, next, extra)] };
  }
  return { next, blocks: [weighted(block('comment', lines, line, next), ASIDE_WEIGHT)] };
}

/** `__ https://…`: the target of an anonymous link. */
export const anonymousTarget: BlockReader<RstContext> = ({ lines }, { line }) =>
  lines.text.startsWith('__ ', lines.first(line))
    ? { next: line + 1, blocks: [block('target', lines, line, line + 1)] }
    : undefined;

/** Directives contain reStructuredText, except those of the table. */
interface DirectiveRule {
  readonly kind: string;
  /** Language of the content: the argument of the directive, or a fixed one. */
  readonly language?: 'argument' | { readonly always: string };
}

const codeRule: DirectiveRule = { kind: 'code', language: 'argument' };
const pythonRule: DirectiveRule = { kind: 'code', language: { always: 'python' } };
const verbatimRule: DirectiveRule = { kind: 'code' };
const contentsRule: DirectiveRule = { kind: 'toc' };

/** Directives whose content is not reStructuredText. */
const rules: ReadonlyMap<string, DirectiveRule> = new Map([
  ['code-block', codeRule],
  ['code', codeRule],
  ['sourcecode', codeRule],
  ['code-cell', codeRule],
  ['highlight', { kind: 'directive' }],
  ['prompt', codeRule],
  ['raw', codeRule],
  ['testcode', pythonRule],
  ['testsetup', pythonRule],
  ['ipython', pythonRule],
  ['jupyter-execute', pythonRule],
  ['plot', pythonRule],
  ['doctest', verbatimRule],
  ['testoutput', verbatimRule],
  ['parsed-literal', verbatimRule],
  ['productionlist', verbatimRule],
  ['graphviz', { kind: 'code', language: { always: 'dot' } }],
  ['mermaid', { kind: 'code', language: { always: 'mermaid' } }],
  ['uml', verbatimRule],
  ['math', { kind: 'math' }],
  ['csv-table', { kind: 'table' }],
  ['toctree', contentsRule],
  ['contents', contentsRule],
]);

/** The directive on the lines [place.line, place.to). */
function directive(context: RstContext, position: ReadPosition, name: string, argument: string): Node {
  const { lines } = context;
  const { line, to } = position;
  const bodyStart = afterOptions(lines, line + 1, to);
  const body = lines.skipBlank(bodyStart, to);
  const lead = body < to ? lineSpan(lines, line, bodyStart) : undefined;
  const meta = { directive: name, ...(argument === '' ? {} : { argument }), ...anchorOf(lines, line + 1, bodyStart) };
  if (name === 'highlight') context.language = argument || undefined;
  const rule = rules.get(name);
  if (rule) {
    const { kind, language } = rule;
    const contentLanguage = language === 'argument' ? argument.split(/\s/, 1)[0] : language?.always;
    const codeLanguage = kind === 'code' && contentLanguage !== 'none' ? contentLanguage : undefined;
    const extra = codeBlockFields(codeLanguage || undefined, lineSpan(lines, body, to), lead);
    const node = withMeta(block(kind, lines, line, to, extra), meta);
    return kind === 'toc' ? weighted(withMeta(node, { toc: true }), HIDDEN_WEIGHT) : node;
  }
  if (name === 'list-table') return listTable(lines, position, body, meta);
  const children = childrenOf(context, body, to, position);
  return block('directive', lines, line, to, { children, meta, ...(lead && children.length > 0 ? { lead } : {}) });
}

/** Options directly follow the first line; continuation lines are indented. */
function afterOptions(lines: DocumentLines, from: number, to: number): number {
  let line = from;
  while (line < to && fieldNameEnd(lines, line) >= 0) {
    const column = lines.indent(line);
    line++;
    while (line < to && !lines.isBlank(line) && lines.indent(line) > column) line++;
  }
  return line;
}

/** `:name: oak` among the options. */
function anchorOf(lines: DocumentLines, from: number, to: number): { anchors?: string[] } {
  const value = optionOf(lines, 'name', from, to);
  return value ? { anchors: [value] } : {};
}

function optionOf(lines: DocumentLines, name: string, from: number, to: number): string | undefined {
  const mark = `:${name}:`;
  for (let line = from; line < to; line++)
    if (lines.text.startsWith(mark, lines.first(line))) return lines.trimmed(line).slice(mark.length).trim();
  return undefined;
}

/** `list-table`: each item of the outer list is a row, and the first ones may be the header. */
function listTable(
  lines: DocumentLines,
  { line, to }: ReadPosition,
  body: number,
  meta: Readonly<Record<string, unknown>>,
): Node {
  const starts: number[] = [];
  const column = body < to ? lines.indent(body) : 0;
  for (let at = body; at < to; at++)
    if (!lines.isBlank(at) && lines.indent(at) === column && '*-+'.includes(lines.text[lines.first(at)]))
      starts.push(at);
  const headerRows = Number(optionOf(lines, 'header-rows', line + 1, body) ?? 0) || 0;
  const rowEnd = (i: number): number => starts[i + 1] ?? to;
  const children = starts
    .slice(headerRows)
    .map((start, i) => block('row', lines, start, lines.trimEnd(start, rowEnd(i + headerRows)), { grain: 'lines' }));
  const lead = lineSpan(lines, line, starts[headerRows] ?? body);
  return block('table', lines, line, to, { grain: 'lines', children, meta, ...(lead ? { lead } : {}) });
}
