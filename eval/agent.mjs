/**
 * What an agent pays for an answer: the same questions, once with the MCP server over stdio and once with ripgrep.
 *
 *     node eval/agent.mjs QUESTIONS CORPORA [--tasks 30] [--log FILE]
 *
 * QUESTIONS and CORPORA are those of eval/rank.mjs, with an index in each corpus; `rg` must be installed. Every
 * n-th question is asked. No model is involved: both agents follow a fixed policy and stop when they have seen
 * enough of the answer, which both learn in the same way.
 *
 *     froe   search(query) → read(path:lines) of each hit in turn → the next page …
 *     rg     eval/ripgrep.mjs: files by the words they match → a window of each in turn
 *
 * A task is solved when the share SOLVED of the lines of one answer was seen, and given up after MOST_TOKENS or MOST_CALLS.
 * All text that the tools return is counted; the list of tools is added once per task.
 *
 * Writes eval/golden/agent.md, and its table into docs/mcp.md.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { tokenizer } from '../build/text/tokens/index.js';
import { byRipgrep } from './ripgrep.mjs';

const SOLVED = 0.8;
const MOST_TOKENS = 12_000;
const MOST_CALLS = 25;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { tasks: { type: 'string', default: '30' }, log: { type: 'string' } },
});
const [questions, corpora] = positionals;
const count = (text) => tokenizer('cl100k_base').count(text);
const file = (path) => fileURLToPath(new URL(path, import.meta.url));

/** What one agent saw of one task, and what it paid for it. */
class Run {
  calls = 0;
  tokens = 0;
  recall = 0;
  solved = false;
  #answers;
  #root;

