/** The whole: text in, pieces out, at an exact cap of 512 tokens, beside the splitters people use. */
import { corpora, sample, size } from './corpus.mjs';
import { judge, total } from './judge.mjs';
import { operation } from './operation.mjs';
import { race } from './race.mjs';
import { CAP, exact, splitters } from './splitters.mjs';

const SAMPLE = 300_000;
const QUICK_SAMPLE = 100_000;
/** One peer takes time that grows with the square of a text, so nobody's sample has a long one. */
const LONGEST_IN_SAMPLE = 60_000;

async function measure(settings) {
  const everyone = await splitters();
  const tables = [];
  const ratios = [];
  for (const [kind, texts] of Object.entries(corpora(settings))) {
    const contestants = everyone.filter(({ only }) => only === undefined || only === kind);
    const calm = texts.filter((text) => text.bytes <= LONGEST_IN_SAMPLE);
    const reads = { all: texts, sample: sample(calm, settings.quick ? QUICK_SAMPLE : SAMPLE) };
    const seconds = await timeAll(contestants, reads, settings.rounds);
    tables.push(await beside(kind, contestants, reads, seconds));
    ratios.push(besideOneCount(kind, texts, seconds));
  }
  return [...tables, perTokenization(ratios)];
}

/** Seconds by name; froe reads the sample too, so that a ratio is always one of the same texts. */
function timeAll(contestants, reads, rounds) {
  const runs = {};
  const [ours] = contestants;
  runs[`${ours.name}: sample`] = { run: () => cutAll(ours.cut, reads.sample) };
  for (const { name, reads: share, cut } of contestants) {
    runs[`${name}: ${share}`] = { run: () => cutAll(cut, reads[share]) };
  }
  runs.count = { run: () => reads.all.forEach(({ text }) => void exact.count(text)) };
  return race(runs, rounds);
}

async function cutAll(cut, texts) {
  for (const { text, path } of texts) await cut(text, path);
}

async function beside(kind, contestants, reads, seconds) {
  const rows = [];
  for (const splitter of contestants) {
    const { name, reads: share } = splitter;
    const texts = reads[share];
    const spent = seconds[`${name}: ${share}`];
    rows.push({
      splitter: name,
      'read MB': size(texts),
      'MB/s': size(texts) / spent / 1e6,
      'time ÷ froe': spent / seconds[`${contestants[0].name}: ${share}`],
      ...total(await judgeAll(splitter, texts)),
    });
  }
  return {
    title: `Cutting ${kind} at ${CAP} tokens`,
    columns: {
      splitter: 'text',
      'read MB': 'megabytes',
      'MB/s': 'number',
      'time ÷ froe': 'times',
      pieces: 'count',
      'mean tokens': 'number',
      'over the cap': 'percent',
      lost: 'percent',
      'place wrong': 'percent',
    },
    rows,
    notes: [
      `${reads.all.length} texts; slow peers read ${reads.sample.length} of them, none over ${LONGEST_IN_SAMPLE / 1000} kB. time ÷ froe: as a multiple of froe, no overlap, on the same texts.`,
      'over the cap: share of pieces. lost: share of visible characters in no piece. place wrong: share of pieces whose offsets or lines name another place.',
    ],
  };
}

async function judgeAll({ pieces, overlaps }, texts) {
  const verdicts = [];
  const rules = { cap: CAP, count: (text) => exact.count(text), overlaps };
  for (const { text, path } of texts) verdicts.push(judge(text, await pieces(text, path), rules));
  return verdicts;
}

function besideOneCount(kind, texts, seconds) {
  return {
    texts: kind,
    MB: size(texts),
    'count MB/s': size(texts) / seconds.count / 1e6,
    'no overlap ÷ count': seconds['froe, no overlap: all'] / seconds.count,
    'as it comes ÷ count': seconds['froe, as it comes: all'] / seconds.count,
  };
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
