/** The built-in model on one core: chunks of 200 tokens a second, milliseconds a question, and its start. */
import { embedNow } from '../build/embed/builtin.js';
import { tokenizer } from '../build/text/tokens/index.js';
import { corpora } from './corpus.mjs';
import { operation } from './operation.mjs';

const TOKENS = 200;
const CHUNKS = 2_000;
const questions = ['how is a damaged weight file reported', 'parse http headers', 'where are tokens counted exactly'];

async function measure(settings) {
  const chunks = chunksOf(corpora(settings));
  const started = performance.now();
  embedNow('warm', 'query');
  const loaded = performance.now() - started;
  const all = (texts, side) => () => {
    for (const text of texts) embedNow(text, side);
    return texts.length;
  };
  rate(all(chunks, 'passage'), settings.warmUp);
  const best = (work, seconds) => Math.max(...Array.from({ length: settings.rounds }, () => rate(work, seconds)));
  return [
    {
      title: 'The built-in model',
      columns: { 'chunks/s': 'number', 'tokens a chunk': 'number', 'ms a question': 'number', 'ms to load': 'number' },
      rows: [
        {
          'chunks/s': best(all(chunks, 'passage'), settings.warmUp),
          'tokens a chunk': TOKENS,
          'ms a question': 1000 / best(all(questions, 'query'), settings.warmUp / 2),
          'ms to load': loaded,
        },
      ],
      notes: ['One core, best of the rounds.'],
    },
  ];
}

/** Whole lines of real files, up to the first that makes them so many tokens. */
function chunksOf({ code, prose }) {
  const counter = tokenizer('cl100k_base');
  const chunks = [];
  for (const { text } of [...code, ...prose]) {
    let chunk = '';
    for (const line of text.split('\n')) {
      chunk += `${line}\n`;
      if (counter.count(chunk, TOKENS) < TOKENS) continue;
      chunks.push(chunk);
      chunk = '';
      if (chunks.length === CHUNKS) return chunks;
    }
  }
  return chunks;
}

function rate(work, seconds) {
  let done = 0;
  const from = performance.now();
  while (performance.now() - from < seconds * 1000) done += work();
  return done / ((performance.now() - from) / 1000);
}

await operation(measure);
