/**
 * A chunk below the minimum joins a neighbour, if they fit together: a lone
 * bracket, a heading, a one-line constant.
 */
import { isBlank } from './blank.js';
import { commonAncestor, type DraftChunk, isKeptHead, isPart, joinDrafts } from './draftChunk.js';

/** How chunks are measured. */
export interface DraftMeasure {
  isTiny(draft: DraftChunk): boolean;
  /** Small enough to be added to the head of a unit, which otherwise has only that unit's lines. */
  isTrivial(draft: DraftChunk): boolean;
  fits(draft: DraftChunk): boolean;
}

export function joinTiny(text: string, drafts: readonly DraftChunk[], measure: DraftMeasure): DraftChunk[] {
  const tryJoin = (a: DraftChunk | undefined, b: DraftChunk | undefined): DraftChunk | undefined => {
    if (!a || !b || a.end !== b.start || b.body !== b.start || a.weight !== b.weight) return undefined;
    if ((isKeptHead(a) && !measure.isTrivial(b)) || (isKeptHead(b) && !measure.isTrivial(a))) return undefined;
    const joinedDraft = joinDrafts(a, b);
    return measure.fits(joinedDraft) ? joinedDraft : undefined;
  };
  const out: DraftChunk[] = [];
  for (let i = 0; i < drafts.length; i++) {
    let draft = drafts[i];
    while (!draft.standalone && !isPart(draft) && measure.isTiny(draft)) {
      const before = out.at(-1);
      const after = drafts[i + 1];
      const withBefore = tryJoin(before, draft);
      const withAfter = tryJoin(draft, after);
      if (before && withBefore && !(withAfter && belongsToNext(text, before, draft, after))) {
        out.pop();
        draft = withBefore;
      } else if (withAfter) {
        draft = withAfter;
        i++;
      } else break;
    }
    out.push(draft);
  }
  return out;
}

/**
 * The neighbour deeper in the same unit, or with fewer blank lines between. The
 * sizes of the neighbours do not count: they depend on insertions far away.
 */
function belongsToNext(text: string, before: DraftChunk, draft: DraftChunk, after: DraftChunk): boolean {
  const depthWithBefore = commonAncestor(before.owner, draft.owner).depth;
  const depthWithAfter = commonAncestor(draft.owner, after.owner).depth;
  if (depthWithBefore !== depthWithAfter) return depthWithAfter > depthWithBefore;
  return newlinesBefore(text, draft.end) < newlinesBefore(text, draft.start);
}

function newlinesBefore(text: string, at: number): number {
  let newlines = 0;
  for (let i = at - 1; i >= 0 && isBlank(text.charCodeAt(i)); i--) if (text.charCodeAt(i) === 10) newlines++;
  return newlines;
}
