import { open, reranker } from 'froe/engine';

const named = reranker('voyage/rerank-2.5', { env: { VOYAGE_API_KEY: 'secret' } }); // sends nothing before it is asked
const shortest = { id: 'shortest', rerank: async (_query, texts) => texts.map(({ length }) => -length) };
const froe = await open('.', { reranker: shortest, embedder: 'none', index: ':memory:' });
console.log(named.id, froe.reranker.id); // voyage/rerank-2.5 shortest
await froe.close();
