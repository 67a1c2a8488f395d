import { chunk } from 'froe';

const text = '# Wood\n\n## Oak\n\nOak is hard.\n\n## Elm\n\nElm is tough.\n';
const { chunks, gaps, diagnostics } = await chunk(text, { path: 'wood.md', granularity: 'node', minTokens: 0 });
console.log(chunks.map(({ id, startLine }) => `${id}:${startLine}`)); // [ 'main:wood.md#oak:1', 'main:wood.md#elm:7' ]
console.log(chunks[1].content === text.slice(chunks[1].charStart, chunks[1].charEnd)); // true
console.log(gaps, diagnostics); // [] []
