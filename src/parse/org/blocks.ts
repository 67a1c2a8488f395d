/**
 * What stands between `#+begin_…` and `#+end_…`. Source code is read in its own
 * language, the text of a quotation as text; a block that does not close before
 * the next heading is none.
 *
 *     #+begin_src python :results output      lead
 *     print(1)                                inner
 *     #+end_src
 */
import { block, codeBlockFields, lineSpan } from '../document/block.js';
import { ASIDE_WEIGHT, weighted } from '../document/dimmed.js';
import type { BlockReader } from '../document/read.js';
import { firstWord, headingLimit, type OrgContext, orgChildren } from './context.js';

/** Blocks that hold no Org. `language`: their first argument names it. */
const verbatim: ReadonlyMap<string, { readonly kind: string; readonly language: boolean }> = new Map([
  ['src', { kind: 'code', language: true }],
  ['example', { kind: 'code', language: false }],
  ['export', { kind: 'code', language: true }],
  ['comment', { kind: 'comment', language: false }],
  ['verse', { kind: 'lines', language: false }],
]);

export const delimitedBlock: BlockReader<OrgContext> = (context, place) => {
  const { lines, closers } = context;
  const { line } = place;
  if (lines.unit(line) !== 0x23) return undefined;
  const said = lines.trimmed(line);
  const opener = firstWord(said).toLowerCase();
  if (!opener.startsWith('#+begin')) return undefined;
  const end = closers.next(opener.replace('begin', 'end'), line + 1);
  if (end < 0 || end >= headingLimit(context, place) || end >= place.to) return undefined;
  const next = end + 1;
  const lead = lineSpan(lines, line, line + 1);
  const name = opener.slice('#+begin_'.length);
  const rule = verbatim.get(name);
  if (rule) {
    const language = rule.language ? firstWord(said.slice(opener.length).trim()) || undefined : undefined;
    const extra = codeBlockFields(language, lineSpan(lines, line + 1, end), lead);
    const node = block(rule.kind, lines, line, next, extra);
    return { next, blocks: [rule.kind === 'comment' ? weighted(node, ASIDE_WEIGHT) : node] };
  }
  const children = orgChildren(context, line + 1, end, place);
  const meta = { block: name || 'dynamic' };
  const extra = { children, meta, ...(lead && children.length > 0 ? { lead } : {}) };
  return { next, blocks: [block(name === 'quote' ? 'quote' : 'block', lines, line, next, extra)] };
};
