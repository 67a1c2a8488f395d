/** What the package has compressed, to a quarter and a third of its size: the ranker's trees, and the thesaurus. The others are not text. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';

const folder = new URL('../data/', import.meta.url);
mkdirSync(folder, { recursive: true });
for (const [name, path] of Object.entries({ ranker: 'model/ranker.json', thesaurus: 'train/thesaurus.txt' }))
  writeFileSync(
    new URL(`${name}.br`, folder),
    brotliCompressSync(readFileSync(new URL(`../${path}`, import.meta.url))),
  );
