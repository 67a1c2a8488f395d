import { embedder } from 'froe/engine';

const builtin = embedder('builtin'); // or 'openai/text-embedding-3-small', with a key in env
const [oak, hard] = await builtin.embed(['oak is a hard wood', 'which wood is hard?'], 'passage');
console.log(builtin.dimensions, oak.length, Math.hypot(...hard).toFixed(2)); // 512 512 1.00
