/** Draft chunks and the branches that own them, made by hand. */

import type { Branch } from '../../src/chunk/branch.js';
import type { DraftChunk } from '../../src/chunk/draftChunk.js';
import type { Node } from '../../src/types.js';

export const node = (name?: string, ...children: Node[]): Node => ({
  kind: 'block',
  grain: 'lines',
  start: 0,
  end: 0,
  children,
  ...(name === undefined ? {} : { name }),
});

/** The branches down a path of names; the first is the document. Made by hand: branch.ts is under test itself. */
export function branchPath(...names: readonly (string | undefined)[]): Branch[] {
  const branches: Branch[] = [];
  for (const name of names)
    branches.push({ node: node(name), parent: branches.at(-1), depth: branches.length, weight: 1 });
  return branches;
}

const [document] = branchPath('document');

/** Consecutive draft chunks, each as long as its text; `overrides`: its other fields. */
export function draftsOf(
  ...texts: readonly (readonly [text: string, overrides?: Partial<DraftChunk>])[]
): DraftChunk[] {
  let at = 0;
  return texts.map(([text, overrides = {}]): DraftChunk => {
    const start = at;
    at += text.length;
    const defaults = {
      owner: document,
      shows: [],
      part: undefined,
      standalone: false,
      weight: 1,
      leads: [],
      head: undefined,
    };
    return { start, body: start, end: at, ...defaults, ...overrides };
  });
}
