/** Who can be asked. All are asked for a score of every text, and none to send the texts back. */
import type { BatchLimits } from '../embed/batch.js';

/** As Cohere has it, and Jina, llama.cpp, vLLM, Infinity after it. */
const likeCohere = ({ model, query, texts }: RerankRequest) => ({
  model,
  query,
  documents: texts,
  top_n: texts.length,
});

const likeJina = (request: RerankRequest) => ({ ...likeCohere(request), return_documents: false });

/** text-embeddings-inference has one model, and refuses a text that is too long unless it may cut it. */
const likeTei = ({ query, texts }: RerankRequest) => ({ query, texts, truncate: true });

const RERANK = '/rerank';

const voyage: RerankProvider = {
  title: 'Voyage',
  baseUrl: 'https://api.voyageai.com/v1',
  keyVariables: ['VOYAGE_API_KEY'],
  batch: { texts: 1000, tokens: 200_000 }, // it takes 600,000 of its own tokens; of its first models 300,000
  timeout: 20_000,
  shapes: [
    {
      path: RERANK,
      // A chunk that is too long for the model had better be judged by its beginning than not at all.
      body: ({ model, query, texts }) => ({ model, query, documents: texts, top_k: texts.length, truncation: true }),
    },
  ],
};

const cohere: RerankProvider = {
  title: 'Cohere',
  baseUrl: 'https://api.cohere.com/v2',
  keyVariables: ['COHERE_API_KEY', 'CO_API_KEY'], // its own libraries read the second
  batch: { texts: 1000, tokens: 200_000 },
  timeout: 20_000,
  shapes: [{ path: RERANK, body: likeCohere }],
};

const jina: RerankProvider = {
  title: 'Jina',
  baseUrl: 'https://api.jina.ai/v1',
  keyVariables: ['JINA_API_KEY'],
  batch: { texts: 1000, tokens: 100_000 },
  timeout: 20_000,
  shapes: [{ path: RERANK, body: likeJina }],
};

const ways: readonly RequestShape[] = [
  { path: RERANK, body: likeJina },
  { path: RERANK, body: likeTei },
  { path: `/v1${RERANK}`, body: likeJina },
];

const server: RerankProvider = {
  title: 'The reranker',
  keyVariables: [],
  batch: { texts: 32, tokens: 50_000 }, // text-embeddings-inference takes 32 unless told otherwise
  timeout: 60_000, // it may compute without a graphics card
  unreachable: 'Check that it is running.',
  shapes: ways,
};

export const rerankProviders = { voyage, cohere, jina, server } satisfies Record<string, RerankProvider>;

export type RerankProviderName = keyof typeof rerankProviders;

export const isRerankProvider = (name: string): name is RerankProviderName => Object.hasOwn(rerankProviders, name);

/** What tells one provider's HTTP interface from another's. Everything else is in remote.ts. */
export interface RerankProvider {
  /** What people call it. */
  readonly title: string;
  /** Where it is unless told; undefined: wherever the user says, and nowhere else. */
  readonly baseUrl?: string;
  /** The variables with its key, the usual one first. It is sent to `baseUrl` only; elsewhere FROE_API_KEY is. */
  readonly keyVariables: readonly string[];
  /** What goes out together, well inside what the provider takes. A question counts with each of its texts. */
  readonly batch: BatchLimits;
  /** Milliseconds that a question may take, further tries and all: somebody waits who could have an answer without it. */
  readonly timeout: number;
  /** What to do when nobody answers there. */
  readonly unreachable?: string;
  /** How it is asked. Where there are several, the first that it understands is kept to. */
  readonly shapes: readonly RequestShape[];
}

export interface RequestShape {
  readonly path: string;
  body(request: RerankRequest): unknown;
}

export interface RerankRequest {
  readonly model: string;
  readonly query: string;
  readonly texts: readonly string[];
}
