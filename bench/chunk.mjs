/** The whole flow: text in, chunks out, at an exact limit of 512 tokens, compared with common splitters. */
import { beside } from './beside.mjs';
import { corpora } from './corpus.mjs';
import { operation } from './operation.mjs';
import { perCount, perCountTable } from './per-count.mjs';
import { splitters } from './splitters.mjs';

async function measure(settings) {
  const everyone = await splitters();
  const { prose, config } = corpora(settings);
  const tables = [];
  const ratios = [];
  for (const [kind, texts] of Object.entries({ prose, config })) {
    const { table, seconds } = await beside(kind, everyone, texts, { settings });
    tables.push(table);
    ratios.push(perCount(kind, texts, seconds));
  }
  return [...tables, perCountTable('The whole, as a multiple of counting the same texts once', ratios)];
}

await operation(measure);