  constructor(task, root) {
    this.task = task;
    this.#root = root;
    this.#answers = task.answers.map(({ file: path, startLine, endLine }) => ({
      path,
      open: new Set(this.#lines(path, startLine, endLine).map(({ number }) => number)),
    }));
    for (const answer of this.#answers) answer.all = answer.open.size;
  }

  /** A call whose answer would exceed the limit is not made. */
  async follow(steps) {
    for await (const { text, seen = [] } of steps) {
      this.calls++;
      this.tokens += count(text);
      for (const one of seen) this.#see(one);
      this.recall = Math.max(...this.#answers.map(({ open, all }) => 1 - open.size / all));
      this.solved = this.recall >= SOLVED;
      if (this.solved || this.tokens >= MOST_TOKENS || this.calls >= MOST_CALLS) return;
    }
  }

  /** With `text`, only those lines that it contains. */
  #see({ file: path, from, to, text }) {
    const shown = text === undefined ? undefined : new Set(text.split('\n').map(plain));
    for (const { path: own, open } of this.#answers) {
      if (own !== path) continue;
      for (const { number, line } of this.#lines(path, from, to))
        if (shown === undefined || shown.has(plain(line))) open.delete(number);
    }
  }

  /** A line with only a brace does not count. */
  #lines(path, from, to) {
    const all = readFileSync(join(this.#root, path), 'utf8').split(/\r?\n/);
    return all
      .map((line, i) => ({ line, number: i + 1 }))
      .slice(from - 1, to)
      .filter(({ line }) => (line.match(/[\p{L}\d]/gu) ?? []).length >= 4);
  }
}

/** Long lines are truncated in the output. */
function plain(line) {
  return line.replace(/…$/, '').trim().slice(0, 120);
}

const agents = [
  { name: 'rg', play: byRipgrep },
  { name: 'froe: search, read', play: bySearch },
  { name: 'froe: get_context', play: byContext },
];

const tasks = chosen();
const rows = agents.map(({ name }) => ({ name, runs: [] }));
let listing = 0;
for (const root of new Set(tasks.map(rootOf))) {
  const asked = tasks.filter((task) => rootOf(task) === root);
  const client = await connected(root);
  listing = count(JSON.stringify((await client.listTools()).tools));
  for (const task of asked)
    for (const [i, { play }] of agents.entries()) {
      const run = new Run(task, root);
      await run.follow(play(task.query, { root, client }));
      rows[i].runs.push(run);
    }
  await client.close();
}
for (const { name, runs } of rows) for (const { task, ...run } of runs) log({ agent: name, id: task.id, ...run });
const golden = report();
writeFileSync(file('golden/agent.md'), golden);
intoDocs(golden);
process.stdout.write(golden);

/** Every n-th, so that all repositories are there. */
function chosen() {
  const all = readFileSync(questions, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const step = all.length / Number(values.tasks);
  return Array.from({ length: Number(values.tasks) }, (_, i) => all[Math.floor(i * step)]);
}

function rootOf({ repo, commit }) {
  return join(corpora, `${repo.replace('/', '+')}@${commit.slice(0, 12)}`);
}

async function connected(root) {
  const client = new Client({ name: 'eval', version: '1' });
  const args = [file('../dist/cli/main.js'), 'mcp', root];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' }));
  while (((await client.callTool({ name: 'status', arguments: {} })).structuredContent.indexing ?? 100) < 100)
    await new Promise((resolve) => setTimeout(resolve, 500));
  return client;
}

/** Hits in order; what was already shown in full is not read again. */
async function* bySearch(query, { client }) {
  for (let cursor; ; ) {
    const page = await called(client, 'search', { query, ...(cursor ? { cursor } : {}) });
    const { hits, next_cursor } = page.data;
    yield { ...page, seen: hits.map(previewed) };
    for (const { path, start_line, end_line } of hits) yield* readAll(client, `${path}:${start_line}-${end_line}`);
    if (next_cursor === undefined) return;
    cursor = next_cursor;
  }
}

/** Including the rest that does not fit into one answer. */
async function* readAll(client, address) {
  for (let next = address; next !== undefined; ) {
    const part = await called(client, 'read', { address: next });
    if (part.data === undefined) return yield part; // refused
    const { path, start_line, end_line } = part.data;
    yield { ...part, seen: [{ file: path, from: start_line, to: end_line }] };
    next = part.data.next;
  }
}

/** A context first; then a search for what is missing. */
async function* byContext(query, { client }) {
  const context = await called(client, 'get_context', { query });
  const cited = context.data.citations.map(({ path, start_line, end_line }) => ({
    file: path,
    from: start_line,
    to: end_line,
    text: context.data.text,
  }));
  yield { ...context, seen: cited };
  yield* bySearch(query, { client });
}

async function called(client, name, args) {
  const { content, structuredContent: data } = await client.callTool({ name, arguments: args });
  return { text: content.map(({ text }) => text).join(''), data };
}

/** Of a hit only its first lines are shown. */
function previewed({ path, start_line, end_line, text }) {
  return { file: path, from: start_line, to: end_line, text };
}

function log(entry) {
  if (values.log) writeFileSync(values.log, `${JSON.stringify(entry)}\n`, { flag: 'a' });
}

function mean(all) {
  return all.reduce((sum, value) => sum + value, 0) / all.length;
}

function report() {
  const n = (value) => Math.round(value).toLocaleString('en');
  const both = [...tasks.keys()].filter((i) => rows.every(({ runs }) => runs[i].solved));
  const line = ({ name, runs }) => {
    const solved = runs.filter((run) => run.solved);
    const tools = name === 'rg' ? 0 : listing;
    return [
      name,
      `${solved.length} of ${runs.length}`,
      `${(100 * mean(runs.map((run) => run.recall))).toFixed(0)} %`,
      mean(runs.map((run) => run.calls)).toFixed(1),
      n(mean(both.map((i) => runs[i].tokens))),
      n(mean(runs.map((run) => run.tokens))),
      n(mean(runs.map((run) => run.tokens)) + tools),
    ];
  };
  const table = [
    [
      '',
      'solved',
      'recall',
      'calls',
      `tokens, of the ${both.length} that all solved`,
      'tokens, of all',
      'with the listing of the tools',
    ],
    ['---', ...Array(6).fill('--:')],
    ...rows.map(line),
  ];
  const repositories = new Set(tasks.map(({ repo }) => repo)).size;
  return `# What an agent pays for an answer

${tasks.length} questions in people's own words about ${repositories} repositories, each as a whole tree. Solved: at least ${SOLVED * 100} % of the lines of one answer were seen; recall: the share of these lines that was seen of the answer it came nearest to. An agent stops when a question is solved, and gives up after ${n(MOST_TOKENS)} tokens or ${MOST_CALLS} calls. Calls and tokens are means over all questions, solved or not; tokens are those of all that the tools returned. Written by \`eval/agent.mjs\`, which describes what each agent does.

${table.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}
`;
}

/** Only the table: the text around it is written by hand. */
function intoDocs(text) {
  const docs = file('../docs/mcp.md');
  const [opening, closing] = ['<!-- agent: eval/agent.mjs -->', '<!-- /agent -->'];
  const before = readFileSync(docs, 'utf8');
  const [start, end] = [before.indexOf(opening), before.indexOf(closing)];
  if (start < 0 || end < start) throw new Error(`docs/mcp.md has no place for the table: ${opening} … ${closing}`);
  const made = text.slice(text.indexOf('| '));
  writeFileSync(docs, `${before.slice(0, start + opening.length)}\n${made}${before.slice(end)}`);
}
