/**
 * What the parts of a piece know of themselves, put together. A piece shows some
 * nodes whole, or is cut from one; it stands inside others.
 *
 *     page 3 { paragraph, paragraph }   page 4 { paragraph }
 *                         └────── a piece ─────────┘        → page: 3, pages: [3, 4]
 *
 * One value is given as it is. Several are told apart by `plurals`; of what has
 * no plural nothing is said, for the first would be wrong for the rest.
 */

import type { Node } from '../../types.js';
import { chatFields } from '../chat/chatFields.js';

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

/** Told by speakers and time range instead (chatFields). */
const ofTurns: ReadonlySet<string> = new Set(['speaker', 'time']);

export function gathered(root: Node, node: Node, shows: readonly Node[]): Meta {
  const within = pathTo(root, node).flatMap(({ meta }) => (meta ? [meta] : []));
  const shown: Meta[] = [];
  for (const one of shows) collect(one, shown);
  const out: Record<string, unknown> = {};
  for (const key of new Set([...within, ...shown].flatMap((meta) => Object.keys(meta)))) {
    if (ofTurns.has(key)) continue;
    // What the piece holds is nearer than what it stands in.
    const inside = shown.filter((meta) => Object.hasOwn(meta, key));
    const values = distinct((inside.length > 0 ? inside : within).map((meta) => meta[key]).filter(isSaid));
    if (values.length === 1) out[key] = values[0];
    else if (values.length > 1 && Object.hasOwn(plurals, key)) {
      out[key] = values[0];
      out[plurals[key]] = values;
    }
  }
  return { ...out, ...chatFields([...within, ...shown]) };
}

/** The node and all below it, without recursion: a grafted tree may be deep. */
function collect(top: Node, out: Meta[]): void {
  const left: Node[] = [top];
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    if (node.meta) out.push(node.meta);
    for (let i = node.children.length - 1; i >= 0; i--) left.push(node.children[i]);
  }
}

/** From the root down to the node, by halving: a mailbox has tens of thousands of parts. */
function pathTo(root: Node, node: Node): Node[] {
  const path = [root];
  for (let at = root; at !== node; ) {
    const below = childAround(at.children, node);
    if (below === undefined) break;
    path.push(below);
    at = below;
  }
  return path;
}

function childAround(children: readonly Node[], { start, end }: Node): Node | undefined {
  let low = 0;
  let high = children.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (children[middle].end <= start) low = middle + 1;
    else high = middle;
  }
  const found = children[low];
  return found && found.start <= start && end <= found.end ? found : undefined;
}

const isSaid = (value: unknown): boolean => value !== undefined && value !== null;

/** By what they say: lists and records are compared as JSON. */
function distinct(values: readonly unknown[]): unknown[] {
  const seen = new Map<string, unknown>();
  for (const value of values) {
    const key = JSON.stringify(value);
    if (!seen.has(key)) seen.set(key, value);
  }
  return [...seen.values()];
}
