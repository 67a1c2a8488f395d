/**
 * A parser of the caller, for one call: `chunk(text, { path: 'may.ics', parsers: [ics] })`.
 * It needs an id, the names of its files and `parse()`; the rest of a Parser has
 * defaults. Its trees are checked before anything is cut: an invalid one would cause errors
 * far from its origin.
 */
import { FroeError } from '../errors.js';
import type { SourceType } from '../schema.js';
import { insidePair } from '../text/offsets.js';
import type { Node, Source } from '../types.js';
import type { Parser, Shape } from './parser.js';

type Required = 'id' | 'parse';

export interface CustomParser extends Pick<Parser, Required>, Partial<Omit<Parser, Required>> {
  /** With the dot: `.ics`. The id is the language of these files; it overrides built-in languages. */
  readonly extensions?: readonly string[];
  /** Whole names of files: `Justfile`. */
  readonly filenames?: readonly string[];
  /** Raise it when the parser changes: an index then cuts its files again. */
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

/** With its defaults, and with every tree checked. */
export function parserFrom(custom: CustomParser): Parser {
  const { id, sourceType = 'text', preset = {}, anchors = 'path', headings, refuses } = custom;
  const chunkType = chunkTypeOf(sourceType);
  // Methods are called on the caller's object, which may be of a class.
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
  const invalidTree = (problem: string): FroeError =>
    new FroeError(
      'bad-option',
      `Parser '${id}': ${problem}`,
      'The root spans [0, text.length); children lie inside their parent, in order, without overlap.',
    );
  if (root?.start !== 0 || root.end !== text.length)
    throw invalidTree(`the root spans [${root?.start}, ${root?.end}), not [0, ${text.length})`);
  const stack = [root];
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (typeof node.kind !== 'string' || (node.grain !== 'prose' && node.grain !== 'lines'))
      throw invalidTree(`a node at ${node.start} needs a kind, and the grain 'prose' or 'lines'`);
    if (!Array.isArray(node.children)) throw invalidTree(`${node.kind} at ${node.start} needs a list of children`);
    let at = node.start;
    for (const child of node.children as readonly Node[]) {
      // isArray() loses the element type
      const isSpan = Number.isInteger(child?.start) && Number.isInteger(child?.end) && child.start <= child.end;
      if (!isSpan || child.start < at || child.end > node.end)
        throw invalidTree(
          `a child [${child?.start}, ${child?.end}) does not fit into [${at}, ${node.end}) of ${node.kind}`,
        );
      if (insidePair(text, child.start) || insidePair(text, child.end))
        throw invalidTree(`a child [${child.start}, ${child.end}) begins or ends inside a character`);
      at = child.end;
      stack.push(child);
    }
    for (const part of node.withinLines ?? []) {
      if (!(part.start >= node.start && part.end <= node.end))
        throw invalidTree(`a member [${part.start}, ${part.end}) is not inside ${node.kind}`);
      stack.push(part);
    }
  }
  return root;
}
