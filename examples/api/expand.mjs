import { chunk, expand } from 'froe';

const { chunks } = await chunk('One oak. Two elms. Three yews. Four limes.', {
  maxTokens: 8,
  minTokens: 0,
  overlap: 0,
});
console.log(chunks.length, JSON.stringify(expand(chunks, 0))); // 2 "One oak. Two elms. \n[CHUNK BOUNDARY]\nThree yews. Four limes."
console.log(expand(chunks, 0, 'seamless')); // One oak. Two elms. Three yews. Four limes.
