import { aliasId, chunk } from 'froe';

const { chunks } = await chunk('Oak is hard.\n', { path: 'wood.txt' });
console.log(aliasId(chunks[0])); // 600ca5848c29edea
