import { tokenizer } from 'froe/text';

const counter = tokenizer('cl100k_base'); // a BytePair
const ruler = counter.ruler('Oak is hard. Elm is tough.');
console.log(counter.name, counter.count('Oak is hard.'), ruler.tokens(0, 12)); // cl100k_base 4 4
