/**
 * Everything: each operation in its own process, tables to the screen, and to
 * runs/latest.json and runs/latest.md; what grows is drawn beside them. `--only
 * NAME` runs one, may be given again, and leaves what the others measured as it
 * was; so does one that is skipped because `--trees` names no clones. `--quick` for a smoke test on 1 MB, `--corpus DIR` for texts of your own:
 * these two go to the screen only.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { corpora, describe } from './corpus.mjs';
import { settings } from './operation.mjs';
import { operations } from './operations.mjs';
import { drawn } from './plot.mjs';
import { aligned, markdown } from './table.mjs';

// Where it is set, every process of node's reads certificates before it begins, for longer than node takes to start.
delete process.env.NODE_EXTRA_CA_CERTS;

const args = process.argv.slice(2);
const chosen = settings(args);
const folder = new URL('./runs/', import.meta.url);
/** One operation alone stands beside what the last whole run says of the others, and under its head. */
const { tables: before, ...head } = JSON.parse(readFileSync(new URL('latest.json', folder), 'utf8'));
const facts = {
  made: 'npm run bench',
  date: new Date().toISOString().slice(0, 10),
  node: process.version,
  platform: `${process.platform} ${process.arch}`,
  cores: availableParallelism(),
  peers: JSON.parse(readFileSync(new URL('./package.json', import.meta.url), 'utf8')).dependencies,
  corpora: Object.fromEntries(Object.entries(corpora(chosen)).map(([kind, texts]) => [kind, describe(texts)])),
  ...(chosen.only.length > 0 ? head : {}),
};

const unknown = chosen.only.find((name) => !operations.includes(name));
if (unknown) throw new Error(`there is no operation ${unknown}: ${operations.join(', ')}`);
const wanted = chosen.only.length > 0 ? chosen.only : operations;

const fresh = {};
for (const name of operations.filter((one) => wanted.includes(one))) {
  const made = await measured(name);
  if (typeof made === 'string') {
    process.stdout.write(`${name}: skipped, ${made}\n\n`); // what was measured before stays, with its date
    continue;
  }
  fresh[name] = made.map(chosen.only.length > 0 ? dated : (table) => table);
  for (const table of fresh[name]) process.stdout.write(`${aligned(table)}\n`);
}
const tables = Object.fromEntries(
  operations.flatMap((name) => {
    const made = fresh[name] ?? before[name];
    return made ? [[name, made]] : [];
  }),
);

// What the README shows is a whole run on the texts that everybody has.
if (!chosen.quick && !chosen.folder) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(new URL('latest.json', folder), `${JSON.stringify({ ...facts, tables }, null, 2)}\n`);
  writeFileSync(new URL('latest.md', folder), report());
  for (const [name, made] of Object.entries(fresh))
    for (const [i, table] of made.entries())
      if (table.plot) writeFileSync(new URL(`${name}-${i + 1}.svg`, folder), drawn(table));
}

/** The head is of the whole run, perhaps of another machine: what was measured alone says where and when. */
function dated(table) {
  const where = `Measured on ${new Date().toISOString().slice(0, 10)}, ${process.platform} ${process.arch}.`;
  return { ...table, notes: [...(table.notes ?? []), where] };
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
    ...Object.entries(tables).flatMap(([name, made]) =>
      made.map((table, i) => markdown(table) + picture(name, i, table)),
    ),
  ].join('\n');
}

function picture(name, i, { plot, title }) {
  return plot ? `\n![${title}](${name}-${i + 1}.svg)\n` : '';
}
