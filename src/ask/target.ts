/**
 * What somebody wants to read, in any of the ways in which answers name it:
 *
 *     src/app.py                  a file
 *     src/app.py:10-24            some lines of it, or one
 *     src/app.py#App.run          what it defines; `src/app.py#run` when only one is called so
 *     main:src/app.py#App.run~2   the id of a piece or of a unit
 *     art_0123456789ab            an artifact
 */
import { pathBelow } from '../sources/jail.js';
import type { SourceRow, Store } from '../store/store.js';
import type { Unit } from '../types.js';

export interface Target {
  readonly source: SourceRow;
  /** Lines, inclusive; none for all of it. */
  readonly lines?: readonly [from: number, to: number];
}

/** Undefined when the index has no such thing. A path that leads out of the root is refused. */
export async function targetOf(store: Store, root: string, named: string): Promise<Target | undefined> {
  const [chunk] = await store.chunks([named]);
  const holder = chunk && (await store.source(chunk.docId));
  if (holder) return { source: holder, lines: [chunk.startLine, chunk.endLine] };
  const whole = await sourceOf(store, root, named);
  if (whole) return { source: whole };
  const asked = /^(.+):(\d+)(?:-(\d+))?$/.exec(named);
  if (asked) {
    const source = await sourceOf(store, root, asked[1]);
    return source && { source, lines: [Number(asked[2]), Number(asked[3] ?? asked[2])] };
  }
  const hash = named.indexOf('#');
  const source = hash < 0 ? undefined : await sourceOf(store, root, named.slice(0, hash));
  const unit = source && unitCalled(await store.units(source.docId), source.docId, named.slice(hash + 1));
  return source && unit && { source, lines: [unit.startLine, unit.endLine] };
}

/** `src/app.py`, `./src/app.py` and `main:src/app.py` are all of one source. */
async function sourceOf(store: Store, root: string, named: string): Promise<SourceRow | undefined> {
  const known = await store.source(named);
  if (known) return known;
  const path = pathBelow(root, named.replace(/^main:/, ''));
  return path === '' ? undefined : store.source(`main:${path}`);
}

/** By its whole name, or by its last one. */
function unitCalled(units: readonly Unit[], docId: string, name: string): Unit | undefined {
  return units.find(({ id }) => id === `${docId}#${name}`) ?? units.find((unit) => unit.name === name);
}
