/** How much there is, in a few numbers. */
import type { State } from '../store.js';
import type { Statement } from './database.js';

export function countAll(prepare: (sql: string) => Statement): Omit<State, 'version' | 'model'> {
  const all = prepare(
    `SELECT (SELECT count(*) FROM sources) AS sources, (SELECT count(*) FROM chunks) AS chunks,
       (SELECT total(tokens) FROM sources) AS tokens,
       (SELECT page_count * page_size FROM pragma_page_count, pragma_page_size) AS bytes`,
  ).get();
  // In the order of the index, so that the vectors are walked through and not jumped about in.
  const texts = prepare(
    `SELECT count(*) AS all_of_them, total(v.hash IS NULL) AS pending
     FROM (SELECT DISTINCT embed_hash AS hash FROM chunks INDEXED BY chunks_offered_by_hash WHERE weight > 0) t
     LEFT JOIN vectors v ON v.hash = t.hash`,
  ).get();
  const pending = Number(texts?.pending);
  return {
    sources: Number(all?.sources),
    chunks: Number(all?.chunks),
    tokens: Number(all?.tokens),
    bytes: Number(all?.bytes),
    embedded: Number(texts?.all_of_them) - pending,
    pending,
  };
}
