/** The whole: text in, pieces out, at an exact cap of 512 tokens, beside the splitters people use. */
import { beside } from './beside.mjs';
import { corpora, size } from './corpus.mjs';
import { operation } from './operation.mjs';
import { splitters } from './splitters.mjs';

async function measure(settings) {
  const everyone = await splitters();
  const { prose, config } = corpora(settings);
  const tables = [];
  const ratios = [];
  for (const [kind, texts] of Object.entries({ prose, config })) {
    const { table, seconds } = await beside(kind, everyone, texts, { settings });
    tables.push(table);
    ratios.push({
      texts: kind,
      MB: size(texts),
      'count MB/s': size(texts) / seconds.count / 1e6,
      'no overlap ÷ count': seconds['froe, no overlap: all'] / seconds.count,
      'as it comes ÷ count': seconds['froe, as it comes: all'] / seconds.count,
    });
  }
  return [...tables, perTokenization(ratios)];
}

function perTokenization(rows) {
  return {
    title: 'The whole, as a multiple of counting the same texts once',
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
  };
}

await operation(measure);
