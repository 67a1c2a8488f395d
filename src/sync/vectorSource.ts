/** What makes the vectors of an index, and the model that index then has. */
import { inShort } from '../checkArgument.js';
import { callable, flag, type ValueKind, whole, word } from '../config/kinds.js';
import { type CachedEmbedder, type Embedder, type EmbedderName, embedderName, specOf } from '../embed/index.js';
import { PREFIX_VERSION } from '../enrich/prefix.js';
import { FroeError } from '../errors.js';
import type { IndexModel, Store } from '../store/store.js';
import type { Diagnostic } from '../types.js';

export type VectorSource = Pick<CachedEmbedder, 'embedder' | 'embedTexts'> & Partial<Pick<CachedEmbedder, 'missing'>>;

/** An embedder that needs no cache, because it is as fast as one. */
export function uncached(embedder: Embedder): VectorSource {
  const source: VectorSource = {
    embedder,
    embedTexts: (chunks, signal) =>
      embedder.embed(
        chunks.map(({ text }) => text),
        'passage',
        signal,
      ),
  };
  plain.add(source);
  return source;
}

/** Those that do nothing but ask their embedder. */
const plain = new WeakSet<VectorSource>();

/** What a thread makes the same vectors with; undefined where they must be made here. */
export const threadEmbedder = (vectors: VectorSource): EmbedderName | undefined =>
  plain.has(vectors) ? embedderName(vectors.embedder) : undefined;

/** What an embedder must have to be used. It may have more: it is somebody's own. */
const needed = {
  id: word,
  dimensions: whole(1),
  prefixVersion: whole(0),
  maxTokens: whole(1),
  local: flag,
  embed: callable,
} satisfies Partial<Record<keyof Embedder, ValueKind<unknown>>>;

/** Somebody's own embedder, or what was made of one; refused when it lacks something. */
export function vectorSource(given: Embedder | VectorSource): VectorSource {
  const own: object = 'embedder' in given ? given.embedder : given;
  for (const [name, { takes, expected }] of Object.entries(needed)) {
    const value: unknown = Reflect.get(own, name);
    if (takes(value)) continue;
    const what = value === undefined ? `has no ${name}` : `has ${inShort(value)} as ${name}`;
    throw new FroeError(
      'bad-option',
      `The embedder ${what}: it must be ${expected}`,
      `An embedder has ${Object.keys(needed).join(', ')}.`,
    );
  }
  return 'embedder' in given ? given : uncached(given);
}

/** Both of us put something before a text: what we put, and what the model wants. */
export const indexModelOf = ({ embedder: { id, dimensions, prefixVersion } }: VectorSource): IndexModel => ({
  id,
  dimensions,
  prefixVersion: PREFIX_VERSION * 1000 + prefixVersion,
});

/**
 * The model of an index from now on. Another one is refused, unless that is asked for, or is only an earlier version;
 * before the vectors of a finished one are dropped, the new one must have made a vector. Gives back what is worth
 * telling: that a try which never came to its end was given up.
 */
export async function useModelOf(store: Store, vectors: VectorSource, options: UseOptions = {}): Promise<Diagnostic[]> {
  const model = indexModelOf(vectors);
  try {
    const dropped = await store.useModel(model);
    return dropped ? [droppedModelNote(dropped, model)] : [];
  } catch (error) {
    // Asked only now: an index that is up to date need not say what it holds.
    const isOther = error instanceof FroeError && error.code === 'other-model';
    if (!isOther || !(options.replaceModel || mayReplaceModel(vectors, (await store.state()).model))) throw error;
    await vectors.embedder.embed([PROBE_TEXT], 'passage', options.signal);
    await store.useModel(model, true);
    return [];
  }
}

type UseOptions = { readonly replaceModel?: boolean; readonly signal?: AbortSignal | undefined };

/** A text to see whether a model answers. */
const PROBE_TEXT = 'froe';

const droppedModelNote = (before: IndexModel, now: IndexModel): Diagnostic => ({
  code: 'degraded',
  path: specOf(before.id),
  message: `replacing incomplete vectors: the model is now ${specOf(now.id)}`,
});

/** An earlier version of it; or itself with another text before a chunk, where making vectors costs nothing. */
export const mayReplaceModel = (
  { embedder: { id, dimensions, local, supersedes = [] } }: VectorSource,
  current: IndexModel | undefined,
): boolean =>
  current !== undefined &&
  (supersedes.includes(current.id) || (local && current.id === id && current.dimensions === dimensions));
