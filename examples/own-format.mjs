/** A context written in a form of one's own: node examples/own-format.mjs FOLDER "QUESTION" */
import { open } from 'froe/engine';

/** What counts inside the budget is the string this gives, whatever it looks like. */
const footnotes = {
  format: ({ passages }) =>
    passages
      .map(({ file, startLine, endLine, text }, i) => `[${i + 1}] ${file}:${startLine}-${endLine}\n${text}`)
      .join('\n'),
};

const [folder = '.', question = 'how is a text cut?'] = process.argv.slice(2);
const froe = await open(folder, { index: ':memory:', embedder: 'builtin' });
await froe.sync();
const { text } = await froe.context(question, { budget: 1000, format: footnotes });
await froe.close();
process.stdout.write(`${text}\n`);
