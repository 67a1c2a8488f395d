import { shouldChunk, tokenizer } from 'froe';

console.log(shouldChunk('Oak is hard.', tokenizer('cl100k_base'), 1200)); // [ false, 4 ]
