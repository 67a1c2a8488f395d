/**
 * Runs the examples of docs/api.md (examples/api/), all in this process and the
 * current folder, and prints their output as JSON.
 */
import { readdirSync } from 'node:fs';
import { format } from 'node:util';

const folder = new URL('../examples/api/', import.meta.url);
const printed = {};
for (const name of readdirSync(folder).sort()) {
  const lines = [];
  console.log = (...values) => lines.push(format(...values).replace(/\s*\n\s*/g, ' '));
  await import(new URL(name, folder).href);
  printed[name] = lines;
}
process.stdout.write(`${JSON.stringify(printed)}\n`);
