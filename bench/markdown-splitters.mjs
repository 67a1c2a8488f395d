/** The contestants of markdown.mjs. */
import { MarkdownTextSplitter } from '@langchain/textsplitters';
import { MarkdownNodeParser } from '@llamaindex/core/node-parser';
import { Document } from '@llamaindex/core/schema';
import { chunkdown } from 'chunkdown';
import { chonkie, froeCounts, gptCounts, langchain, ours, sizes } from './splitters.mjs';

const headings = (lengthFunction) => new MarkdownTextSplitter({ ...sizes, lengthFunction });

/** It cuts at headings and knows no size. */
function sections() {
  const parser = new MarkdownNodeParser();
  const cut = (text) => parser.getNodesFromDocuments([new Document({ text })]);
  return {
    name: 'LlamaIndex markdown, no cap',
    reads: 'all',
    cut,
    chunks: async (text) => (await cut(text)).map((node) => ({ text: node.text })),
  };
}

/** It measures in characters: 2,000 of markup are about 512 tokens. It writes the markup anew, as it understood it. */
function rewritten() {
  const splitter = chunkdown({ chunkSize: 1500, maxOverflowRatio: 1, maxRawSize: 2000 });
  return {
    name: 'chunkdown, 1,500 characters, no counts',
    reads: 'sample',
    rewrites: true,
    cut: (text) => splitter.split(text),
    chunks: async (text) => splitter.split(text).chunks.map((chunk) => ({ text: chunk.text })),
  };
}

/** @returns {Promise<import('./splitters.mjs').Splitter[]>} */
export const markdownSplitters = async () => [
  ...ours(),
  langchain('markdown, froe counts', 'all', headings(froeCounts)),
  langchain('markdown, gpt-tokenizer counts', 'sample', headings(gptCounts)),
  await chonkie('froe counts', 'all', froeCounts),
  await chonkie('gpt-tokenizer counts', 'sample', gptCounts),
  sections(),
  rewritten(),
];
