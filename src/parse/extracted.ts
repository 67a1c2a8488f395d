/**
 * Sources whose text was taken out of a file (extract/): the extractor has said
 * what stands where, so parsing is putting a root over it. What a part knows of
 * itself (its page, its mail, its cell) becomes metadata of the chunks that show it.
 */
import type { Node } from '../types.js';
import { mergedMetadata } from './extracted/gathered.js';
import type { Parser } from './parser.js';

/** What stands alone with granularity `node`. */
const units: ReadonlySet<string> = new Set([
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
  isUnit: ({ kind }, depth) => depth > 0 && units.has(kind),
  fields({ source: { extracted: taken }, root, node, shows }) {
    if (taken === undefined) return {};
    const { title: _, ...whole } = taken.metadata;
    return { metadata: { extracted: taken.by, ...whole, ...mergedMetadata(root, node, shows) } };
  },
  parse({ text, extracted: taken }) {
    if (taken === undefined) return undefined;
    const { title } = taken.metadata;
    const root: Node = { kind: 'document', start: 0, end: text.length, children: taken.parts, grain: 'prose' };
    return typeof title === 'string' && title.trim() !== '' ? { ...root, name: title.trim() } : root;
  },
};
