import { parse, tokenizer } from 'froe';
import { cutWindows } from 'froe/chunk';

const { source } = await parse('Oak is hard. '.repeat(100), { docId: 'art_1' });
const sizing = { threshold: 100, size: 90, overlap: 10 };
const { chunks } = cutWindows(source, tokenizer('cl100k_base'), sizing);
console.log(chunks.map(({ tokenCount, overlapChars }) => `${tokenCount}/${overlapChars}`)); // [ '90/0', '90/33', '90/33', '90/33', '81/33' ]
