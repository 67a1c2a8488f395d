/**
 * froe in LangChain: a text splitter along the structure of the text, and a retriever over an index.
 *
 *     const documents = await new FroeTextSplitter({ maxTokens: 512 }).splitDocuments(loaded);
 *     const retriever = new FroeRetriever({ engine: await open('.'), limit: 5 });
 *
 * A document is a chunk: `pageContent` is its exact source, `id` its id, `metadata.loc.lines` its lines.
 */
import type { Document, DocumentInterface } from '@langchain/core/documents';
import type { BaseRetrieverInput } from '@langchain/core/retrievers';
import type { TextSplitterChunkHeaderOptions } from '@langchain/textsplitters';
import type { AskOptions, Engine } from '../engine/engine.js';
import { type Chunk, defaults, tokenizer } from '../index.js';
import { withForwardSlashes } from '../sources/jail.js';
import { chunkFacts, placeFacts } from './chunkFacts.js';
import { cutGivenText, type SplitOptions, textAt } from './givenText.js';
import { peerPackages } from './peerPackages.js';

export type { SplitOptions } from './givenText.js';

const [documents, retrievers, splitters] = await peerPackages(
  'froe/langchain',
  ['@langchain/core', '@langchain/textsplitters'],
  () =>
    Promise.all([
      import('@langchain/core/documents'),
      import('@langchain/core/retrievers'),
      import('@langchain/textsplitters'),
    ]),
);

type Metadata = Record<string, unknown>;

/** Metadata keys with the path: `source` by convention, `path` in some loaders. */
const PATHS = ['source', 'path', 'filePath'] as const;

export class FroeTextSplitter extends splitters.TextSplitter {
  readonly #options: SplitOptions;

  static override lc_name(): string {
    return 'FroeTextSplitter';
  }

  constructor(options: SplitOptions = {}) {
    const { maxTokens = defaults.maxTokens, overlap, tokenizer: counter = 'cl100k_base' } = options;
    const counting = typeof counter === 'string' ? tokenizer(counter) : counter;
    super({
      chunkSize: maxTokens,
      chunkOverlap: typeof overlap === 'number' ? Math.min(overlap, maxTokens - 1) : 0,
      lengthFunction: (text) => counting.count(text),
    });
    this.#options = options;
  }

  /** The texts of the chunks, in order. The format is set by `path` or `language` in the options. */
  async splitText(text: string): Promise<string[]> {
    return (await cutGivenText({ text }, this.#options)).map(({ content }) => content);
  }

  /** `metadata.source` names a text: its extension determines the format, and ids begin with it. */
  override async createDocuments(
    texts: string[],
    metadatas: Metadata[] = [],
    headers: TextSplitterChunkHeaderOptions = {},
  ): Promise<Document[]> {
    return this.#split(
      texts.map((text, i) => ({ pageContent: text, metadata: metadatas[i] ?? {} })),
      headers,
    );
  }

  override async splitDocuments(
    given: DocumentInterface[],
    headers: TextSplitterChunkHeaderOptions = {},
  ): Promise<Document[]> {
    return this.#split(given, headers);
  }

  async #split(given: readonly DocumentInterface[], headers: TextSplitterChunkHeaderOptions): Promise<Document[]> {
    const { chunkHeader = '', chunkOverlapHeader = "(cont'd) ", appendChunkOverlapHeader = false } = headers;
    const again = appendChunkOverlapHeader ? chunkOverlapHeader : '';
    const seen = new Map<string, number>();
    const split: Document[] = [];
    for (const { pageContent: text, metadata, id } of given) {
      const path = textAt(metadata, PATHS);
      const docId = id ?? (path === undefined ? undefined : unique(idOf(path, metadata, this.#options.tree), seen));
      const chunks = await cutGivenText({ text, path, docId, prefix: () => chunkHeader + again }, this.#options);
      for (const [i, chunk] of chunks.entries()) {
        const before = chunkHeader + (i === 0 ? '' : again);
        // Without a name, the chunks of all texts would have the same ids.
        split.push(documentOf(chunk, metadata, before, docId === undefined ? undefined : chunk.id));
      }
    }
    return split;
  }
}

export interface FroeRetrieverInput extends BaseRetrieverInput, Omit<AskOptions, 'merge' | 'signal'> {
  readonly engine: Engine;
}

/** The chunks that answer a query, best first, with `metadata.score`. The index is updated first. */
export class FroeRetriever extends retrievers.BaseRetriever {
  lc_namespace = ['froe', 'retrievers'];
  readonly #engine: Engine;
  readonly #asked: AskOptions;

  static override lc_name(): string {
    return 'FroeRetriever';
  }

  constructor({ engine, callbacks, tags, metadata, verbose, ...asked }: FroeRetrieverInput) {
    super({
      ...(callbacks === undefined ? {} : { callbacks }),
      ...(tags === undefined ? {} : { tags }),
      ...(metadata === undefined ? {} : { metadata }),
      ...(verbose === undefined ? {} : { verbose }),
    });
    this.#engine = engine;
    this.#asked = { ...asked, merge: false };
  }

  override async _getRelevantDocuments(query: string): Promise<Document[]> {
    const { results } = await this.#engine.search(query, this.#asked);
    return results.flatMap(({ chunks, score }) =>
      chunks.map((chunk) => documentOf(chunk, { source: chunk.filePath, score }, '', chunk.id)),
    );
  }
}

/** Given metadata is kept, except for the location of the chunk. */
function documentOf(chunk: Chunk, given: Metadata, before: string, id: string | undefined): Document {
  const { startLine: from, endLine: to } = chunk;
  const loc = typeof given.loc === 'object' ? given.loc : {};
  return new documents.Document({
    pageContent: before + chunk.content,
    metadata: { ...chunkFacts(chunk), ...given, ...placeFacts(chunk), loc: { ...loc, lines: { from, to } } },
    ...(id === undefined ? {} : { id }),
  });
}

/** `main:src/app.py`; for the third page of a file loaded by pages `main:report.pdf@3`. */
function idOf(path: string, { loc }: Metadata, tree = 'main'): string {
  const page = typeof loc === 'object' && loc !== null && 'pageNumber' in loc ? loc.pageNumber : undefined;
  return `${tree}:${withForwardSlashes(path)}${typeof page === 'number' && page > 1 ? `@${page}` : ''}`;
}

/** For a second text with the same name: `main:src/app.py@2`. */
function unique(id: string, seen: Map<string, number>): string {
  const times = (seen.get(id) ?? 0) + 1;
  seen.set(id, times);
  return times === 1 ? id : unique(`${id}@${times}`, seen);
}
