/** Writes the chunk record as JSON Schema beside the code, for readers in other languages. */
import { writeFileSync } from 'node:fs';
import { recordJsonSchema } from '../build/schema.js';

writeFileSync(
  new URL('../dist/chunk.schema.json', import.meta.url),
  `${JSON.stringify(recordJsonSchema(), null, 2)}\n`,
);
