/**
 * The contestants of chunk.mjs, and how they are defined. Each cuts at 512 tokens of
 * cl100k_base, without overlap, with its fastest call; `chunks` does the same untimed and
 * also asks for positions, if the peer has them.
 */
import { RecursiveChunker } from '@chonkiejs/core';
import { RecursiveCharacterTextSplitter, TokenTextSplitter } from '@langchain/textsplitters';
import { SentenceSplitter } from '@llamaindex/core/node-parser';
import { Document } from '@llamaindex/core/schema';
import { countTokens, decode, encode } from 'gpt-tokenizer-4/encoding/cl100k_base';
import { Tiktoken } from 'js-tiktoken/lite';
import cl100k from 'js-tiktoken/ranks/cl100k_base';
import { chunk, tokenizer } from '../dist/index.js';

export const CAP = 512;
export const exact = tokenizer('cl100k_base');

/**
 * A chunk, and where it says it is: in code units, or by its lines, or neither.
 * What is drawn up and not cut out, an outline, is nowhere and covers nothing.
 * Context is embedded with the chunk, before its text.
 * @typedef {{ text: string, context?: string, start?: number, end?: number, from?: number, to?: number, drawn?: boolean }} Chunk
 *
 * @typedef {object} Splitter
 * @property {string} name
 * @property {'all' | 'sample'} reads slow ones get a share of the texts
 * @property {boolean} [overlaps] repeats text on purpose
 * @property {boolean} [rewrites] gives the text as it understood it, not as it stood
 * @property {(text: string, path: string) => unknown} cut
 * @property {(text: string, path: string) => Promise<Chunk[]>} chunks
 */

/** Chunks and nothing else, as the peers give them. */
export const plain = { overlap: 0, outlines: false, maxChars: Number.POSITIVE_INFINITY };
const asText = { disallowedSpecial: new Set() };
export const sizes = { chunkSize: CAP, chunkOverlap: 0 };
const scripted = new Tiktoken(cl100k);

/** @returns {Splitter} */
export function froe(name, options, overlaps) {
  const cut = (text, path) => chunk(text, { path, maxTokens: CAP, ...options });
  return {
    name,
    reads: 'all',
    overlaps,
    cut,
    chunks: async (text, path) =>
      (await cut(text, path)).chunks.map((chunk) => ({
        text: chunk.content,
        context: chunk.context,
        start: chunk.charStart,
        end: chunk.charEnd,
        from: chunk.startLine,
        to: chunk.endLine,
        drawn: chunk.synthetic,
      })),
  };
}

/** @returns {Splitter} */
export function langchain(name, reads, splitter) {
  return {
    name: `LangChain ${name}`,
    reads,
    cut: (text) => splitter.splitText(text),
    chunks: async (text) =>
      (await splitter.createDocuments([text])).map(({ pageContent, metadata }) => ({
        text: pageContent,
        ...metadata.loc.lines,
      })),
  };
}

export const froeCounts = (text) => exact.count(text);
export const gptCounts = (text) => countTokens(text, asText);
const recursive = (lengthFunction) => new RecursiveCharacterTextSplitter({ ...sizes, lengthFunction });

/** It would fetch this rank table from the network; here it is handed the one that js-tiktoken ships. */
function tokenWindows() {
  const splitter = new TokenTextSplitter({ ...sizes, encodingName: 'cl100k_base', disallowedSpecial: [] });
  splitter.tokenizer = scripted;
  return splitter;
}

/** @returns {Promise<Splitter>} */
export async function chonkie(name, reads, counts) {
  const counter = {
    countTokens: counts,
    encode: (text) => encode(text, asText),
    decodeBatch: (batch) => batch.map((tokens) => decode(tokens)),
  };
  const chunker = await RecursiveChunker.create({ chunkSize: CAP, tokenizer: counter });
  return {
    name: `chonkie recursive, ${name}`,
    reads,
    cut: (text) => chunker.chunk(text),
    chunks: async (text) =>
      (await chunker.chunk(text)).map((chunk) => ({ text: chunk.text, start: chunk.startIndex, end: chunk.endIndex })),
  };
}

/** @returns {Splitter} */
function llamaindex(name, tokenizerOption) {
  const splitter = new SentenceSplitter({ ...sizes, ...tokenizerOption });
  return {
    name: `LlamaIndex sentences, ${name}`,
    reads: 'sample',
    cut: (text) => splitter.splitText(text),
    chunks: async (text) =>
      (await splitter.getNodesFromDocuments([new Document({ text })])).map((node) => ({
        text: node.text,
        start: node.startCharIdx ?? -1,
        end: node.endCharIdx ?? -1,
      })),
  };
}

export const ours = () => [froe('froe, no overlap', plain, false), froe('froe, as it comes', {}, true)];

/** Only the length of what encode gives is looked at. */
export const sentences = () =>
  llamaindex('froe counts', { tokenizer: { encode: (text) => ({ length: exact.count(text) }) } });

/** @returns {Promise<Splitter[]>} */
export const splitters = async () => [
  ...ours(),
  langchain('recursive, froe counts', 'all', recursive(froeCounts)),
  langchain('recursive, gpt-tokenizer counts', 'sample', recursive(gptCounts)),
  langchain(
    'recursive, js-tiktoken counts',
    'sample',
    recursive((text) => scripted.encode(text, [], []).length),
  ),
  langchain('token windows', 'sample', tokenWindows()),
  await chonkie('froe counts', 'all', froeCounts),
  await chonkie('gpt-tokenizer counts', 'sample', gptCounts),
  sentences(),
  llamaindex('its own counts', {}),
];
