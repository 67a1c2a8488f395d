/** The whole flow compared with the minimum of any exact limit: counting the same texts once. */
import { size } from './corpus.mjs';

export function perCount(kind, texts, seconds) {
  return {
    texts: kind,
    MB: size(texts),
    'count MB/s': size(texts) / seconds.count / 1e6,
    'no overlap ÷ count': seconds['froe, no overlap: all'] / seconds.count,
    'as it comes ÷ count': seconds['froe, as it comes: all'] / seconds.count,
  };
}

/** @returns {import('./table.mjs').Table} */
export const perCountTable = (title, rows) => ({
  title,
  columns: {
    texts: 'text',
    MB: 'megabytes',
    'count MB/s': 'number',
    'no overlap ÷ count': 'times',
    'as it comes ÷ count': 'times',
  },
  rows,
  notes: [
    'Both by froe, in turn, in one process: chunk() over all texts, and count() over all texts, each at its best.',
  ],
});
