import { estimateTokens } from 'froe/text';

console.log(estimateTokens('Oak is hard.')); // 4
