/** Counts one file and prints the time of that alone. In its own process, so that it starts as cold as the command it is compared with. */
import { readFileSync } from 'node:fs';
import { tokenizer } from '../dist/index.js';
import { time } from './race.mjs';

const text = readFileSync(process.argv[2], 'utf8');
const counter = tokenizer('cl100k_base');
const seconds = await time({ run: () => counter.count(text) });
process.stdout.write(JSON.stringify({ seconds }));
