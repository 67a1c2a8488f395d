/** What makes the vectors of a run: opened for it, and closed after it, whatever happens. */
import { homedir } from 'node:os';
import type { Settings } from '../config/index.js';
import { cached, cacheFile, type Embedder, embedder, VectorCache } from '../embed/index.js';
import { uncached, type VectorSource } from '../sync/vectorSource.js';
import type { EmbedderFlags } from './placeFlags.js';
import { note } from './talk.js';

/** `what` gets none when only words are wanted. */
export async function usingVectors<T>(
  settings: Settings,
  { embed = true }: EmbedderFlags,
  what: (vectors?: VectorSource) => Promise<T>,
): Promise<T> {
  const chosen = embed ? embedderOf(settings) : undefined;
  if (!chosen || (embed === 'local' && !chosen.local)) return what();
  if (chosen.local) return what(uncached(chosen));
  const cache = new VectorCache(cacheFile(process.env, homedir()));
  try {
    return await what(cached(chosen, cache));
  } finally {
    cache.close();
    for (const diagnostic of cache.diagnostics) note(diagnostic);
  }
}

/** Undefined for `none`. Nothing is sent before it is used. */
export const embedderOf = ({ embedder: spec, baseUrl, dimensions, maxTokens }: Settings): Embedder | undefined =>
  embedder(spec, { env: process.env, baseUrl, dimensions, maxTokens });
