/**
 * Many hits in one document → the nodes that a person would name (document 001).
 * From the bottom up, at every node:
 *
 *     1. it matches itself                      → it, instead of all below; score max(own, combined)
 *     2. more than `threshold` of its children
 *        match, and at least `least` of them    → it, with the combined score
 *     3. else                                   → what was found below stands
 *
 *     combined = the sum of the scores below, at most `cap` times the highest
 *
 * The document itself is returned only when it matches, or all its children do.
 * Who is whose child is said by ids, never by how they are spelt.
 */
export interface MergeOptions {
  /** Share of the children that must be exceeded. */
  readonly threshold: number;
  readonly least: number;
  readonly cap: number;
  /** How scores below add up: the sum up to the cap, or the root of the sum of squares. */
  readonly combine: 'sum' | 'rss';
}

export const mergeDefaults: MergeOptions = { threshold: 0.5, least: 2, cap: 2, combine: 'sum' };

export interface Scored {
  readonly id: string;
  readonly score: number;
}

export interface Merged extends Scored {
  /** The hits that it stands for; itself, when it matched. */
  readonly from: readonly string[];
}

/** Parents by id; a root has none. Nodes that are not in it stand alone. */
export type Parents = ReadonlyMap<string, string | null>;

export function merge(hits: readonly Scored[], parents: Parents, options: MergeOptions = mergeDefaults): Merged[] {
  const own = new Map(hits.map((hit) => [hit.id, hit.score]));
  const children = childrenOf(parents);
  /** What is found in the subtree of each node that has been looked at. */
  const found = new Map<string, Merged[]>();
  for (const id of upwards(parents, children, own)) {
    const kids = children.get(id) ?? [];
    const below = kids.flatMap((kid) => found.get(kid) ?? []);
    for (const kid of kids) found.delete(kid);
    found.set(id, settle(id, own.get(id), kids, below, parents.get(id) == null, options));
  }
  const alone = hits.filter(({ id }) => !parents.has(id)).map(({ id, score }) => ({ id, score, from: [id] }));
  return [...[...found.values()].flat(), ...alone];
}

function settle(
  id: string,
  score: number | undefined,
  kids: readonly string[],
  below: readonly Merged[],
  isRoot: boolean,
  options: MergeOptions,
): Merged[] {
  const from = [...(score === undefined ? [] : [id]), ...below.flatMap((one) => one.from)];
  if (score !== undefined) return [{ id, score: Math.max(score, combined(below, options)), from }];
  const matched = below.filter((one) => kids.includes(one.id)).length;
  const enough = isRoot ? matched === kids.length : matched > options.threshold * kids.length;
  return enough && matched >= options.least ? [{ id, score: combined(below, options), from }] : [...below];
}

function combined(below: readonly Scored[], { cap, combine }: MergeOptions): number {
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

/** Every node with a hit in its subtree, children before their parents. A circle of parents is cut where it closes. */
function upwards(
  parents: Parents,
  children: ReadonlyMap<string, string[]>,
  own: ReadonlyMap<string, number>,
): string[] {
  const depth = new Map<string, number>();
  const touched = new Set<string>();
  for (const hit of own.keys()) {
    const path: string[] = [];
    for (let at: string | null | undefined = parents.has(hit) ? hit : undefined; at != null && parents.has(at); ) {
      if (path.includes(at)) break;
      path.push(at);
      at = parents.get(at);
    }
    path.reverse().forEach((id, i) => {
      touched.add(id);
      depth.set(id, Math.max(depth.get(id) ?? 0, i));
    });
  }
  return [...touched].sort(
    (a, b) => (depth.get(b) ?? 0) - (depth.get(a) ?? 0) || (children.has(a) ? 1 : 0) - (children.has(b) ? 1 : 0),
  );
}
