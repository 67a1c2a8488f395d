/** The contestants of code.mjs: LangChain's separators for a language, and LlamaIndex's splitter for code. */
import { extname } from 'node:path';
import { RecursiveCharacterTextSplitter } from '@langchain/textsplitters';
import { CodeSplitter } from '@llamaindex/node-parser/code';
import { separators } from '../build/eval/peers.js';
import { grammarFor, parsed } from './functions.mjs';
import { chonkie, froe, froeCounts, gptCounts, langchain, ours, plain, sentences, sizes } from './splitters.mjs';

/** @returns {import('./splitters.mjs').Splitter} */
function byLanguage(name, reads, lengthFunction) {
  const made = new Map();
  const splitterFor = (path) => {
    const language = separators.get(extname(path).toLowerCase());
    const splitter = made.get(language) ?? create(language, { ...sizes, lengthFunction });
    made.set(language, splitter);
    return langchain(name, reads, splitter);
  };
  return {
    name: `LangChain ${name}`,
    reads,
    cut: (text, path) => splitterFor(path).cut(text),
    chunks: (text, path) => splitterFor(path).chunks(text),
  };
}

const create = (language, options) =>
  language
    ? RecursiveCharacterTextSplitter.fromLanguage(language, options)
    : new RecursiveCharacterTextSplitter(options);

/**
 * LlamaIndex's splitter wants a parser, and gets the one froe uses. It measures
 * in characters only: its default of 1,500 is about 430 tokens of code. It
 * never frees a tree, so the one before is freed for it.
 */
function codeSplitter() {
  const made = new Map();
  const cut = async (text, path) => {
    const found = await grammarFor(path, text);
    if (!found) return [text];
    const splitter = made.get(found.parser) ?? new CodeSplitter({ getParser: () => tidy(found) });
    made.set(found.parser, splitter);
    return splitter.splitText(text);
  };
  return {
    name: 'LlamaIndex code, 1,500 characters, no counts',
    reads: 'all',
    cut,
    chunks: async (text, path) => (await cut(text, path)).map((chunk) => ({ text: chunk })),
  };
}

function tidy(grammar) {
  let last;
  return {
    parse(text) {
      last?.delete();
      last = parsed(grammar, text);
      return last;
    },
  };
}

/** @returns {Promise<import('./splitters.mjs').Splitter[]>} */
export const codeSplitters = async () => [
  ...ours(),
  froe('froe, no overlap, no grammar', { ...plain, strategy: 'delimited' }, false),
  codeSplitter(),
  byLanguage('by language, froe counts', 'all', froeCounts),
  byLanguage('by language, gpt-tokenizer counts', 'sample', gptCounts),
  await chonkie('froe counts', 'all', froeCounts),
  await chonkie('gpt-tokenizer counts', 'sample', gptCounts),
  sentences(),
];
