/** How much there is, in a few numbers. */
import type { State } from '../store.js';
import type { Prepare } from './database.js';

export function countAll(prepare: Prepare): Omit<State, 'version' | 'model' | 'writtenAt'> {
  const all = prepare(
    `SELECT (SELECT count(*) FROM sources) AS sources, (SELECT count(*) FROM chunks) AS chunks,
       (SELECT count(*) FROM chunks INDEXED BY chunks_never_offered WHERE weight <= 0) AS never,
       (SELECT total(length(entries) / size) FROM sign_blocks) AS embedded, (SELECT total(tokens) FROM sources) AS tokens,
       (SELECT page_count * page_size FROM pragma_page_count, pragma_page_size) AS bytes`,
  ).get();
  const embedded = Number(all?.embedded);
  return {
    sources: Number(all?.sources),
    chunks: Number(all?.chunks),
    tokens: Number(all?.tokens),
    bytes: Number(all?.bytes),
    embedded,
    pending: Number(all?.chunks) - Number(all?.never) - embedded,
  };
}
