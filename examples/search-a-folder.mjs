/** Finds what answers a question in a folder: node examples/search-a-folder.mjs FOLDER "QUESTION" */
import { open } from 'froe/engine';

const [folder = '.', question = 'how is a text cut?'] = process.argv.slice(2);
const froe = await open(folder, { index: ':memory:', embedder: 'builtin' });
await froe.sync();
const { results } = await froe.search(question, { limit: 5 });
for (const { score, chunks } of results)
  process.stdout.write(`${score.toFixed(2)}  ${chunks[0].filePath}:${chunks[0].startLine}  ${chunks[0].fullName}\n`);
await froe.close();
