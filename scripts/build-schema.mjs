/** Writes the chunk record as JSON Schema, for programs in other languages. */
import { writeFileSync } from 'node:fs';
import { recordJsonSchema } from '../build/schema.js';

writeFileSync(
  new URL('../dist/chunk.schema.json', import.meta.url),
  `${JSON.stringify(recordJsonSchema(), null, 2)}\n`,
);
