/**
 * Where the chunks of a text stand that come without their places: each is
 * looked for from where the one before began. One that was written anew, and
 * stands nowhere, is left out: nobody could be led to it.
 */
import type { Span } from '../types.js';

export function locateChunks(text: string, chunks: readonly string[]): Span[] {
  const spans: Span[] = [];
  let from = 0;
  for (const chunk of chunks) {
    const bare = chunk.trim();
    if (bare === '') continue;
    const start = text.indexOf(bare, from);
    if (start < 0) continue;
    spans.push({ start, end: start + bare.length });
    from = start + 1;
  }
  return spans;
}
