import { describe } from 'vitest';
import type { Reranker } from '../../src/rerankers/index.js';
import { rerankerContract } from '../contract/reranker.js';
import { byLength, withServer } from './rerankServer.js';

const ours = ['voyage', 'cohere', 'jina', 'server'];

describe.each(ours)('%s', (name) => rerankerContract(async () => (await withServer(byLength, {}, `${name}/any`)).one));

/** The one of the documentation, with a reader of its signal. */
const own: Reranker = {
  id: 'shortest',
  rerank: async (_, texts, signal) => {
    signal?.throwIfAborted();
    return texts.map(({ length }) => -length);
  },
};

describe('a custom one', () => rerankerContract(() => own));
