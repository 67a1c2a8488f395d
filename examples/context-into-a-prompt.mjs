/** A prompt with as much of a folder as 2,000 tokens take: node examples/context-into-a-prompt.mjs FOLDER "QUESTION" */
import { open } from 'froe/engine';

const [folder = '.', question = 'how is a text cut?'] = process.argv.slice(2);
const froe = await open(folder, { index: ':memory:', embedder: 'builtin' });
await froe.sync();
const { text, tokens } = await froe.context(question, { budget: 2000, format: 'claude' });
await froe.close();
process.stdout.write(`${text}\n\nUsing only what stands above, answer: ${question}\n`);
process.stderr.write(`${tokens} tokens of context\n`);
