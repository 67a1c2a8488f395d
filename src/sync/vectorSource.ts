/** Makes the vectors of an index; and the model that the index then has. */
import { inShort } from '../checkArgument.js';
import { callable, flag, type ValueKind, whole, word } from '../config/kinds.js';
import { type CachedEmbedder, type Embedder, type EmbedderName, embedderName, specOf } from '../embed/index.js';
import { PREFIX_VERSION } from '../enrich/prefix.js';
import { FroeError } from '../errors.js';
import type { IndexModel, Store } from '../store/store.js';
import type { Diagnostic } from '../types.js';

export interface VectorSource extends Pick<CachedEmbedder, 'embedTexts'>, Partial<Pick<CachedEmbedder, 'missing'>> {
  readonly embedder: Embedder;
}

/** Wraps an embedder that is fast enough to need no cache. */
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
  uncachedSources.add(source);
  return source;
}

/** Vector sources without a cache. */
const uncachedSources = new WeakSet<VectorSource>();

/** The name of the embedder, so that a thread can make the same vectors; undefined if they must be made here. */
export const threadEmbedder = (vectors: VectorSource): EmbedderName | undefined =>
  uncachedSources.has(vectors) ? embedderName(vectors.embedder) : undefined;

/** The required fields of an embedder. A custom one may have more. */
const requiredFields = {
  id: word,
  dimensions: whole(1),
  prefixVersion: whole(0),
  maxTokens: whole(1),
  local: flag,
  embed: callable,
} satisfies Partial<Record<keyof Embedder, ValueKind<unknown>>>;

/** A custom embedder, or a vector source; refused if a field is missing. */
export function vectorSource(given: Embedder | VectorSource): VectorSource {
  const embedder: object = 'embedder' in given ? given.embedder : given;
  for (const [name, { takes, expected }] of Object.entries(requiredFields)) {
    const value: unknown = Reflect.get(embedder, name);
    if (takes(value)) continue;
    const problem = value === undefined ? `has no ${name}` : `has ${inShort(value)} as ${name}`;
    throw new FroeError(
      'bad-option',
      `The embedder ${problem}: it must be ${expected}`,
      `An embedder has ${Object.keys(requiredFields).join(', ')}.`,
    );
  }
  return 'embedder' in given ? given : uncached(given);
}

/** The prefix before a text has two parts: froe's, and the model's. The version covers both. */
export const indexModelOf = ({ embedder: { id, dimensions, prefixVersion } }: VectorSource): IndexModel => ({
  id,
  dimensions,
  prefixVersion: PREFIX_VERSION * 1000 + prefixVersion,
});

/**
 * Sets the model of an index. Another model is refused, unless replacing it was requested or it is only an earlier
 * version; before the vectors of a finished model are dropped, the new one must have made a vector. Returns a note if
 * an unfinished model was replaced.
 */
export async function useModelOf(
  store: Store,
  vectors: VectorSource,
  options: UseModelOptions = {},
): Promise<Diagnostic[]> {
  const model = indexModelOf(vectors);
  try {
    const dropped = await store.useModel(model);
    return dropped ? [droppedModelNote(dropped, model)] : [];
  } catch (error) {
    // Only now: an up-to-date index need not be asked for its state.
    const isOther = error instanceof FroeError && error.code === 'other-model';
    if (!isOther || !(options.replaceModel || mayReplaceModel(vectors, (await store.state()).model))) throw error;
    await vectors.embedder.embed([PROBE_TEXT], 'passage', options.signal);
    await store.useModel(model, true);
    return [];
  }
}

type UseModelOptions = { readonly replaceModel?: boolean; readonly signal?: AbortSignal | undefined };

/** A text to test whether a model answers. */
const PROBE_TEXT = 'froe';

const droppedModelNote = (before: IndexModel, now: IndexModel): Diagnostic => ({
  code: 'degraded',
  path: specOf(before.id),
  message: `replacing incomplete vectors: the model is now ${specOf(now.id)}`,
});

/** An earlier version of it; or itself with another prefix, if vectors cost nothing. */
export const mayReplaceModel = (
  { embedder: { id, dimensions, local, supersedes = [] } }: VectorSource,
  current: IndexModel | undefined,
): boolean =>
  current !== undefined &&
  (supersedes.includes(current.id) || (local && current.id === id && current.dimensions === dimensions));
