/**
 * Sources whose text was extracted from a file (extract/). The extractor has
 * already found the parts, so parsing adds a root above them. The metadata of a
 * part (its page, its mail, its cell) goes to the chunks that contain it.
 */
import type { Node } from '../types.js';
import { chatFields } from './chat.js';
import { childAt } from './document/sections.js';
import type { Parser } from './parser.js';

/** Kinds that get a chunk of their own with granularity `node`. */
const unitKinds: ReadonlySet<string> = new Set([
  'mail',
  'page',
  'section',
  'conversation',
  'turn',
  'markdown',
  'code',
  'raw',
]);

export const extracted: Parser = {
  id: 'extracted',
  sourceType: 'artifact',
  preset: {},
  anchors: 'slug',
  headings: true,
  chunkType: ({ whole }) => (whole ? 'artifact' : 'artifact_chunk'),
  isUnit: ({ kind }, depth) => depth > 0 && unitKinds.has(kind),
  fields({ source: { extracted: extraction }, root, node, shows }) {
    if (extraction === undefined) return {};
    const { title: _, ...documentMetadata } = extraction.metadata;
    return { metadata: { extracted: extraction.by, ...documentMetadata, ...mergedMetadata(root, node, shows) } };
  },
  parse({ text, extracted: extraction }) {
    if (extraction === undefined) return undefined;
    const { title } = extraction.metadata;
    const root: Node = { kind: 'document', start: 0, end: text.length, children: extraction.parts, grain: 'prose' };
    return typeof title === 'string' && title.trim() !== '' ? { ...root, name: title.trim() } : root;
  },
};

/**
 * Merges the metadata of a chunk's parts. A chunk contains some nodes
 * completely, or is split from one; it is inside others.
 *
 *     page 3 { paragraph, paragraph }   page 4 { paragraph }
 *                         └────── a chunk ─────────┘        → page: 3, pages: [3, 4]
 *
 * A single value is kept. Several values go under their plural key; a key
 * without a plural is dropped, because no single value is true for the whole
 * chunk. Nodes of another language, grafted below a cell or a turn, are skipped.
 */
type Meta = Readonly<Record<string, unknown>>;

const plurals: Readonly<Record<string, string>> = {
  page: 'pages',
  cell: 'cells',
  subject: 'subjects',
  from: 'senders',
  date: 'dates',
  message_id: 'message_ids',
  thread: 'threads',
  conversation: 'conversations',
  section: 'sections',
};

/** Keys whose lists are merged into one. */
const unionKeys: ReadonlySet<string> = new Set(['symbols']);
/** Keys that become speakers and time range instead (chatFields). */
const turnKeys: ReadonlySet<string> = new Set(['speaker', 'time']);

export function mergedMetadata(root: Node, node: Node, shows: readonly Node[]): Meta {
  const path = pathTo(root, node);
  const ancestorMeta: Meta = Object.assign({}, ...path.map(({ meta }) => meta));
  const shownMetas = path.at(-1)?.inner ? [] : shows.flatMap(metasIn);
  const out: Record<string, unknown> = {};
  for (const key of new Set([ancestorMeta, ...shownMetas].flatMap((meta) => Object.keys(meta)))) {
    if (turnKeys.has(key)) continue;
    // Values inside the chunk take precedence over values around it.
    const withKey = shownMetas.filter((meta) => Object.hasOwn(meta, key));
    const present = (withKey.length > 0 ? withKey : [ancestorMeta]).map((meta) => meta[key]).filter(isPresent);
    const values = distinct(unionKeys.has(key) ? present.flat() : present);
    if (unionKeys.has(key)) out[key] = values;
    else if (values.length === 1) out[key] = values[0];
    else if (values.length > 1 && Object.hasOwn(plurals, key)) {
      out[key] = values[0];
      out[plurals[key]] = values;
    }
  }
  return { ...out, ...chatFields(shownMetas.length > 0 ? shownMetas : [ancestorMeta]) };
}

/** The metadata of a node and of all nodes below it. */
function metasIn(subtree: Node): Meta[] {
  const metas: Meta[] = [];
  const stack: Node[] = [subtree];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node.meta) metas.push(node.meta);
    if (!node.inner) for (let i = node.children.length - 1; i >= 0; i--) stack.push(node.children[i]);
  }
  return metas;
}

/** From the root down to the node, by binary search: a mailbox has tens of thousands of parts. */
function pathTo(root: Node, node: Node): Node[] {
  const path = [root];
  for (let at = root; at !== node && !at.inner; ) {
    const child = childAt(at, node);
    if (child === undefined || node.end > child.end) break;
    path.push(child);
    at = child;
  }
  return path;
}

const isPresent = (value: unknown): boolean => value !== undefined && value !== null;

/** Compared as JSON, so that lists and records work, too. */
function distinct(values: readonly unknown[]): unknown[] {
  const seen = new Map<string, unknown>();
  for (const value of values) {
    const key = JSON.stringify(value);
    if (!seen.has(key)) seen.set(key, value);
  }
  return [...seen.values()];
}
