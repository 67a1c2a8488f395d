/**
 * A section that was cut between its blocks: each later chunk repeats the end of the one before, as the chunks of a
 * cut leaf do, if there is room for it.
 *
 *     ## Wood          ┐
 *     Oak is hard.     │ first chunk
 *     Ash is tough.    ┘
 *     Ash is tough.    ┐ repeated
 *     Yew is old.      ┘ second chunk
 */
import type { Limits } from '../options.js';
import type { Ruler } from '../text/tokens/index.js';
import { nearestNamed } from './branch.js';
import type { DraftChunk } from './draftChunk.js';
import { overlapStart } from './leaf.js';

export function repeatBetween(text: string, drafts: readonly DraftChunk[], ruler: Ruler, limits: Limits): DraftChunk[] {
  return drafts.map((draft, i) => {
    const before = drafts[i - 1];
    if (!before || before.end !== draft.start || draft.body !== draft.start || !isOneSection(before, draft))
      return draft;
    const leadTokens = draft.leads.reduce((sum, { start, end }) => sum + ruler.tokens(start, end) + 1, 0);
    const overlapLimits = { ...limits, overlap: limits.between, maxTokens: limits.maxTokens - leadTokens };
    return {
      ...draft,
      start: outsideFence(
        text,
        overlapStart(text, before.body, draft.start, draft.end, ruler, overlapLimits),
        draft.start,
      ),
    };
  });
}

/** Both are text of the same section, and neither contains a subsection. */
const isOneSection = (a: DraftChunk, b: DraftChunk): boolean =>
  a.weight === b.weight &&
  nearestNamed(a.owner).node === nearestNamed(b.owner).node &&
  [a, b].every(({ shows }) => !shows.some(({ node }) => node.name));

/** The repeated text starts after a fence of which it would have only the end. */
function outsideFence(text: string, start: number, end: number): number {
  const fences = [...text.slice(start, end).matchAll(/^[ \t]*(?:```|~~~).*\n?/gm)];
  const [first] = fences;
  return fences.length % 2 === 0 ? start : start + first.index + first[0].length;
}
