/**
 * Everything: each operation in its own process, tables to the screen, and to
 * runs/latest.json and runs/latest.md. `--quick` for a smoke test on 1 MB,
 * `--corpus DIR` for texts of your own: these two go to the screen only.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { corpora, describe } from './corpus.mjs';
import { settings } from './operation.mjs';
import { aligned, markdown } from './table.mjs';

const operations = ['tokens', 'parsers', 'chunk', 'code', 'markdown', 'memory', 'files'];

const args = process.argv.slice(2);
const chosen = settings(args);
const facts = {
  made: 'npm run bench',
  date: new Date().toISOString().slice(0, 10),
  node: process.version,
  platform: `${process.platform} ${process.arch}`,
  cores: availableParallelism(),
  peers: JSON.parse(readFileSync(new URL('./package.json', import.meta.url), 'utf8')).dependencies,
  corpora: Object.fromEntries(Object.entries(corpora(chosen)).map(([kind, texts]) => [kind, describe(texts)])),
};

const tables = {};
for (const name of operations) {
  tables[name] = await measured(name);
  for (const table of tables[name]) process.stdout.write(`${aligned(table)}\n`);
}

// What the README shows is a whole run on the texts that everybody has.
if (!chosen.quick && !chosen.folder) {
  const folder = new URL('./runs/', import.meta.url);
  mkdirSync(folder, { recursive: true });
  writeFileSync(new URL('latest.json', folder), `${JSON.stringify({ ...facts, tables }, null, 2)}\n`);
  writeFileSync(new URL('latest.md', folder), report());
}

async function measured(name) {
  const child = fork(fileURLToPath(new URL(`./${name}.mjs`, import.meta.url)), args);
  const answer = once(child, 'message').then(([sent]) => sent);
  const end = once(child, 'exit').then(([code]) => {
    if (code !== 0) throw new Error(`${name}.mjs ended with ${code}`);
  });
  const [sent] = await Promise.all([answer, end]);
  return sent;
}

function report() {
  const texts = Object.entries(facts.corpora).map(
    ([kind, { files, bytes }]) => `${kind} ${files} files, ${(bytes / 1e6).toFixed(1)} MB`,
  );
  return [
    '# Measured',
    '',
    `Made by \`${facts.made}\` on ${facts.date}, Node ${facts.node}, ${facts.platform}, ${facts.cores} cores. ${texts.join('; ')}.`,
    '',
    ...Object.values(tables).flat().map(markdown),
  ].join('\n');
}
