/**
 * Ten questions about a small application, and the context of 400 tokens that each
 * chunking strategy gives: to be read, where the other evaluations count.
 *
 *     node eval/qualitative.mjs
 *
 * writes eval/golden/qualitative.md (every context) and the part of
 * docs/evaluation.md between its two marks (the questions, what share of the
 * answer each strategy shows, and the contexts of froe's default).
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { builtin } from '../build/embed/builtin.js';
import { assembleContext } from '../build/engine/assembleContext.js';
import { score } from '../build/eval/score.js';
import { evalStrategies, fillStore } from '../build/eval/strategies.js';
import { search } from '../build/search/search.js';
import { SqliteStore } from '../build/store/sqlite.js';
import { open } from '../dist/engine/engine.js';

const BUDGET = 400;
const root = fileURLToPath(new URL('../test/fixtures/rails-app', import.meta.url));
const at = (path, ...ranges) => ranges.map(([startLine, endLine]) => ({ path, startLine, endLine }));

/** Some are narrow, some broad. */
const questions = [
  {
    query: 'what validations does User have?',
    answers: [...at('app/models/user.rb', [7, 8], [22, 22]), ...at('app/models/concerns/authentication.rb', [7, 7])],
  },
  { query: 'tell me about the Order model', answers: at('app/models/order.rb', [1, 20]) },
  {
    query: 'how does checkout work?',
    answers: [...at('app/services/checkout_service.rb', [1, 13]), ...at('app/models/order.rb', [2, 13])],
  },
  {
    query: 'which filters run before an order is cancelled?',
    answers: [...at('app/controllers/orders_controller.rb', [4, 6], [25, 28])],
  },
  { query: 'what does a buyer get when an order is shipped?', answers: at('app/mailers/order_mailer.rb', [10, 12]) },
  { query: 'how is a password checked?', answers: at('app/models/concerns/authentication.rb', [10, 12]) },
  { query: 'where are cancelled orders deleted?', answers: at('app/jobs/cleanup_job.rb', [1, 5]) },
  {
    query: 'which arguments does the create order mutation take?',
    answers: at('app/graphql/mutations/create_order.rb', [3, 4]),
  },
  {
    query: 'which parameters may an order be updated with?',
    answers: at('app/controllers/orders_controller.rb', [35, 37]),
  },
  {
    query: 'who is welcomed by mail, and when?',
    answers: [...at('app/models/user.rb', [10, 11]), ...at('app/mailers/user_mailer.rb', [1, 5])],
  },
];

/** Lines that were gathered are shown, too. */
const allOf = ({ places }) =>
  places.map(({ file, startLine, endLine }) => ({ path: file, ranges: [[startLine, endLine]], tokens: 0 }));

async function asked(store, embedder) {
  const contexts = [];
  for (const { query, answers } of questions) {
    const found = await search(store, embedder, query, { limit: 50, pool: 120 });
    const { text, tokens, context } = await assembleContext(store, query, found, {
      budget: BUDGET,
      format: 'generic',
      tokenizer: 'cl100k_base',
    });
    const shown = score({ query, answers }, context.passages.flatMap(allOf)).covers[0];
    contexts.push({ text, tokens, shown });
  }
  return contexts;
}

const embedder = await builtin();
const results = new Map();
const place = mkdtempSync(join(tmpdir(), 'froe-qualitative-'));
const engine = await open(root, { index: join(place, 'index.db') });
await engine.sync();
results.set('semantic', await asked(engine.store, embedder));
await engine.close();
rmSync(place, { recursive: true, force: true });

const texts = readdirSync(root, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name))
  .sort()
  .map((path) => ({ path: path.slice(root.length + 1), text: readFileSync(path, 'utf8') }));
for (const name of ['file', 'fixed', 'method', 'ast']) {
  const store = new SqliteStore(':memory:');
  await fillStore(store, texts, evalStrategies[name], { embedder });
  results.set(name, await asked(store, embedder));
  await store.close();
}

const names = [...results.keys()];
const percent = (share) => `${Math.round(share * 100)} %`;
const mean = (name) => results.get(name).reduce((sum, { shown }) => sum + shown, 0) / questions.length;
const table = [
  `| | ${names.join(' | ')} |`,
  `|---|${names.map(() => '---:|').join('')}`,
  ...questions.map(
    ({ query }, i) => `| ${query} | ${names.map((name) => percent(results.get(name)[i].shown)).join(' | ')} |`,
  ),
  `| **mean** | ${names.map((name) => percent(mean(name))).join(' | ')} |`,
].join('\n');
const fenced = (text) => `\`\`\`\`text\n${text.trimEnd()}\n\`\`\`\``;
const contextsOf = (shownNames, level) =>
  questions.flatMap(({ query }, i) => [
    `${level} ${query}`,
    ...shownNames.flatMap((name) => {
      const { text, tokens, shown } = results.get(name)[i];
      return [
        `${shownNames.length > 1 ? `**${name}**: ` : ''}${percent(shown)} of the answer, ${tokens} tokens`,
        fenced(text),
      ];
    }),
  ]);
const about = `Ten questions to \`test/fixtures/rails-app\`, ${BUDGET} tokens each: the share of the answer's lines that is in the context. Written by \`node eval/qualitative.mjs\`.`;
writeFileSync(
  new URL('golden/qualitative.md', import.meta.url),
  `${['# Ten questions, read', about, table, ...contextsOf(names, '##')].join('\n\n')}\n`,
);
const page = new URL('../docs/evaluation.md', import.meta.url);
const [BEGIN, END] = ['<!-- ten questions -->', '<!-- end of ten questions -->'];
const written = readFileSync(page, 'utf8');
const [from, to] = [written.indexOf(BEGIN) + BEGIN.length, written.indexOf(END)];
const part = [about, table, ...contextsOf(['semantic'], '###')].join('\n\n');
writeFileSync(page, `${written.slice(0, from)}\n${part}\n${written.slice(to)}`);
