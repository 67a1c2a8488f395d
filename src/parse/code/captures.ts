/**
 * What a query captures in a tree, read straight from the memory of the runtime:
 *
 *     count, address, …          what the query returns
 *       pattern, number, chosen    a capture, with all captures of its match
 *         name, node                 five words: id, start, row, column, …
 *         name, node                 the chosen one
 *
 * The library makes a node of each with its getters, also of those of the same match that have their own turn, and asks
 * for the end of each by writing it back. Only names and spans are needed.
 */
import type { Query } from 'web-tree-sitter';
import type { SyntaxNode } from '../../languages/syntax.js';

export interface Capture {
  readonly name: string;
  readonly node: Pick<SyntaxNode, 'startIndex' | 'endIndex'>;
}

export interface CaptureQuery {
  /** In the order of the text. */
  captures(root: SyntaxNode): readonly Capture[];
}

/** The functions of the runtime that this needs, and its memory. Addresses and sizes are in bytes. */
export interface CaptureModule {
  /** Replaced when the memory grows. */
  readonly HEAP32: Int32Array;
  /** Where values pass to and from its functions. */
  _ts_init(): number;
  _ts_query_captures_wasm(query: number, tree: number, ...limits: readonly number[]): void;
  _ts_node_end_index_wasm(tree: number): number;
  _free(address: number): void;
}

const WORD_SHIFT = 2;
const NODE_WORDS = 5;
const CAPTURE_WORDS = 1 + NODE_WORDS;
const HEAD_WORDS = 3;
/** Two positions, two offsets, and the same of what contains them: everywhere. */
const EVERYWHERE = Array.from({ length: 12 }, () => 0);
const NO_LIMIT = 0xffff_ffff;
const NO_TEXTS: readonly TextCapture[] = [];

/** What the types of the library hide: where an object is in the runtime (of a node: its subtree), and conditions on texts. */
interface Addressed {
  readonly 0: number;
}
interface Conditional {
  /** By pattern: each must hold for the captures of a match. */
  readonly textPredicates: readonly (readonly ((captures: readonly TextCapture[]) => boolean)[])[];
}
interface TextCapture {
  readonly name: string;
  readonly node: { readonly text: string };
}

export function captureQuery(module: CaptureModule, query: Query): CaptureQuery {
  const { captureNames, textPredicates } = query as Query & Conditional; // see Conditional
  const transfer = module._ts_init() >> WORD_SHIFT;

  /** The capture whose words begin here. */
  function captureAt(at: number, tree: number): Capture {
    const memory = module.HEAP32;
    memory.copyWithin(transfer, at + 1, at + 1 + NODE_WORDS);
    const endIndex = module._ts_node_end_index_wasm(tree);
    return { name: captureNames[memory[at]], node: { startIndex: memory[at + 2], endIndex } };
  }

  return {
    captures(root) {
      const tree = addressOf(root.tree);
      const { startIndex, startPosition } = root;
      module.HEAP32.set([root.id, startIndex, startPosition.row, startPosition.column, addressOf(root)], transfer);
      module._ts_query_captures_wasm(addressOf(query), tree, ...EVERYWHERE, NO_LIMIT, NO_LIMIT);
      const memory = module.HEAP32;
      const [count, address] = [memory[transfer], memory[transfer + 1]];
      let text: string | undefined;
      const textsAt = (first: number, length: number): TextCapture[] =>
        Array.from({ length }, (_, i) => {
          const { name, node } = captureAt(first + i * CAPTURE_WORDS, tree);
          text ??= root.text;
          return { name, node: { text: text.slice(node.startIndex - startIndex, node.endIndex - startIndex) } };
        });
      const found: Capture[] = [];
      for (let i = 0, at = address >> WORD_SHIFT; i < count; i++) {
        const conditions = textPredicates[memory[at]];
        const length = memory[at + 1];
        const first = at + HEAD_WORDS;
        const texts = conditions.length === 0 ? NO_TEXTS : textsAt(first, length);
        if (conditions.every((holds) => holds(texts)))
          found.push(captureAt(first + memory[at + 2] * CAPTURE_WORDS, tree));
        at = first + length * CAPTURE_WORDS;
      }
      module._free(address);
      return found;
    },
  };
}

const addressOf = (object: object): number => (object as Addressed)[0]; // see Addressed
