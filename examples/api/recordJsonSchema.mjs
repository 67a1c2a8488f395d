import { recordJsonSchema } from 'froe/schema';

const { title, required } = recordJsonSchema();
console.log(title, required.includes('content_hash')); // froe chunk record true
