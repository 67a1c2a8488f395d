import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** Identifies the models that rank results: rows of a table that have another one were measured with others. */
export function modelsHash() {
  const hash = createHash('sha256');
  for (const name of [
    'model/froe.bin',
    'model/query.bin',
    'model/passages.bin',
    'model/ranker.json',
    'train/thesaurus.txt',
    'model/reader.bin',
    'model/biencoder.bin',
  ])
    hash.update(readFileSync(new URL(`../${name}`, import.meta.url)));
  return hash.digest('hex').slice(0, 8);
}
