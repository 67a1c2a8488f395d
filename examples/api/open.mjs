import { open } from 'froe/engine';

const froe = await open('.', { embedder: 'none', sync: { wants: (path) => path.endsWith('.md') } });
const { added } = await froe.sync();
const { results } = await froe.search('what do I do in the first ten minutes?', { limit: 1 });
console.log(added, results[0].docId); // 1 main:handbook.md
await froe.close();
