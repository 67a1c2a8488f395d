/**
 * froe in LlamaIndex: a node parser along the structure of the text, and a retriever over an index.
 *
 *     const nodes = await new FroeNodeParser({ maxTokens: 512 }).getNodesFromDocuments(documents);
 *     const retriever = new FroeNodeRetriever(await open('.'), { limit: 5 });
 *
 * A node is a chunk: `text` is its exact source, [startCharIdx, endCharIdx) its range, `id_` its id; its relationships
 * lead to the document and to the nodes before and after it.
 */
import type { QueryBundle } from '@llamaindex/core/query-engine';
import type { NodeWithScore, RelatedNodeInfo, TextNode, TextNodeParams } from '@llamaindex/core/schema';
import type { AskOptions, Engine } from '../engine/engine.js';
import type { Chunk, Prefix } from '../index.js';
import { chunkFacts, placeFacts } from './chunkFacts.js';
import { cutGivenText, type SplitOptions, textAt } from './givenText.js';
import { peerPackages } from './peerPackages.js';

export type { SplitOptions } from './givenText.js';

const [parsers, retrievers, schema, utils] = await peerPackages('froe/llamaindex', ['@llamaindex/core'], () =>
  Promise.all([
    import('@llamaindex/core/node-parser'),
    import('@llamaindex/core/retriever'),
    import('@llamaindex/core/schema'),
    import('@llamaindex/core/utils'),
  ]),
);
const { MetadataMode, NodeRelationship } = schema;

/** Metadata keys with the path, by reader. */
const PATHS = ['file_path', 'file_name', 'path', 'source'] as const;

/** All other metadata of froe is not written before a text that is embedded or shown to a model. */
const EMBEDDED = ['breadcrumb', 'context'];

export class FroeNodeParser extends parsers.NodeParser<Promise<TextNode[]>> {
  readonly #options: SplitOptions;

  constructor(options: SplitOptions = {}) {
    super();
    this.#options = options;
  }

  protected async parseNodes(documents: TextNode[]): Promise<TextNode[]> {
    const nodes: TextNode[] = [];
    for (const document of documents) {
      const { text, id_: docId, metadata } = document;
      const given = { text, docId, path: textAt(metadata, PATHS), prefix: embeddedBefore(document) };
      for (const chunk of await cutGivenText(given, this.#options)) nodes.push(nodeOf(chunk, document));
    }
    return nodes;
  }

  /** Adds neighbours and the metadata of documents; the range of a node is known and need not be searched. */
  protected override postProcessParsedNodes(nodes: TextNode[], documents: Map<string, TextNode>): TextNode[] {
    const places = nodes.map(({ startCharIdx, endCharIdx }) => ({ startCharIdx, endCharIdx }));
    super.postProcessParsedNodes(nodes, documents);
    for (const [i, place] of places.entries()) Object.assign(nodes[i], place);
    return nodes;
  }
}

/** Everything that is embedded counts towards the limit, including the metadata above the text. */
function embeddedBefore({ metadata, excludedEmbedMetadataKeys }: TextNode): Prefix {
  return ({ breadcrumb }) => {
    const above = new schema.TextNode({
      metadata: { breadcrumb, context: '', ...metadata },
      excludedEmbedMetadataKeys,
    });
    return `${above.getMetadataStr(MetadataMode.EMBED)}\n\n`;
  };
}

function nodeOf(chunk: Chunk, document: TextNode): TextNode {
  const { metadataSeparator, textTemplate } = document;
  const metadata = metadataOf(chunk);
  const hidden = Object.keys(metadata).filter((key) => !EMBEDDED.includes(key) && !(key in document.metadata));
  return textNode(chunk, {
    metadata,
    metadataSeparator,
    textTemplate,
    excludedEmbedMetadataKeys: [...document.excludedEmbedMetadataKeys, ...hidden],
    excludedLlmMetadataKeys: [...document.excludedLlmMetadataKeys, ...hidden],
    relationships: { [NodeRelationship.SOURCE]: document.asRelatedNodeInfo() },
  });
}

function textNode({ id, content, charStart, charEnd }: Chunk, more: TextNodeParams): TextNode {
  const node = new schema.TextNode({ ...more, id_: id, text: content });
  // The constructor takes 0 as unset.
  return Object.assign(node, { startCharIdx: charStart, endCharIdx: charEnd });
}

function metadataOf(chunk: Chunk): Record<string, unknown> {
  const { startLine, endLine } = chunk;
  return { ...chunkFacts(chunk), ...placeFacts(chunk), startLine, endLine };
}

/** The chunks that answer a query, best first. The index is updated first. */
export class FroeNodeRetriever extends retrievers.BaseRetriever {
  readonly #engine: Engine;
  readonly #asked: AskOptions;

  constructor(engine: Engine, asked: Omit<AskOptions, 'merge' | 'signal'> = {}) {
    super();
    this.#engine = engine;
    this.#asked = { ...asked, merge: false };
  }

  async _retrieve({ query }: QueryBundle): Promise<NodeWithScore[]> {
    const { results } = await this.#engine.search(utils.extractText(query), this.#asked);
    return Promise.all(
      results.flatMap(({ chunks, score }) => chunks.map(async (chunk) => ({ node: await this.#nodeOf(chunk), score }))),
    );
  }

  async #nodeOf(chunk: Chunk): Promise<TextNode> {
    const { docId, filePath } = chunk;
    const metadata = { file_path: filePath, ...metadataOf(chunk) };
    const hidden = Object.keys(metadata).filter((key) => key !== 'file_path' && !EMBEDDED.includes(key));
    const order = (await this.#engine.store.chunkPlaces(docId)).filter(({ synthetic }) => !synthetic);
    const at = order.findIndex(({ id }) => id === chunk.id);
    const related = (nodeId: string): RelatedNodeInfo => ({ nodeId, metadata: {} });
    const [before, after] = at < 0 ? [] : [order[at - 1], order[at + 1]];
    return textNode(chunk, {
      metadata,
      excludedEmbedMetadataKeys: hidden,
      excludedLlmMetadataKeys: hidden,
      relationships: {
        [NodeRelationship.SOURCE]: related(docId),
        ...(before ? { [NodeRelationship.PREVIOUS]: related(before.id) } : {}),
        ...(after ? { [NodeRelationship.NEXT]: related(after.id) } : {}),
      },
    });
  }
}
