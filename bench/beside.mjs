/**
 * Splitters compared on the same texts: time as a multiple of froe's, and what happened to
 * the text. Slow ones read a sample, and froe reads the same one, so that a ratio is
 * always of the same texts.
 */
import { sample, size } from './corpus.mjs';
import { judge, total } from './judge.mjs';
import { race } from './race.mjs';
import { CAP, exact } from './splitters.mjs';

const SAMPLE = 200_000;
const QUICK_SAMPLE = 100_000;
/** One peer takes quadratic time, so no sample has a long text. */
const LONGEST_IN_SAMPLE = 60_000;

/**
 * @typedef {import('./corpus.mjs').Text} Text
 * @typedef {import('./splitters.mjs').Chunk} Chunk
 *
 * @typedef {object} Faults what a kind of text can suffer besides loss
 * @property {Record<string, import('./table.mjs').Format>} columns
 * @property {(text: Text, chunks: Chunk[]) => Promise<Record<string, number>> | Record<string, number>} of counts, to be summed
 * @property {(sums: Record<string, number>) => Record<string, number>} shares
 * @property {string} note
 */

/**
 * @param {string} kind
 * @param {import('./splitters.mjs').Splitter[]} splitters froe first
 * @param {Text[]} texts
 * @param {{ settings: import('./operation.mjs').Settings, faults?: Faults, also?: Record<string, import('./race.mjs').Contestant> }} how
 */
export async function beside(kind, splitters, texts, { settings, faults, also = {} }) {
  const calm = texts.filter((text) => text.bytes <= LONGEST_IN_SAMPLE);
  const reads = { all: texts, sample: sample(calm, settings.quick ? QUICK_SAMPLE : SAMPLE) };
  const seconds = await timeAll(splitters, reads, also, settings);
  const rows = [];
  for (const splitter of splitters) {
    const { name, reads: share } = splitter;
    const spent = seconds[`${name}: ${share}`];
    rows.push({
      splitter: name,
      'read MB': size(reads[share]),
      'MB/s': size(reads[share]) / spent / 1e6,
      'time ÷ froe': spent / seconds[`${splitters[0].name}: ${share}`],
      ...(await judgeAll(splitter, reads[share], faults)),
    });
  }
  return { seconds, table: tableOf(kind, rows, reads, faults) };
}

function timeAll(splitters, reads, also, settings) {
  const runs = {};
  const [ours] = splitters;
  runs[`${ours.name}: sample`] = { run: () => cutAll(ours.cut, reads.sample) };
  for (const { name, reads: share, cut } of splitters) {
    runs[`${name}: ${share}`] = { run: () => cutAll(cut, reads[share]) };
  }
  runs.count = { run: () => reads.all.forEach(({ text }) => void exact.count(text)) };
  return race({ ...runs, ...also }, settings);
}

async function cutAll(cut, texts) {
  for (const { text, path } of texts) await orNothing(cut, text, path);
}

async function judgeAll({ chunks, overlaps, rewrites }, texts, faults) {
  const verdicts = [];
  const sums = {};
  const rules = { cap: CAP, count: (text) => exact.count(text), overlaps, rewrites };
  for (const text of texts) {
    const made = (await orNothing(chunks, text.text, text.path)) ?? [];
    verdicts.push(judge(text.text, made, rules));
    for (const [name, count] of Object.entries((await faults?.of(text, made)) ?? {}))
      sums[name] = (sums[name] ?? 0) + count;
  }
  return { ...total(verdicts), ...faults?.shares(sums) };
}

/** A splitter that throws on a text has no chunks of it, and the text is lost: `<|endoftext|>` in a README is enough for some. */
async function orNothing(cut, text, path) {
  try {
    return await cut(text, path);
  } catch {
    return undefined;
  }
}

/** @returns {import('./table.mjs').Table} */
function tableOf(kind, rows, reads, faults) {
  return {
    title: `Cutting ${kind} at ${CAP} tokens`,
    columns: {
      splitter: 'text',
      'read MB': 'megabytes',
      'MB/s': 'number',
      'time ÷ froe': 'times',
      chunks: 'count',
      'mean tokens': 'number',
      'over the cap': 'percent',
      lost: 'percent',
      'place wrong': 'percent',
      ...faults?.columns,
    },
    rows,
    notes: [
      `${reads.all.length} texts; slow peers read ${reads.sample.length} of them, none over ${LONGEST_IN_SAMPLE / 1000} kB. time ÷ froe: as a multiple of froe, no overlap, on the same texts.`,
      'over the cap: share of chunks. lost: share of visible characters in no chunk; of words, for one that writes the text anew. place wrong: share of chunks whose offsets or lines name another place.',
      ...(faults ? [faults.note] : []),
    ],
  };
}
