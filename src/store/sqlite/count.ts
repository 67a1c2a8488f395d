/** How much there is, in a few numbers. */
import { hiddenSql, type Sensitivity } from '../sensitivity.js';
import type { IndexState } from '../store.js';
import type { Prepare } from './database.js';

type FileCounts = Omit<IndexState, 'version' | 'model' | 'writtenAt'>;

/** What is above the limit is not counted. */
export function countIndex(prepare: Prepare, most: Sensitivity | undefined): FileCounts {
  const all = countedIn(prepare);
  const above = hiddenSql(most);
  if (above === '') return all;
  const less = countedAbove(prepare, above);
  return {
    bytes: all.bytes,
    sources: all.sources - less.sources,
    chunks: all.chunks - less.chunks,
    tokens: all.tokens - less.tokens,
    embedded: all.embedded - less.embedded,
    pending: all.pending - less.pending,
  };
}

function countedAbove(prepare: Prepare, above: string): Omit<FileCounts, 'bytes'> {
  const ours = `FROM sources s WHERE true${above}`;
  const chunks = `FROM chunks c WHERE c.source IN (SELECT s.id ${ours})`;
  const offered = `${chunks} AND c.weight > 0`;
  const embedded = 'EXISTS (SELECT 1 FROM vectors v WHERE v.hash = c.embed_hash)';
  const row = prepare(
    `SELECT (SELECT count(*) ${ours}) AS sources, (SELECT total(s.tokens) ${ours}) AS tokens,
       (SELECT count(*) ${chunks}) AS chunks, (SELECT count(*) ${offered} AND ${embedded}) AS embedded,
       (SELECT count(*) ${offered} AND NOT ${embedded}) AS pending`,
  ).get();
  return {
    sources: Number(row?.sources),
    chunks: Number(row?.chunks),
    tokens: Number(row?.tokens),
    embedded: Number(row?.embedded),
    pending: Number(row?.pending),
  };
}

function countedIn(prepare: Prepare): FileCounts {
  const all = prepare(
    `SELECT (SELECT count(*) FROM sources) AS sources, (SELECT count(*) FROM chunks) AS chunks,
       (SELECT count(*) FROM chunks INDEXED BY chunks_not_searchable WHERE weight <= 0) AS never,
       (SELECT total(length(entries) / size) FROM binary_codes) AS embedded, (SELECT total(tokens) FROM sources) AS tokens,
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
