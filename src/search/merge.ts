/**
 * Many hits in one document → the sections and units that contain them.
 * Bottom-up, at every node:
 *
 *     1. it matches itself                      → it, instead of all below; score max(own, combined)
 *     2. more than `threshold` of its children
 *        match, and at least `least` of them    → it, with the combined score
 *     3. else                                   → what was found below stands
 *
 *     combined = the sum of the scores below, at most `cap` times the highest
 *
 * The document itself is returned only when it matches, or all its children do.
 * Parents come from the index, never from the spelling of ids.
 *
 * `match` sets the least score that counts as a match: the tail of a long list of
 * hits should not turn two sections into a whole document.
 */

export const combinings = ['sum', 'rss'] as const;

export interface MergeOptions {
  /** Share of the children that has to match. */
  readonly threshold: number;
  /** A share of exactly `threshold` is enough; otherwise it must be more. */
  readonly inclusive: boolean;
  /** So many children have to match, whatever share of them that is. */
  readonly least: number;
  /** Scores below come to at most this many times the highest of them. */
  readonly cap: number;
  /** How scores below add up: the sum up to the cap, or the root of the sum of squares. */
  readonly combine: (typeof combinings)[number];
  /** A chunk is a match with at least this share of the best chunk's score; 0: whatever was found is. */
  readonly match: number;
}

export const mergeDefaults: MergeOptions = {
  threshold: 0.5,
  inclusive: false,
  least: 2,
  cap: 2,
  combine: 'sum',
  match: 0.25,
};

/** Some of the options, or false for chunks as they are. */
export type Merging = Partial<MergeOptions> | false;

/** All options, with defaults for those not given. */
export function mergeOptions(overrides: Partial<MergeOptions> = {}): MergeOptions {
  const given = Object.entries(overrides).filter(([, value]) => value !== undefined);
  return { ...mergeDefaults, ...Object.fromEntries(given) };
}

/** The options of a call override those the index was opened with. */
export const resolveMerging = (given: Merging | undefined, configured: Merging | undefined): Merging | undefined =>
  given ? { ...(configured || {}), ...given } : (given ?? configured);

export interface ScoredId {
  readonly id: string;
  readonly score: number;
}

export interface Merged extends ScoredId {
  /** The hits it stands for, itself included if it matched. */
  readonly from: readonly string[];
  /** The rule above that applied; undefined for a single hit. */
  readonly by?: MergedBy;
}

/** Why a node is returned for what was found below it. */
export interface MergedBy {
  readonly rule: 'itself' | 'children';
  /** How many of its children match, and how many it has. */
  readonly matched: number;
  readonly children: number;
}

/** Parents by id, null for a root. Nodes that are missing are not merged. */
export type Parents = ReadonlyMap<string, string | null>;

export function merge(hits: readonly ScoredId[], parents: Parents, options: MergeOptions = mergeDefaults): Merged[] {
  const ownScores = new Map(hits.map((hit) => [hit.id, hit.score]));
  const children = childrenOf(parents);
  /** Results in the subtree of each node visited so far. */
  const subtreeResults = new Map<string, Merged[]>();
  for (const id of bottomUp(parents, children, ownScores)) {
    const childIds = children.get(id) ?? [];
    const below = childIds.flatMap((childId) => subtreeResults.get(childId) ?? []);
    for (const childId of childIds) subtreeResults.delete(childId);
    subtreeResults.set(id, mergeNode(id, ownScores.get(id), childIds, below, parents.get(id) == null, options));
  }
  const withoutTree = hits.filter(({ id }) => !parents.has(id)).map(({ id, score }) => ({ id, score, from: [id] }));
  return [...[...subtreeResults.values()].flat(), ...withoutTree];
}

function mergeNode(
  id: string,
  score: number | undefined,
  childIds: readonly string[],
  below: readonly Merged[],
  isRoot: boolean,
  options: MergeOptions,
): Merged[] {
  if (score !== undefined && below.length === 0) return [{ id, score, from: [id] }];
  const from = [...(score === undefined ? [] : [id]), ...below.flatMap((result) => result.from)];
  const matched = below.filter((result) => childIds.includes(result.id)).length;
  const by = { matched, children: childIds.length };
  if (score !== undefined)
    return [{ id, score: Math.max(score, combinedScore(below, options)), from, by: { rule: 'itself', ...by } }];
  return isEnough(matched, childIds.length, isRoot, options)
    ? [{ id, score: combinedScore(below, options), from, by: { rule: 'children', ...by } }]
    : [...below];
}

function isEnough(
  matched: number,
  childCount: number,
  isRoot: boolean,
  { threshold, inclusive, least }: MergeOptions,
): boolean {
  if (matched < least) return false;
  if (isRoot) return matched === childCount;
  return inclusive ? matched >= threshold * childCount : matched > threshold * childCount;
}

/** `3 of 4 below match`, `matches itself, and 2 of 3 below` */
export function describeMerged({ rule, matched, children }: MergedBy): string {
  const matchedText = matched === 0 ? 'some further below' : `${matched} of ${children} below`;
  return rule === 'itself' ? `matches itself, and ${matchedText}` : `${matchedText} match`;
}

/** The merge rule in words, for `--explain`. */
export function describeMerging({ threshold, inclusive, least, cap, combine, match }: MergeOptions): string {
  const matches = match === 0 ? 'whatever was found matches' : `a chunk matches with ${match} of the best score`;
  const share = `${inclusive ? 'at least' : 'more than'} ${threshold} of its children and ${least} or more of them do`;
  const score =
    combine === 'sum' ? `the sum of theirs, at most ${cap} times the highest` : 'the root of the sum of their squares';
  return `${matches}; a section or unit stands for what is below it if it matches itself, or ${share}; its score is ${score}`;
}

function combinedScore(below: readonly ScoredId[], { cap, combine }: MergeOptions): number {
  if (below.length === 0) return 0;
  const scores = below.map(({ score }) => score);
  if (combine === 'rss') return Math.hypot(...scores);
  return Math.min(
    scores.reduce((sum, score) => sum + score, 0),
    cap * Math.max(...scores),
  );
}
function childrenOf(parents: Parents): Map<string, string[]> {
  const children = new Map<string, string[]>();
  for (const [id, parent] of parents) {
    if (parent === null || !parents.has(parent)) continue;
    const list = children.get(parent);
    if (list) list.push(id);
    else children.set(parent, [id]);
  }
  return children;
}

/** Every node with a hit in its subtree, children before parents. A cycle of parents ends where it closes. */
function bottomUp(
  parents: Parents,
  children: ReadonlyMap<string, string[]>,
  ownScores: ReadonlyMap<string, number>,
): string[] {
  const depth = new Map<string, number>();
  const visited = new Set<string>();
  for (const hit of ownScores.keys()) {
    const path: string[] = [];
    for (let at: string | null | undefined = parents.has(hit) ? hit : undefined; at != null && parents.has(at); ) {
      if (path.includes(at)) break;
      path.push(at);
      at = parents.get(at);
    }
    path.reverse().forEach((id, i) => {
      visited.add(id);
      depth.set(id, Math.max(depth.get(id) ?? 0, i));
    });
  }
  return [...visited].sort(
    (a, b) => (depth.get(b) ?? 0) - (depth.get(a) ?? 0) || (children.has(a) ? 1 : 0) - (children.has(b) ? 1 : 0),
  );
}
