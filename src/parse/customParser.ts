/**
 * A parser of the caller's own, for a call: `chunk(text, { path: 'may.ics', parsers: [ics] })`.
 * It needs an id, the names of its files and `parse()`; the rest of a Parser has
 * defaults. What it returns is looked at before anything is cut by it: a tree that
 * is wrong would break promises far from where the mistake is.
 */
import { FroeError } from '../errors.js';
import type { SourceType } from '../schema.js';
import { insidePair } from '../text/offsets.js';
import type { Node, Source } from '../types.js';
import type { Parser, Shape } from './parser.js';

type Required = 'id' | 'parse';

export interface CustomParser extends Pick<Parser, Required>, Partial<Omit<Parser, Required>> {
  /** With their dot: `.ics`. The id is the language of these files; built-in languages give way. */
  readonly extensions?: readonly string[];
  /** Whole names of files: `Justfile`. */
  readonly filenames?: readonly string[];
  /** Another version, and an index cuts the files of this parser anew. */
  readonly version?: string;
}

const chunkTypeOf = (sourceType: SourceType): Parser['chunkType'] => {
  const table = {
    code: ['code_file', 'block', 'code_chunk'],
    markdown: ['markdown_section', 'markdown_section', 'markdown_section_chunk'],
    text: ['text_file', 'text_file_chunk', 'text_file_chunk'],
    commit: ['commit', 'commit_chunk', 'commit_chunk'],
    artifact: ['artifact', 'artifact_chunk', 'artifact_chunk'],
  } as const satisfies Record<SourceType, readonly ReturnType<Parser['chunkType']>[]>;
  return ({ whole, part }: Shape) => table[sourceType][whole ? 0 : part ? 2 : 1];
};

/** With the defaults in, and with every tree checked. */
export function parserFrom(custom: CustomParser): Parser {
  const { id, sourceType = 'text', preset = {}, anchors = 'path', headings, refuses } = custom;
  const chunkType = chunkTypeOf(sourceType);
  // Each is called on the caller's own object, which may be of a class.
  return {
    id,
    sourceType,
    preset,
    anchors,
    ...(headings ? { headings } : {}),
    ...(refuses ? { refuses } : {}),
    chunkType: (shape) => custom.chunkType?.(shape) ?? chunkType(shape),
    isUnit: (node, depth) => custom.isUnit?.(node, depth) ?? (depth > 0 && node.name !== undefined),
    ...(custom.fields ? { fields: (chunk) => custom.fields?.(chunk) ?? {} } : {}),
    ...(custom.describe ? { describe: custom.describe.bind(custom) } : {}),
    load: (language) => custom.load?.(language),
    parse: (source, request) => checkedTree(id, source, custom.parse(source, request)),
  };
}

function checkedTree(id: string, { text }: Source, root: Node | undefined): Node | undefined {
  if (root === undefined) return undefined;
  const refuse = (what: string): FroeError =>
    new FroeError(
      'bad-option',
      `Parser '${id}': ${what}`,
      'The root spans [0, text.length); children lie inside their parent, in order, without overlap.',
    );
  if (root?.start !== 0 || root.end !== text.length)
    throw refuse(`the root spans [${root?.start}, ${root?.end}), not [0, ${text.length})`);
  const open = [root];
  for (let node = open.pop(); node; node = open.pop()) {
    if (typeof node.kind !== 'string' || (node.grain !== 'prose' && node.grain !== 'lines'))
      throw refuse(`a node at ${node.start} needs a kind, and the grain 'prose' or 'lines'`);
    if (!Array.isArray(node.children)) throw refuse(`${node.kind} at ${node.start} needs a list of children`);
    let at = node.start;
    for (const child of node.children as readonly Node[]) {
      // isArray() forgets of what
      const isSpan = Number.isInteger(child?.start) && Number.isInteger(child?.end) && child.start <= child.end;
      if (!isSpan || child.start < at || child.end > node.end)
        throw refuse(`a child [${child?.start}, ${child?.end}) does not fit into [${at}, ${node.end}) of ${node.kind}`);
      if (insidePair(text, child.start) || insidePair(text, child.end))
        throw refuse(`a child [${child.start}, ${child.end}) begins or ends inside a character`);
      at = child.end;
      open.push(child);
    }
  }
  return root;
}
