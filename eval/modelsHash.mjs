import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** Identifies the models that rank results: rows of a table that have another one were measured with others. */
export function modelsHash() {
  const hash = createHash('sha256');
  for (const name of ['froe.bin', 'query.bin', 'ranker.json', 'reader.bin'])
    hash.update(readFileSync(new URL(`../model/${name}`, import.meta.url)));
  return hash.digest('hex').slice(0, 8);
}
