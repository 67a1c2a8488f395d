/** Chunks of somebody else's cutting, as an index keeps them: a text and its place, and the file's name and path. */
import { Placer } from '../chunk/place.js';
import { chunkTypes } from '../chunkRecord.js';
import { placePrefix } from '../enrich/prefix.js';
import { parse } from '../pipeline/chunk.js';
import type { PreparedSource } from '../store/store.js';
import { tokenizer } from '../text/tokens/index.js';
import { wordsOf } from '../text/words.js';
import type { Span } from '../types.js';
import type { EvalText } from './questions.js';

export async function spanChunks({ path, text }: EvalText, spans: readonly Span[]): Promise<PreparedSource> {
  const { source, parser } = await parse(text, { path });
  const counter = tokenizer('cl100k_base');
  const placer = new Placer(source);
  const names = placer.documentNames();
  const prefix = placePrefix({ ...names, filePath: path });
  const filled = spans.filter(({ start, end }) => text.slice(start, end).trim() !== '');
  const types = chunkTypes[parser.sourceType];
  const chunks = filled.map(({ start, end }, position) =>
    placer.place({
      start,
      body: start,
      end,
      id: () => `${source.docId}~${position + 1}`,
      parentId: null,
      sourceType: parser.sourceType,
      chunkType: types[types.length - 1],
      tokenCount: counter.count(text.slice(start, end)),
      names,
      depth: 0,
      position,
      partIndex: 1,
      partOf: 1,
      prefix,
      metadata: { tokenizer: counter.name },
    }),
  );
  const words = { name: wordsOf(names.name), path: wordsOf(path), headings: wordsOf(names.breadcrumb) };
  return {
    source: {
      docId: source.docId,
      tree: source.tree,
      path,
      kind: 'file',
      language: source.language,
      title: path,
      hash: source.hash(),
      recipe: 'eval',
      size: text.length,
      mtime: 0,
      ctime: 0,
      ino: 0,
      tokens: chunks.reduce((sum, { tokenCount }) => sum + tokenCount, 0),
      metadata: {},
    },
    chunks: chunks.map((chunk) => ({ chunk, words: { ...words, body: wordsOf(chunk.content) } })),
    units: [],
    references: [],
  };
}
