/** froe/llamaindex against LlamaIndex itself. */
import { BaseEmbedding } from '@llamaindex/core/embeddings';
import { MockLLM } from '@llamaindex/core/llms/mock';
import { NodeParser } from '@llamaindex/core/node-parser';
import { getResponseSynthesizer } from '@llamaindex/core/response-synthesizers';
import { Document, MetadataMode, NodeRelationship, TextNode } from '@llamaindex/core/schema';
import fc from 'fast-check';
import { IngestionPipeline, RetrieverQueryEngine, Settings, VectorStoreIndex } from 'llamaindex';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FroeNodeParser, FroeNodeRetriever } from '../../src/adapters/llamaindex.js';
import { embedder } from '../../src/embed/index.js';
import { type Engine, open } from '../../src/engine/engine.js';
import { tokenizer } from '../../src/index.js';
import { folder } from '../folder.js';
import { mixture } from './mixtures.js';

const guide = '# Guide\n\nSplit wood.\n\n## Tools\n\nA froe and a club.\n\n## Tools\n\nA froe and a club.\n';
const service = 'def oak():\n    return 1\n\n\ndef elm():\n    return oak()\n';

/** The model in the package, as LlamaIndex asks for vectors. */
class Builtin extends BaseEmbedding {
  readonly #model = embedder('builtin', {});

  // biome-ignore lint/complexity/noUselessConstructor: theirs is protected
  constructor() {
    super();
  }

  async getTextEmbedding(text: string): Promise<number[]> {
    const [vector] = (await this.#model?.embed([text], 'passage')) ?? [];
    return [...vector];
  }
}

describe('FroeNodeParser', () => {
  it('returns nodes that are exact slices of their document and fit with everything embedded', async () => {
    const count = (text: string): number => tokenizer('cl100k_base').count(text);
    await fc.assert(
      fc.asyncProperty(mixture, fc.integer({ min: 80, max: 200 }), async ({ path, text }, maxTokens) => {
        const document = new Document({ text, id_: 'doc', metadata: { file_path: path, topic: 'wood' } });
        const nodes = await new FroeNodeParser({ maxTokens }).getNodesFromDocuments([document]);
        for (const [i, node] of nodes.entries()) {
          expect([node.startCharIdx, node.endCharIdx]).toEqual([expect.any(Number), expect.any(Number)]);
          expect(text.slice(node.startCharIdx, node.endCharIdx)).toBe(node.text);
          expect(count(node.getContent(MetadataMode.EMBED))).toBeLessThanOrEqual(maxTokens);
          expect(node.sourceNode?.nodeId).toBe('doc');
          expect(node.prevNode?.nodeId).toBe(nodes[i - 1]?.id_);
          expect(node.nextNode?.nodeId).toBe(nodes[i + 1]?.id_);
          expect(node.metadata).toMatchObject({ file_path: path, topic: 'wood' });
        }
        expect(new Set(nodes.map(({ id_ }) => id_)).size).toBe(nodes.length);
        expect(nodes.length > 0).toBe(text.replaceAll('\ufeff', '').trim() !== '');
      }),
      { numRuns: 60 },
    );
  });

  it('locates a text that occurs twice in its document', async () => {
    const document = new Document({ text: guide, id_: 'g', metadata: { file_name: 'guide.md' } });
    const parser = new FroeNodeParser({ maxTokens: 40, granularity: 'node' });
    expect(parser).toBeInstanceOf(NodeParser);
    const twice = (await parser.getNodesFromDocuments([document])).filter(({ text }) => text.includes('club'));
    expect(twice.map(({ startCharIdx }) => startCharIdx)).toEqual([
      guide.indexOf('## Tools'),
      guide.lastIndexOf('## Tools'),
    ]);
    expect(twice.map(({ id_ }) => id_)).toEqual(['g#tools', 'g#tools-1']);
    const [{ metadata }] = twice;
    expect(metadata).toMatchObject({ startLine: 5, endLine: 8, headers: { h1: 'Guide', h2: 'Tools' } });
  });

  it('shows a model the location of a text, but not its counts', async () => {
    const document = new Document({ text: guide, metadata: { file_name: 'guide.md', secret: 'x' } });
    document.excludedLlmMetadataKeys.push('secret');
    const nodes = await new FroeNodeParser({ granularity: 'node' }).getNodesFromDocuments([document]);
    const shown = nodes.find(({ text }) => text.includes('club'))?.getContent(MetadataMode.LLM);
    expect(shown).toBe('breadcrumb: > Guide › Tools\nfile_name: guide.md\n\n## Tools\n\nA froe and a club.');
  });

  it("runs in LlamaIndex's pipeline, with vectors, and queries the index", async () => {
    const embedModel = new Builtin();
    const pipeline = new IngestionPipeline({ transformations: [new FroeNodeParser({ maxTokens: 60 }), embedModel] });
    const documents = [
      new Document({ text: guide, id_: 'guide', metadata: { file_path: 'guide.md' } }),
      new Document({ text: service, id_: 'service', metadata: { file_path: 'service.py' } }),
    ];
    const nodes = await pipeline.run({ documents });
    expect(nodes.length).toBeGreaterThan(1);
    expect(nodes.every((node) => node.getEmbedding().length > 0)).toBe(true);
    await Settings.withEmbedModel(embedModel, async () => {
      const index = await VectorStoreIndex.init({ nodes });
      const [best] = await index.asRetriever({ similarityTopK: 1 }).retrieve('a club and a froe');
      expect(best.node).toBeInstanceOf(TextNode);
      expect(best.node.relationships[NodeRelationship.SOURCE]).toMatchObject({ nodeId: 'guide' });
    });
  });
});

describe('FroeNodeRetriever', () => {
  const files: Readonly<Record<string, string>> = { 'oak.py': service, 'guide.md': guide };
  let engine: Engine;
  beforeAll(async () => {
    engine = await open(folder(files), { index: ':memory:', sync: { cut: { granularity: 'node', minTokens: 0 } } });
  });
  afterAll(() => engine.close());

  it('returns nodes with scores, locations and relationships', async () => {
    const found = await new FroeNodeRetriever(engine, { filter: { languages: ['python'] } }).retrieve('elm');
    const [{ node, score }] = found;
    if (!(node instanceof TextNode)) throw new Error('it is a text');
    expect(score).toBeGreaterThan(0);
    expect(node.id_).toBe('main:oak.py#elm');
    expect(service.slice(node.startCharIdx, node.endCharIdx)).toBe(node.text);
    expect(node.metadata).toMatchObject({ file_path: 'oak.py', startLine: 5, name: 'elm' });
    expect([node.sourceNode?.nodeId, node.prevNode?.nodeId]).toEqual(['main:oak.py', 'main:oak.py#oak']);
    expect(node.nextNode).toBeUndefined();
  });

  it("answers in LlamaIndex's query engine", async () => {
    const llm = new MockLLM({ responseMessage: 'With a club.' });
    const synthesizer = getResponseSynthesizer('compact', { llm });
    const engineOfTheirs = new RetrieverQueryEngine(new FroeNodeRetriever(engine, { limit: 2 }), synthesizer);
    const { response, sourceNodes } = await engineOfTheirs.query({ query: 'how is wood split with a club?' });
    expect(response).toBe('With a club.');
    expect(sourceNodes?.[0].node.metadata).toMatchObject({ file_path: 'guide.md' });
  });
});
