/** A small tree in memory, and its edges as lines: `app.py#run calls client.py#Client.send`. */
import { resolveAddress } from '../../src/engine/address.js';
import { symbolsAt } from '../../src/engine/graphPlaces.js';
import { Graph } from '../../src/graph/graph.js';
import { type GraphPlace, idOf } from '../../src/graph/place.js';
import { prepare } from '../../src/jobs/prepare.js';
import { SqliteStore } from '../../src/store/sqlite.js';
import type { PreparedSource, Store } from '../../src/store/store.js';
import { sha256 } from '../../src/text/hash.js';

export type Tree = Readonly<Record<string, string>>;

export async function preparedFile(path: string, text: string): Promise<PreparedSource> {
  const row = { tree: 'main', path, recipe: 'r', size: text.length, mtime: 1, hash: sha256(text) };
  const result = await prepare(Buffer.from(text), row, {});
  if (!('prepared' in result)) throw new Error('it was to be prepared');
  return result.prepared;
}

export async function storeOf(tree: Tree): Promise<Store> {
  const store = new SqliteStore(':memory:');
  const put = await Promise.all(Object.entries(tree).map(([path, text]) => preparedFile(path, text)));
  await store.write({ put });
  return store;
}

/** The places that a symbol names. */
export const placesNamed = async (store: Store, symbol: string): Promise<readonly GraphPlace[]> =>
  symbolsAt(store, await resolveAddress({ store, root: '/' }, symbol));

/** Every edge of the tree, by source and in source order. */
export async function edgesIn(store: Store): Promise<string[]> {
  const graph = await Graph.of(store);
  const lines: string[] = [];
  for (const [path, { docId }] of await store.sources('main'))
    for (const { from, to, verb, line } of [
      ...(await graph.callees({ docId })),
      // Edges inside one source are not among its callees; its units have them.
      ...(await ownEdges(graph, docId, await store.units(docId))),
    ])
      lines.push(`${path}:${line} ${short(idOf(from))} ${verb} ${short(idOf(to))}`);
  return lines;
}

async function ownEdges(graph: Graph, docId: string, units: Awaited<ReturnType<Store['units']>>) {
  const edges = [];
  for (const unit of units)
    for (const edge of await graph.callees({ docId, unit }))
      if (edge.to.docId === docId && edge.from.unit?.id === unit.id) edges.push(edge);
  return edges;
}

const short = (id: string): string => id.replace(/^main:/, '');

/** Edges without their lines, for trees where only who and whom matter. */
export async function edgesOf(tree: Tree): Promise<string[]> {
  const store = await storeOf(tree);
  const edges = (await edgesIn(store)).map((line) => line.replace(/^\S+ /, ''));
  await store.close();
  return edges;
}
