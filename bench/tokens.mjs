/** Counting tokens: froe compared with common counters, on the same texts. */
import { countTokens as gptCl100k, encode as gptEncodeCl100k } from 'gpt-tokenizer-4/encoding/cl100k_base';
import { encode as gptEncodeO200k, countTokens as gptO200k } from 'gpt-tokenizer-4/encoding/o200k_base';
import { Tiktoken } from 'js-tiktoken/lite';
import cl100k from 'js-tiktoken/ranks/cl100k_base';
import o200k from 'js-tiktoken/ranks/o200k_base';
import { get_encoding } from 'tiktoken';
import { tokenizer } from '../dist/index.js';
import { corpora, sample, size } from './corpus.mjs';
import { operation } from './operation.mjs';
import { race, time } from './race.mjs';

/** As text, like everybody else here: `<|endoftext|>` in a README is no command. */
const asText = { disallowedSpecial: new Set() };

const counters = {
  cl100k_base: {
    tiktoken: wasm('cl100k_base'),
    'gpt-tokenizer countTokens': (text) => gptCl100k(text, asText),
    'gpt-tokenizer encode': (text) => gptEncodeCl100k(text, asText).length,
    'js-tiktoken': plain(cl100k),
  },
  o200k_base: {
    tiktoken: wasm('o200k_base'),
    'gpt-tokenizer countTokens': (text) => gptO200k(text, asText),
    'gpt-tokenizer encode': (text) => gptEncodeO200k(text, asText).length,
    'js-tiktoken': plain(o200k),
  },
};

/** Of each corpus, for everyone. */
const SAMPLE = 200_000;
const QUICK_SAMPLE = 150_000;

/** Letters without a break. js-tiktoken is asked for the first only: it needs minutes for the second. */
const WORDS = [1_000, 16_000];
let state = 1;

function wasm(name) {
  const encoding = get_encoding(name);
  return (text) => encoding.encode_ordinary(text).length;
}

function plain(ranks) {
  const encoding = new Tiktoken(ranks);
  return (text) => encoding.encode(text, [], []).length;
}

async function measure(settings) {
  const { prose, config, code } = corpora(settings);
  const bytes = settings.quick ? QUICK_SAMPLE : SAMPLE;
  const samples = Object.entries({ prose, config, code }).map(([kind, texts]) => [kind, sample(texts, bytes)]);
  const tables = [];
  for (const [encoding, peers] of Object.entries(counters))
    tables.push(await realTexts(encoding, peers, samples, settings));
  return [...tables, await longWords(counters.cl100k_base, settings)];
}

async function realTexts(encoding, peers, samples, settings) {
  const ours = tokenizer(encoding);
  const all = { 'froe count': (text) => ours.count(text), 'froe ruler': (text) => ours.ruler(text), ...peers };
  const rows = {};
  const everything = samples.flatMap(([, texts]) => texts);
  for (const [name, count] of Object.entries(all)) {
    const seconds = await time(over(everything, count));
    rows[name] = { counter: name, 'first pass MB/s': size(everything) / seconds / 1e6 };
  }
  // These came second and found the cache of their own library filled: theirs is no first pass.
  for (const name of ['froe ruler', 'gpt-tokenizer encode']) delete rows[name]['first pass MB/s'];
  for (const [kind, texts] of samples) {
    const seconds = await race(
      Object.fromEntries(Object.entries(all).map(([name, count]) => [name, over(texts, count)])),
      settings,
    );
    for (const [name, best] of Object.entries(seconds)) {
      rows[name][`${kind} MB/s`] = size(texts) / best / 1e6;
      rows[name][`${kind} time`] = best / seconds['froe count'];
    }
  }
  for (const [name, count] of Object.entries(peers)) {
    rows[name]['counts differ'] = everything.filter(({ text }) => count(text) !== ours.count(text)).length;
  }
  const columns = samples.flatMap(([kind]) => [
    [`${kind} MB/s`, 'number'],
    [`${kind} time`, 'times'],
  ]);
  return {
    title: `Counting: ${encoding}`,
    columns: { counter: 'text', ...Object.fromEntries(columns), 'first pass MB/s': 'number', 'counts differ': 'count' },
    rows: Object.values(rows),
    notes: [
      `time: as a multiple of froe count. Texts: ${everything.length}, ${Math.round(size(everything) / 1000)} kB, none with a very long word.`,
      'first pass: the first time in this process that the counter sees these texts, nothing compiled or cached. counts differ: texts on which froe and the peer disagree.',
    ],
  };
}

function over(texts, count) {
  return { run: () => texts.forEach(({ text }) => void count(text)) };
}

/** What a minified file or an encoded picture does to a counter. */
async function longWords(peers, settings) {
  const ours = tokenizer('cl100k_base');
  const all = { 'froe count': (text) => ours.count(text), ...peers };
  const rows = Object.fromEntries(Object.keys(all).map((counter) => [counter, { counter }]));
  for (const length of WORDS) {
    const able = Object.entries(all).filter(([name]) => name !== 'js-tiktoken' || length === WORDS[0]);
    const seconds = await race(
      Object.fromEntries(able.map(([name, count]) => [name, newWord(length, count)])),
      settings,
    );
    for (const [name, best] of Object.entries(seconds)) {
      rows[name][`${length} letters, ms`] = best * 1000;
      rows[name][`${length} letters, time`] = best / seconds['froe count'];
    }
  }
  const columns = WORDS.flatMap((length) => [
    [`${length} letters, ms`, 'number'],
    [`${length} letters, time`, 'times'],
  ]);
  return {
    title: 'Counting: one long word, cl100k_base',
    columns: { counter: 'text', ...Object.fromEntries(columns) },
    rows: Object.values(rows),
    notes: ['Each time another word, so that none can be remembered.'],
  };
}

function newWord(length, count) {
  let text = '';
  return { prepare: () => (text = word(length)), run: () => count(text) };
}

/** A linear congruential generator: letters without meaning, the same in every run. */
function word(length) {
  return Array.from({ length }, () => {
    state = (state * 48271) % 2147483647;
    return String.fromCharCode(97 + (state % 26));
  }).join('');
}

await operation(measure);
