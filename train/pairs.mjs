/**
 * One file → pairs of texts that mean the same thing, found with froe's own parsers and cut by froe's own cutter:
 *
 *     first sentence of a doc comment   → the chunk that holds the function, comment taken out    doc
 *     the whole comment                 → the same                                                long
 *     the first sentence                → the function alone                                      alone
 *     name and signature                → the body                                                name
 *     heading                           → the chunk that begins its section, heading taken out    heading, question
 *     text of a link, or its sentence   → the chunk that begins the section it points to          link
 *     subject of a commit, its message  → the chunks that it changed (commits.mjs)                commit, message
 *
 * Chunks are read as an index embeds them: `path › outer › name`, then the text.
 */
import { posix } from 'node:path';
import { placePrefix } from '../build/enrich/prefix.js';
import { cutParsed, parse } from '../build/pipeline/chunk.js';
import { fnv1a } from '../build/text/hash.js';

export const KINDS = ['doc', 'long', 'name', 'heading', 'question', 'link', 'alone', 'commit', 'message'];

/** Most characters of a document: about what a chunk of 512 tokens has. */
const LONGEST = 2000;
const DEFINITIONS = new Set([
  'function',
  'method',
  'class',
  'interface',
  'struct',
  'trait',
  'enum',
  'constructor',
  'type',
  'module',
  'protocol',
  'object',
  'record',
  'property',
]);
/** As an index cuts code (jobs/prepare.ts). */
const CODE = { granularity: 'node', minTokens: 64 };
const PROSE = new Set(['markdown', 'mdx', 'rst', 'asciidoc']);

/**
 * @param take (kind, query, document)
 * @param every (document, queries): every chunk of the file, for judging
 */
export async function pairsOf(path, bytes, take, every) {
  const read = await readAndCut(path, bytes);
  if (!read) return undefined;
  const { source, root, chunks } = read;
  const prose = PROSE.has(source.language);
  const sections = prose ? sectionsOf(source.text, root, chunks, take) : undefined;
  if (!prose) definitionsOf(path, source.text, root, chunks, take);
  if (every) chunks.each(every);
  return sections && { text: source.text, sections };
}

/** A file as an index reads and cuts it; nothing for what is no text. */
async function readAndCut(path, bytes) {
  const parsed = await parse(bytes, { path });
  const { source, root } = parsed;
  if (source.extracted) return undefined;
  const cut = cutParsed(parsed, {
    ...(parsed.parser.sourceType === 'code' ? CODE : {}),
    path,
    prefix: placePrefix,
    outlines: false,
  });
  const chunks = new Chunks(
    source.text,
    cut.chunks.filter(({ synthetic }) => !synthetic),
  );
  return { source, root, chunks };
}

export async function chunksOf(path, bytes) {
  return (await readAndCut(path, bytes))?.chunks;
}

/** The chunks of a file, and what is left out of them. */
class Chunks {
  #text;
  #chunks;
  #hidden = [];
  #queries = new Map();

  constructor(text, chunks) {
    this.#text = text;
    this.#chunks = chunks;
  }

  /** A comment or heading that a query was made of. */
  hide(span) {
    this.#hidden.push(span);
  }

  at(offset) {
    let [low, high] = [0, this.#chunks.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#chunks[middle].charEnd <= offset) low = middle + 1;
      else high = middle;
    }
    return this.#chunks[low];
  }

  asked(chunk, query) {
    this.#queries.set(chunk, [...(this.#queries.get(chunk) ?? []), query]);
  }

  /** As it would be embedded without `span`; every other chunk loses all that is hidden, so that both are learned. */
  without(chunk, span, all = fnv1a(chunk.contentHash, 0, 8) % 2 === 0) {
    let content = '';
    let at = chunk.charStart;
    for (const { start, end } of all ? this.#hidden : [span]) {
      if (end <= at || start >= chunk.charEnd) continue;
      content += this.#text.slice(at, Math.max(at, start));
      at = Math.min(end, chunk.charEnd);
    }
    content += this.#text.slice(at, chunk.charEnd);
    return placePrefix(chunk) + (chunk.context ?? '') + content;
  }

