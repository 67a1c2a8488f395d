import { chunk, prove, tokenizer } from 'froe';

const bytes = Buffer.from('Oak is hard.\n\nElm is tough.\n');
const { chunks } = await chunk(bytes, { maxTokens: 8 });
console.log(prove({ bytes, chunks, tokenizer: tokenizer('cl100k_base'), maxTokens: 8 })); // { chunks: 2, failures: [] }
