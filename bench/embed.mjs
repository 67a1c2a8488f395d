/** The built-in model on one core: pieces of 200 tokens a second, milliseconds a question, and its start. */
import { embedNow } from '../build/embed/builtin.js';
import { tokenizer } from '../build/text/tokens/index.js';
import { corpora } from './corpus.mjs';
import { operation } from './operation.mjs';

const TOKENS = 200;
const PIECES = 2_000;
const questions = ['how is a damaged weight file reported', 'parse http headers', 'where are tokens counted exactly'];

async function measure(settings) {
  const pieces = piecesOf(corpora(settings));
  const started = performance.now();
  embedNow('warm', 'query');
  const loaded = performance.now() - started;
  const all = (texts, side) => () => {
    for (const text of texts) embedNow(text, side);
    return texts.length;
  };
  rate(all(pieces, 'passage'), settings.warmUp);
  const best = (work, seconds) => Math.max(...Array.from({ length: settings.rounds }, () => rate(work, seconds)));
  return [
    {
      title: 'The built-in model',
      columns: { 'pieces/s': 'number', 'tokens a piece': 'number', 'ms a question': 'number', 'ms to load': 'number' },
      rows: [
        {
          'pieces/s': best(all(pieces, 'passage'), settings.warmUp),
          'tokens a piece': TOKENS,
          'ms a question': 1000 / best(all(questions, 'query'), settings.warmUp / 2),
          'ms to load': loaded,
        },
      ],
      notes: ['One core, best of the rounds.'],
    },
  ];
}

/** Whole lines of real files, up to the first that makes them so many tokens. */
function piecesOf({ code, prose }) {
  const counter = tokenizer('cl100k_base');
  const pieces = [];
  for (const { text } of [...code, ...prose]) {
    let piece = '';
    for (const line of text.split('\n')) {
      piece += `${line}\n`;
      if (counter.count(piece, TOKENS) < TOKENS) continue;
      pieces.push(piece);
      piece = '';
      if (pieces.length === PIECES) return pieces;
    }
  }
  return pieces;
}

function rate(work, seconds) {
  let done = 0;
  const from = performance.now();
  while (performance.now() - from < seconds * 1000) done += work();
  return done / ((performance.now() - from) / 1000);
}

await operation(measure);
