import { tokenizer, tokenizerNames } from 'froe';

console.log(tokenizerNames, tokenizer('o200k_base').count('Oak is hard.')); // [ 'cl100k_base', 'o200k_base' ] 4
