import { open } from 'froe/engine';

const froe = await open('.', { index: '.froe/code.db', sync: { wants: (path) => /\.(?:py|ts)$/.test(path) } });
await froe.sync();
const { results } = await froe.search('queue', { limit: 3, filter: { languages: ['typescript'] } });
const { text, tokens } = await froe.context('how are jobs retried?', { budget: 1000 });
const { lines } = await froe.get('queue.ts:1-3');
console.log(results.length > 0, text.length > 0, tokens <= 1000, lines); // true true true [ 1, 3 ]

let [chunks, vectors] = [0, 0];
for await (const { filePath } of froe.chunks({ paths: ['queue.ts'] })) if (filePath === 'queue.ts') chunks++;
for await (const { vector } of froe.vectors()) if (vector.length === 512) vectors++;
console.log(chunks > 0, vectors > chunks); // true true
await froe.close();