  /** Those over some lines, whole, with how many of the lines each has. */
  over(lines) {
    const starts = [0];
    for (let at = this.#text.indexOf('\n'); at >= 0; at = this.#text.indexOf('\n', at + 1)) starts.push(at + 1);
    const counts = new Map();
    for (const { from, to } of lines) {
      for (let line = Math.max(from, 1); line <= to && line <= starts.length; line++) {
        const chunk = this.at(starts[line - 1]);
        if (chunk) counts.set(chunk, (counts.get(chunk) ?? 0) + 1);
      }
    }
    const nothing = { start: 0, end: 0 };
    return [...counts].map(([chunk, count]) => ({ lines: count, text: this.without(chunk, nothing, false) }));
  }

  each(every) {
    const nothing = { start: 0, end: 0 };
    for (const chunk of this.#chunks) every(this.without(chunk, nothing, true), this.#queries.get(chunk) ?? []);
  }
}

function definitionsOf(path, text, root, chunks, take) {
  const found = [];
  const visit = (node, names) => {
    for (const child of node.children) {
      const below = child.name ? [...names, child.name] : names;
      if (child.name && child.end - child.start > 30 && (DEFINITIONS.has(child.kind) || child.head)) {
        const comment = child.doc && cleaned(text.slice(child.doc.start, child.doc.end));
        const sentence = comment && firstSentence(comment);
        if (sentence) chunks.hide(child.doc);
        found.push({ node: child, names, below, comment, sentence });
      }
      visit(child, below);
    }
  };
  visit(root, []);
  for (const { node, names, below, comment, sentence } of found) {
    if (sentence) {
      const chunk = chunks.at(node.head ? node.head.start : node.start);
      const document = chunks.without(chunk, node.doc);
      chunks.asked(chunk, sentence);
      take('doc', sentence, document);
      const whole = comment.replace(/\s+/g, ' ');
      if (whole.length > sentence.length + 60) take('long', whole.slice(0, 600), document);
      if (fnv1a(sentence, 0, sentence.length) % 3 === 0) {
        const alone = text.slice(node.start, node.doc.start) + text.slice(node.doc.end, node.end);
        take('alone', sentence, `${[path, ...below].join(' › ')}\n${alone.slice(0, LONGEST)}`);
      }
    } else if (node.head && node.kind !== 'class') {
      const body = text.slice(Math.max(node.head.end, node.doc?.end ?? 0), node.end);
      if (body.length > 150)
        take(
          'name',
          text.slice(node.head.start, node.head.end).slice(0, 200),
          `${[path, ...names].join(' › ')}\n${body.slice(0, LONGEST)}`,
        );
    }
  }
}

/** A comment without its marks. */
export function cleaned(comment) {
  return comment
    .replace(/^[ \t]*(?:[rRbBuU]*"""|[rRbBuU]*'''|\/\*\*?|\/{2,3}[!/]?|#+!?|--+|;+|%+|\*(?!\/)|=begin|=end)/gm, '')
    .replace(/"""|'''|\*\//g, '')
    .replace(/\{@(?:link|code|linkplain|literal)\s+([^}]*)\}/g, '$1')
    .replace(/<\/?(?:p|code|b|i|em|pre|ul|li|ol|summary|remarks|para|tt|strong|a)[^<>]*>/gi, ' ')
    .replace(/<(?:see|paramref|typeparamref)[^<>]*?(?:cref|name)="(?:[A-Z]:)?([^"]*)"\s*\/>/g, '$1')
    .replace(/:(?:class|func|meth|mod|ref|py:\w+|attr|exc|obj|data):`~?([^`]*)`/g, '$1')
    .trim();
}

/** Ends at a full stop before white space, at a blank line, or at the first tag; undefined for what says nothing. */
export function firstSentence(text) {
  let end = text.search(/\n\s*\n|\n\s*(?:@\w|:param|:return|Args:|Parameters|Returns|\\|- )|[.!?](?:\s|$)/);
  if (end < 0) end = text.length;
  const sentence = text.slice(0, end).replace(/\s+/g, ' ').replace(/[`*]/g, '').trim();
  const words = sentence.match(/[A-Za-z]{2,}/g)?.length ?? 0;
  if (words < 3 || sentence.length > 300 || sentence.length < 12) return undefined;
  if (
    /^(?:@|todo|fixme|eslint|type:|noqa|copyright|license|\{@inherit|inherit|see also|nolint|pylint|go:|#region|ignore|-{3}|={3})/i.test(
      sentence,
    )
  )
    return undefined;
  const letters = sentence.match(/[A-Za-z ]/g)?.length ?? 0;
  return letters > sentence.length * 0.7 ? sentence : undefined;
}

/** Sections, for links to find: `{slug, document}`. */
function sectionsOf(text, root, chunks, take) {
  const found = [];
  const visit = (node, names) => {
    for (const child of node.children) {
      const title = child.kind === 'section' && child.head ? (child.name ?? '') : '';
      if (title !== '' && text.slice(child.head.end, child.end).trim().length > 60) {
        const words = title.match(/[A-Za-z]{2,}/g)?.length ?? 0;
        const asks = words >= 2 && title.length < 150;
        if (asks && fnv1a(title, 0, title.length) % 2 === 0) chunks.hide(child.head);
        found.push({ node: child, names, title, words, asks });
      }
      visit(child, title ? [...names, title] : names);
    }
  };
  visit(root, []);
  const sections = [];
  const nothing = { start: 0, end: 0 };
  for (const { node, names, title, words, asks } of found) {
    const chunk = chunks.at(node.head.start);
    sections.push({ slug: slugOf(title), document: chunks.without(chunk, nothing, false) });
    if (!asks) continue;
    const question = /\?\s*$|^(?:how|why|what|when|can|does|is|should|where|do|i )\b/i.test(title);
    const query = question || words > 2 || names.length === 0 ? title : `${names.at(-1)} ${title}`;
    // The breadcrumb must not give the title away.
    const place = chunk.breadcrumb.endsWith(` › ${title}`)
      ? { ...chunk, breadcrumb: chunk.breadcrumb.slice(0, -title.length - 3) }
      : chunk;
    take(question ? 'question' : 'heading', query, chunks.without(place, node.head, false));
    if (fnv1a(title, 0, title.length) % 2 === 0) chunks.asked(chunk, title);
  }
  return sections;
}

export const slugOf = (title) =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s+/g, '-');

const LINK = /\[([^\][\n]{6,120})\]\(([^()\s]{1,200})\)/g;

/** Links in all documents of a repository → the sections they name. */
export function linksOf(documents, take) {
  for (const [path, { text }] of documents) {
    for (const { 1: label, 2: target, index } of text.matchAll(LINK)) {
      if (/^[a-z]+:/i.test(target) || text[index - 1] === '!') continue;
      const [file, anchor] = target.split('#');
      const section = sectionFor(documents, path, file, anchor);
      if (!section) continue;
      const said = label.replace(/[`*_]/g, ' ').trim();
      if ((said.match(/[A-Za-z]{2,}/g)?.length ?? 0) >= 2) take('link', said, section.document);
      const around = sentenceAround(text, index)
        .replace(/\]\([^)]*\)/g, ' ')
        .replace(/[[\]`*]/g, ' ')
        .replace(/\s+/g, ' ')
        .trim();
      if (around.length > said.length + 20 && around.length < 300) take('link', around, section.document);
    }
  }
}

function sectionFor(documents, from, file, anchor) {
  let page = documents.get(from);
  if (file !== '') {
    const base = file.startsWith('/') ? file.slice(1) : posix.join(posix.dirname(from), file);
    const stem = base.replace(/\/$/, '').replace(/\.(?:html|mdx?)$/, '');
    page =
      documents.get(base) ??
      documents.get(`${stem}.md`) ??
      documents.get(`${stem}.mdx`) ??
      documents.get(`${stem}/index.md`);
  }
  if (!page) return undefined;
  return anchor
    ? page.sections.find(({ slug }) => slug === anchor.toLowerCase())
    : file === ''
      ? undefined
      : page.sections[0];
}

function sentenceAround(text, at) {
  const before = text.slice(Math.max(0, at - 200), at);
  const after = text.slice(at, at + 300);
  const start = Math.max(
    before.lastIndexOf('. '),
    before.lastIndexOf('\n\n'),
    before.lastIndexOf('\n- '),
    before.lastIndexOf('\n* '),
  );
  const end = after.search(/[.!?](?:\s|$)|\n\s*\n|\n[-*] /);
  return before.slice(start < 0 ? 0 : start + 2) + after.slice(0, end < 0 ? after.length : end);
}
