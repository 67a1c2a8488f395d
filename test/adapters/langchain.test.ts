/** froe/langchain against LangChain itself. */
import { Document } from '@langchain/core/documents';
import { StringOutputParser } from '@langchain/core/output_parsers';
import { PromptTemplate } from '@langchain/core/prompts';
import { RunnableMap, RunnablePassthrough, RunnableSequence } from '@langchain/core/runnables';
import { FakeEmbeddings, FakeLLM, FakeVectorStore } from '@langchain/core/utils/testing';
import { TextSplitter } from '@langchain/textsplitters';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FroeRetriever, FroeTextSplitter } from '../../src/adapters/langchain.js';
import { type Engine, open } from '../../src/engine/engine.js';
import { tokenizer } from '../../src/index.js';
import { folder } from '../folder.js';
import { mixture } from './mixtures.js';

const service =
  'class Client:\n    def get(self, url):\n        return self.send(url)\n\n\ndef retry(times):\n    return times\n';
const guide = '# Guide\n\nHow to split wood.\n\n## Tools\n\nA froe and a club.\n';

const linesIn = (text: string): number => text.split(/\r\n|\n|\r/).length;

describe('FroeTextSplitter', () => {
  it('returns exact slices of the text, in order, that cover everything but white space', async () => {
    const count = (text: string): number => tokenizer('cl100k_base').count(text);
    await fc.assert(
      fc.asyncProperty(mixture, fc.integer({ min: 12, max: 80 }), async ({ path, text }, maxTokens) => {
        const splitter = new FroeTextSplitter({ maxTokens });
        const documents = await splitter.createDocuments([text], [{ source: path }]);
        let covered = 0;
        for (const { pageContent, metadata } of documents) {
          expect(text.slice(metadata.charStart, metadata.charEnd)).toBe(pageContent);
          expect(Buffer.from(text).subarray(metadata.byteStart, metadata.byteEnd).toString()).toBe(pageContent);
          expect(count(pageContent)).toBeLessThanOrEqual(maxTokens);
          expect(metadata.loc.lines).toEqual({
            from: linesIn(text.slice(0, metadata.charStart)),
            to: linesIn(text.slice(0, metadata.charEnd).replace(/(?:\r\n|\n|\r)$/, '')),
          });
          expect(text.slice(covered, Math.max(covered, metadata.charStart)).trim().replaceAll('\ufeff', '')).toBe('');
          covered = metadata.charEnd;
        }
        expect(text.slice(covered).trim().replaceAll('\ufeff', '')).toBe('');
        expect(new Set(documents.map(({ id }) => id)).size).toBe(documents.length);
        expect(await new FroeTextSplitter({ maxTokens, path }).splitText(text)).toEqual(
          documents.map(({ pageContent }) => pageContent),
        );
      }),
      { numRuns: 60 },
    );
  });

  it('is a TextSplitter that counts in tokens', async () => {
    const splitter = new FroeTextSplitter({ maxTokens: 40, overlap: 10, tokenizer: 'o200k_base' });
    expect(splitter).toBeInstanceOf(TextSplitter);
    expect([splitter.chunkSize, splitter.chunkOverlap]).toEqual([40, 10]);
    expect(await splitter.lengthFunction('hello world')).toBe(2);
    const sequence = splitter.pipe((documents: Document[]) => documents.length);
    expect(await sequence.invoke([new Document({ pageContent: guide, metadata: { source: 'guide.md' } })])).toBe(1);
  });

  it('keeps the metadata of documents, and adds lines, offsets, ids and headers', async () => {
    const splitter = new FroeTextSplitter({ maxTokens: 16 });
    const given = { source: 'docs/guide.md', author: 'Ann', language: 'en', loc: { pageNumber: 1 } };
    const split = await splitter.splitDocuments([new Document({ pageContent: guide, metadata: given })]);
    expect(split.length).toBeGreaterThan(1);
    for (const { metadata } of split) expect(metadata).toMatchObject(given);
    const tools = split.find(({ pageContent }) => pageContent.startsWith('## Tools'));
    expect(tools?.id).toBe('main:docs/guide.md#tools');
    expect(tools?.metadata).toMatchObject({
      loc: { pageNumber: 1, lines: { from: 5, to: 7 } },
      charStart: guide.indexOf('## Tools'),
      headers: { h1: 'Guide', h2: 'Tools' },
      breadcrumb: '> Guide › Tools',
      chunkType: 'markdown_section',
    });
  });

  it('names code by its symbols', async () => {
    const splitter = new FroeTextSplitter({ granularity: 'node' });
    const split = await splitter.createDocuments([service], [{ source: 'client.py' }]);
    expect(split.map(({ id }) => id)).toContain('main:client.py#retry');
    expect(split.every(({ metadata }) => metadata.language === 'python' && metadata.synthetic === undefined)).toBe(
      true,
    );
  });

  it('gives unique ids to pages and to texts of the same name, and none to a text without a name', async () => {
    const splitter = new FroeTextSplitter();
    const pages = [1, 2, 3].map((pageNumber) => ({ source: 'report.pdf', loc: { pageNumber } }));
    const split = await splitter.createDocuments(['One.', 'Two.', 'Three.'], pages);
    expect(split.map(({ id }) => id)).toEqual(['main:report.pdf', 'main:report.pdf@2', 'main:report.pdf@3']);
    const same = await splitter.createDocuments(['A.', 'B.', 'C.'], [{ source: 'a.txt' }, { source: 'a.txt' }]);
    expect(same.map(({ id }) => id)).toEqual(['main:a.txt', 'main:a.txt@2', undefined]);
    const [own] = await splitter.splitDocuments([new Document({ pageContent: 'A.', id: 'x1' })]);
    expect(own.id).toBe('x1');
  });

  it('counts the header before each chunk towards the limit', async () => {
    const splitter = new FroeTextSplitter({ maxTokens: 20 });
    const headers = { chunkHeader: 'GUIDE\n', appendChunkOverlapHeader: true };
    const [first, second] = await splitter.createDocuments([guide], [{ source: 'guide.md' }], headers);
    expect(first.pageContent.startsWith('GUIDE\n# Guide')).toBe(true);
    expect(second.pageContent.startsWith("GUIDE\n(cont'd) ## Tools")).toBe(true);
    for (const { pageContent } of [first, second])
      expect(await splitter.lengthFunction(pageContent)).toBeLessThanOrEqual(20);
  });

  it('refuses an unknown option', async () => {
    const splitter = new FroeTextSplitter({ maxTokenz: 3 } as object);
    await expect(splitter.splitText('a')).rejects.toThrow("unknown option 'maxTokenz'");
  });

  it("fills one of LangChain's vector stores", async () => {
    const split = await new FroeTextSplitter().createDocuments([service], [{ source: 'client.py' }]);
    const store = await FakeVectorStore.fromDocuments(split, new FakeEmbeddings());
    const [found] = await store.similaritySearch('retry', 1);
    expect(found.metadata.source).toBe('client.py');
    expect(service).toContain(found.pageContent);
  });
});

