import { parse, tokenizer } from 'froe';
import { cut } from 'froe/chunk';

const { source, root, parser } = await parse('# Oak\n\nHard.\n', { path: 'oak.md' });
const limits = { maxTokens: 64, minTokens: 0, overlap: 0, between: 0, granularity: 'node', maxChars: 10_000 };
const { chunks } = cut(source, root, { parser, limits, tokenizer: tokenizer('cl100k_base') });
console.log(chunks.map(({ id, tokenCount }) => `${id} ${tokenCount}`)); // [ 'main:oak.md#oak 5' ]
