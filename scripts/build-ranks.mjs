/**
 * Turns the published rank tables into the compact form that ranks.ts reads:
 * tokens in rank order, each as one length byte and its bytes. A rank without a
 * token (there are a few) has length 0.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import cl100k from 'js-tiktoken/ranks/cl100k_base';
import o200k from 'js-tiktoken/ranks/o200k_base';

const encodings = { cl100k_base: cl100k, o200k_base: o200k };
const folder = new URL('../data/', import.meta.url);
mkdirSync(folder, { recursive: true });

for (const [name, { bpe_ranks }] of Object.entries(encodings)) {
  const tokens = [];
  // A line is "! firstRank token token …": consecutive ranks from the first one on.
  for (const line of bpe_ranks.split('\n')) {
    const [, first, ...encoded] = line.split(' ');
    encoded.forEach((token, i) => {
      tokens[Number(first) + i] = Buffer.from(token, 'base64');
    });
  }
  const parts = Array.from(tokens, (token) =>
    Buffer.concat([Buffer.from([token?.length ?? 0]), token ?? Buffer.alloc(0)]),
  );
  writeFileSync(new URL(`${name}.ranks`, folder), Buffer.concat(parts));
}
