/** Counts one file, and says what that alone took. Its own process, so that it starts as cold as the command it stands beside. */
import { readFileSync } from 'node:fs';
import { tokenizer } from '../dist/index.js';
import { time } from './race.mjs';

const text = readFileSync(process.argv[2], 'utf8');
const counter = tokenizer('cl100k_base');
const seconds = await time({ run: () => counter.count(text) });
process.stdout.write(JSON.stringify({ seconds }));
