/**
 * How often an inferred call is right: a hundred from each of several repositories, read
 * and judged by a person.
 *
 *     node eval/guesses.mjs ../django ../gin …       → eval/golden/guesses.jsonl, guesses.md
 *     node eval/guesses.mjs                          only the table, after judging
 *
 * The hundred are chosen by a hash of each edge, so that a rule that drops some leaves the
 * others in the sample, with their verdicts: `right`, `wrong`, or still
 * `unread`.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Codebase } from '../build/graph/codebase.js';
import { idOf } from '../build/graph/place.js';
import { NO_EDGE, Resolver } from '../build/graph/resolver.js';
import { SqliteStore } from '../build/store/sqlite.js';
import { sync } from '../build/sync/sync.js';

const SEED = 'froe 1';
const MANY = 100;
const RULES = ['spoken alike', 'called alike', 'only one spoken'];
const golden = (name) => fileURLToPath(new URL(`golden/${name}`, import.meta.url));

const keyOf = ({ repository, from, to, target }) => `${repository} ${from} ${target} ${to}`;
const orderOf = (edge) =>
  createHash('sha256')
    .update(`${SEED} ${keyOf(edge)}`)
    .digest('hex');
const by = (key) => (a, b) => (key(a) < key(b) ? -1 : 1);
const short = (id) => id.replace(/^main:/, '');

async function guessesOf(root, repository) {
  const folder = mkdtempSync(join(tmpdir(), 'froe-guesses-'));
  const store = new SqliteStore(join(folder, 'index.db'));
  await sync(store, { root, threads: 2 });
  const sources = await store.sources('main');
  const codebase = await Codebase.of(store, sources);
  const resolver = new Resolver(codebase);
  const edges = [];
  const counts = { calls: 0, resolved: 0 };
  for (const { docId, path, language } of sources.values()) {
    const facts = await codebase.facts(docId);
    for (const reference of facts?.references ?? []) {
      if (reference.verb !== 'calls') continue;
      counts.calls++;
      const found = await resolver.resolve(reference, facts);
      if (!found || found === NO_EDGE) continue;
      counts.resolved++;
      if (!found.inferredBy) continue;
      const { from, target, line } = reference;
      const edge = {
        repository,
        rule: found.inferredBy,
        language,
        from: short(from),
        to: short(idOf(found)),
        target,
        line,
      };
      edges.push({ ...edge, path });
    }
  }
  await store.close();
  rmSync(folder, { recursive: true });
  return { edges, counts };
}

const lineIn = (root, { path, line }) =>
  readFileSync(join(root, path), 'utf8').split('\n')[line - 1]?.trim().slice(0, 160) ?? '';

function tableOf({ totals, edges }) {
  const share = (some) => {
    const right = some.filter(({ verdict }) => verdict === 'right').length;
    return some.length === 0 ? '' : `${right} of ${some.length} (${Math.round((100 * right) / some.length)} %)`;
  };
  const repositories = Object.keys(totals).sort();
  const row = (name, some) => [
    name,
    ...RULES.map((rule) => share(some.filter((edge) => edge.rule === rule))),
    share(some),
  ];
  const rows = [
    ...repositories.map((name) =>
      row(
        name,
        edges.filter(({ repository }) => repository === name),
      ),
    ),
    row('all', edges),
  ];
  const line = (cells) => `| ${cells.join(' | ')} |`;
  const n = (count) => count.toLocaleString('en');
  return `# Guessed calls

Where the receiver of a call is a variable, its class is guessed (\`src/graph/receiverInference.ts\`). ${MANY} guesses of each repository, chosen by hash, read one by one: how many are right, by the rule that made them. The edges and their verdicts are in \`guesses.jsonl\`; \`eval/guesses.mjs\` writes both.

${[line(['', ...RULES, 'all']), line(['---', '---', '---', '---', '---']), ...rows.map(line)].join('\n')}

How much of all calls that is:

${[
  line(['', 'calls', 'resolved', 'of these guessed', ...RULES]),
  line(['---', '---:', '---:', '---:', '---:', '---:', '---:']),
  ...repositories.map((name) => {
    const { calls, resolved, guessed } = totals[name];
    return line([name, n(calls), n(resolved), n(guessed), ...RULES.map((rule) => n(totals[name][rule]))]);
  }),
].join('\n')}
`;
}

const file = golden('guesses.jsonl');
/** How many there are in all, and then each of the sample. */
const [totals = {}, ...known] = existsSync(file)
  ? readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  : [];
const verdicts = new Map(known.map((edge) => [keyOf(edge), edge.verdict]));
let edges = known;
for (const root of process.argv.slice(2)) {
  const repository = basename(root).replace('+', '/');
  const found = await guessesOf(root, repository);
  const chosen = found.edges
    .map((edge) => ({ edge, order: orderOf(edge) }))
    .sort(by(({ order }) => order))
    .slice(0, MANY)
    .map(({ edge: { path, ...edge } }) => ({
      ...edge,
      says: lineIn(root, { ...edge, path }),
      verdict: verdicts.get(keyOf(edge)) ?? 'unread',
    }));
  const rules = RULES.map((rule) => [rule, found.edges.filter((edge) => edge.rule === rule).length]);
  totals[repository] = { ...found.counts, guessed: found.edges.length, ...Object.fromEntries(rules) };
  edges = [...edges.filter((edge) => edge.repository !== repository), ...chosen].sort(by(keyOf));
}
writeFileSync(file, [totals, ...edges].map((line) => `${JSON.stringify(line)}\n`).join(''));
writeFileSync(golden('guesses.md'), tableOf({ totals, edges }));
