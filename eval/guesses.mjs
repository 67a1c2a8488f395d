/**
 * How often a call on a variable is right: samples from several repositories, read and judged
 * by a person. Calls whose class is inferred, and those whose class is declared:
 *
 *     node eval/guesses.mjs ../django+django ../google+gson …   → eval/golden/guesses.jsonl, guesses.md
 *     node eval/guesses.mjs                                     only the tables, after judging
 *
 * A sample is chosen by a hash of each edge, so that a rule that drops some leaves the
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
const SAMPLES = {
  guessed: {
    many: 100,
    rules: ['spoken alike', 'called alike', 'only one spoken'],
    repositories:
      'BurntSushi/ripgrep django/django expressjs/express forem/forem gin-gonic/gin reactiveui/refit square/okio vitejs/vite'.split(
        ' ',
      ),
  },
  declared: {
    many: 40,
    rules: ['its type', 'what made it', 'a field'],
    repositories:
      'django/django google/gson google/leveldb nats-io/nats-server quickwit-oss/tantivy reactiveui/refit square/okio vitejs/vite'.split(
        ' ',
      ),
  },
};
const golden = (name) => fileURLToPath(new URL(`golden/${name}`, import.meta.url));

const keyOf = ({ repository, from, to, target }) => `${repository} ${from} ${target} ${to}`;
const orderOf = (edge) =>
  createHash('sha256')
    .update(`${SEED} ${keyOf(edge)}`)
    .digest('hex');
const by = (key) => (a, b) => (key(a) < key(b) ? -1 : 1);
const short = (id) => id.replace(/^main:/, '');

/** What declared the class of the receiver; undefined if the source names the definition itself. */
function declaredRule({ target, local, line }, { verb, declaredBy }, lines) {
  if (verb === 'reads') return undefined; // a member that is not defined
  if (local !== undefined) return 'what made it';
  // A target that is stored with the class of its variable is not written like that.
  const written = lines.slice(Math.max(0, line - 12), line).join(' ');
  const [first, second] = target.split('.');
  const isWritten = new RegExp(`${first}\\s*(?:<[^;]*>)?[)}?!\\]]*\\s*(?:\\.|::|->|\\\\)\\s*${second}`, 'u').test(
    written,
  );
  if (second !== undefined && !isWritten) return 'its type';
  return declaredBy === undefined ? undefined : 'a field';
}

async function edgesOf(root, repository) {
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
    const lines = facts ? readFileSync(join(root, path), 'utf8').split('\n') : [];
    for (const reference of facts?.references ?? []) {
      if (reference.verb !== 'calls') continue;
      counts.calls++;
      const found = await resolver.resolve(reference, facts);
      if (!found || found === NO_EDGE) continue;
      counts.resolved++;
      const rule = found.inferredBy ?? declaredRule(reference, found, lines);
      if (!rule) continue;
      const { from, target, line } = reference;
      const says = lines[line - 1]?.trim().slice(0, 160) ?? '';
      edges.push({ repository, rule, language, from: short(from), to: short(idOf(found)), target, line, says });
    }
  }
  await store.close();
  rmSync(folder, { recursive: true });
  return { edges, counts };
}

const line = (cells) => `| ${cells.join(' | ')} |`;
const tableOf = ([head, align, ...rows]) => [head, align, ...rows].map(line).join('\n');
const n = (count = 0) => count.toLocaleString('en');

/** How many are right, by the rule that made them. */
function verdictsTable({ rules, repositories }, edges) {
  const ofSample = edges.filter(({ rule, repository }) => rules.includes(rule) && repositories.includes(repository));
  const share = (some) => {
    const right = some.filter(({ verdict }) => verdict === 'right').length;
    return some.length === 0 ? '' : `${right} of ${some.length} (${Math.round((100 * right) / some.length)} %)`;
  };
  const row = (name, some) => [
    name,
    ...rules.map((rule) => share(some.filter((edge) => edge.rule === rule))),
    share(some),
  ];
  const head = ['', ...rules, 'all'];
  const rows = repositories.map((name) =>
    row(
      name,
      ofSample.filter(({ repository }) => repository === name),
    ),
  );
  return tableOf([head, head.map(() => '---'), ...rows, row('all', ofSample)]);
}

/** How much of all calls that is. */
function countsTable({ rules, repositories }, sample, totals) {
  const head = ['', 'calls', 'resolved', `of these ${sample}`, ...rules];
  const rows = repositories.map((name) => {
    const counts = totals[name] ?? {};
    return [name, n(counts.calls), n(counts.resolved), n(counts[sample]), ...rules.map((rule) => n(counts[rule]))];
  });
  return tableOf([head, head.map((_, i) => (i === 0 ? '---' : '---:')), ...rows]);
}

const reportOf = (totals, edges) => `# Guessed calls

Where the receiver of a call is a variable without a declared class, that is guessed (\`src/graph/receiverInference.ts\`). ${SAMPLES.guessed.many} guesses of each repository, or all where there are fewer, chosen by hash, read one by one: how many are right, by the rule that made them. A guess is right if a language server would surely lead to that definition; overloads count as one, and so do a class that Kotlin expects of all platforms and the actual one. The edges and their verdicts are in \`guesses.jsonl\`; \`eval/guesses.mjs\` writes both.

${verdictsTable(SAMPLES.guessed, edges)}

How much of all calls that is:

${countsTable(SAMPLES.guessed, 'guessed', totals)}

## Calls by declared types

Where the class of the receiver is declared, the call is stated, not guessed (\`src/graph/declaredTypes.ts\`). ${SAMPLES.declared.many} of each repository, chosen and read in the same way. \`its type\`: the receiver is a variable with a declared class. \`what made it\`: a variable with the result of a call. \`a field\`: fields, or variables of a file, led to the class.

${verdictsTable(SAMPLES.declared, edges)}

How much of all calls that is:

${countsTable(SAMPLES.declared, 'declared', totals)}
`;

const file = golden('guesses.jsonl');
/** How many there are in all, and then each of the sample. */
const [totals = {}, ...known] = existsSync(file)
  ? readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((row) => JSON.parse(row))
  : [];
const verdicts = new Map(known.map((edge) => [keyOf(edge), edge.verdict]));
let edges = known;
for (const root of process.argv.slice(2)) {
  const repository = basename(root).replace('+', '/');
  const found = await edgesOf(root, repository);
  totals[repository] = { ...found.counts };
  edges = edges.filter((edge) => edge.repository !== repository);
  for (const [sample, { many, rules, repositories }] of Object.entries(SAMPLES)) {
    if (!repositories.includes(repository)) continue;
    const ofSample = found.edges.filter(({ rule }) => rules.includes(rule));
    const byRule = rules.map((rule) => [rule, ofSample.filter((edge) => edge.rule === rule).length]);
    Object.assign(totals[repository], { [sample]: ofSample.length, ...Object.fromEntries(byRule) });
    const chosen = ofSample
      .map((edge) => ({ edge, order: orderOf(edge) }))
      .sort(by(({ order }) => order))
      .slice(0, many)
      .map(({ edge }) => ({ ...edge, verdict: verdicts.get(keyOf(edge)) ?? 'unread' }));
    edges.push(...chosen);
  }
  edges.sort(by(keyOf));
}
writeFileSync(file, [totals, ...edges].map((row) => `${JSON.stringify(row)}\n`).join(''));
writeFileSync(golden('guesses.md'), reportOf(totals, edges));