describe('FroeRetriever', () => {
  const files: Readonly<Record<string, string>> = { 'src/client.py': service, 'docs/guide.md': guide };
  let engine: Engine;
  beforeAll(async () => {
    engine = await open(folder(files), { index: ':memory:' });
  });
  afterAll(() => engine.close());

  it('returns documents that are exact slices of the files, best first', async () => {
    const documents = await new FroeRetriever({ engine, limit: 3 }).invoke('split wood with a club');
    expect(documents[0].metadata).toMatchObject({ source: 'docs/guide.md', loc: { lines: { from: 1 } } });
    expect(documents[0].id).toMatch(/^main:docs\/guide\.md/);
    const scores = documents.map(({ metadata }) => metadata.score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    for (const { pageContent, metadata } of documents.filter(({ metadata: { synthetic } }) => !synthetic))
      expect(files[metadata.source].slice(metadata.charStart, metadata.charEnd)).toBe(pageContent);
  });

  it('takes the options of a search, and tags like every retriever', async () => {
    const retriever = new FroeRetriever({ engine, filter: { languages: ['python'] }, tags: ['code'] });
    expect(retriever.tags).toEqual(['code']);
    const documents = await retriever.invoke('retry wood');
    expect(documents.length).toBeGreaterThan(0);
    expect(documents.every(({ metadata }) => metadata.source === 'src/client.py')).toBe(true);
  });

  it('works in a chain: question, documents, prompt, model', async () => {
    const retriever = new FroeRetriever({ engine, limit: 1 });
    const asText = (documents: Document[]): string =>
      documents.map(({ pageContent, metadata }) => `${metadata.source}\n${pageContent}`).join('\n');
    const chain = RunnableSequence.from([
      RunnableMap.from({ context: retriever.pipe(asText), question: new RunnablePassthrough<string>() }),
      PromptTemplate.fromTemplate('{context}\nAnswer: {question}'),
      new FakeLLM({}), // says what it is told
      new StringOutputParser(),
    ]);
    const retrievedIds: string[] = [];
    const callbacks = [
      { handleRetrieverEnd: (found: { id?: string }[]) => void retrievedIds.push(found[0]?.id ?? '') },
    ];
    const answer = await chain.invoke('which tools split wood?', { callbacks });
    expect(answer).toContain('docs/guide.md\n# Guide\n\nHow to split wood.');
    expect(answer).toContain('Answer: which tools split wood?');
    expect(retrievedIds[0]).toMatch(/^main:docs\/guide\.md/);
  });
});
