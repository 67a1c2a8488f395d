/**
 * Writes what the README says about speed and faults from the last benchmarks,
 * bench/runs/latest.json, postgres-1000000.json and attack.md, between two markers. `--check` writes nothing and
 * fails where the README says something else. A path names another README.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { formats, tableLines } from '../bench/table.mjs';

const START = '<!-- figures: npm run readme -->';
const END = '<!-- /figures -->';

/** Columns that both tables have. */
const shared = { time: 'times', 'over the cap': 'percent', lost: 'percent', 'place wrong': 'percent' };

const { values, positionals } = parseArgs({
  options: { check: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const { times } = formats;
const readme = positionals[0] ?? path('../README.md');
const run = JSON.parse(readFileSync(path('../bench/runs/latest.json'), 'utf8'));
const tables = Object.values(run.tables).flat();

const before = readFileSync(readme, 'utf8');
const after = withFigures(before, [...code(), '', ...markdown(), '', ...figures()].join('\n'));
if (!values.check) writeFileSync(readme, after);
else if (before !== after) {
  process.stderr.write('The figures in the README are not those of bench/runs/latest.json. Run: npm run readme\n');
  process.exitCode = 1;
}

function withFigures(text, made) {
  const [start, end] = [text.indexOf(START), text.indexOf(END)];
  if (start < 0 || end < start) throw new Error(`the README has no ${START} … ${END}`);
  return `${text.slice(0, start + START.length)}\n${made}\n${text.slice(end)}`;
}

/** Everybody counts with froe here: the kindest to the peers, and the same for all. */
function code() {
  const names = {
    '**froe**': 'froe, no overlap',
    'LlamaIndex `CodeSplitter`, counts nothing': 'LlamaIndex code, 1,500 characters, no counts',
    'LangChain, by language': 'LangChain by language, froe counts',
    'chonkie, recursive': 'chonkie recursive, froe counts',
    'LlamaIndex, sentences': 'LlamaIndex sentences, froe counts',
  };
  const table = tableOf('Cutting code');
  const rows = Object.entries(names).map(([code, name]) => {
    const row = rowOf(table, name);
    return { ...row, code, time: row['time ÷ froe'], 'functions torn': row['torn functions'] / row.functions };
  });
  return tableLines({ code: 'text', ...shared, 'functions torn': 'percent' }, rows);
}

function markdown() {
  const names = {
    '**froe**': 'froe, no overlap',
    'LangChain, markdown': 'LangChain markdown, froe counts',
    'chonkie, recursive': 'chonkie recursive, froe counts',
    'LlamaIndex `MarkdownNodeParser`, no cap': 'LlamaIndex markdown, no cap',
    'chunkdown, counts nothing': 'chunkdown, 1,500 characters, no counts',
  };
  const table = tableOf('Cutting markdown');
  const rows = Object.entries(names).map(([markdown, name]) => {
    const row = rowOf(table, name);
    return {
      ...row,
      markdown,
      time: row['time ÷ froe'],
      'headings lost or parted': (row['headings lost'] + row['headings parted']) / row.headings,
      'fences torn': row['torn fences'] / row.fences,
    };
  });
  const columns = { markdown: 'text', ...shared, 'headings lost or parted': 'percent', 'fences torn': 'percent' };
  return tableLines(columns, rows);
}

/** What one row of a table says in a sentence. */
function figures() {
  const whole = tableOf('The whole');
  const counting = tableOf('Counting: cl100k_base');
  const blocks = tableOf('Markdown: text to blocks');
  const slower = (counter) => times(rowOf(counting, counter)['prose time']);
  const longer = (parser) => times(rowOf(blocks, parser)['time ÷ froe']);
  const perCount = (table, texts) => times(rowOf(table, texts)['no overlap ÷ count']);
  const growth = tableOf('Memory: froe chunk over').rows.at(-1)['last third ÷ middle third'];
  const large = rowOf(tableOf('Memory: froe chunk FILE'), 'prose in lines');
  const asked = tableOf('Latency of a question').rows.findLast((row) => row['asked by'] === 'froe, hybrid');
  const cold = tableOf('Latency of a question').rows.findLast((row) => row['asked by'].includes('as a command'));
  const called = tableOf('Latency of an MCP call').rows.findLast(({ tool }) => tool === 'search');
  const [beside] = JSON.parse(readFileSync(path('../bench/runs/postgres-1000000.json'), 'utf8')).tables;
  const million = beside.rows.findLast(({ store }) => store === 'PostgreSQL');
  const indexing = tableOf('Indexing');
  const [first, again] = ['from nothing, words only', 'nothing changed, words only'].map((run) => rowOf(indexing, run));
  const most = rowOf(indexing, 'from nothing');
  const modelled = tableOf('Growth: froe index --embedder builtin').rows.at(-1);
  const { count, number, megabytes } = formats;
  return [
    `- Reading, parsing and cutting takes, beside counting the same text once: prose ${perCount(whole, 'prose')}, settings ${perCount(whole, 'config')}, markdown ${perCount(tableOf('Markdown, as a multiple'), 'markdown')}. Code, beside a bare tree-sitter parse and one count: ${times(rowOf(tableOf('Code, as a multiple'), 'froe, no overlap')['÷ bare'])}.`,
    `- Counting prose takes tiktoken ${slower('tiktoken')} as long as froe, gpt-tokenizer ${slower('gpt-tokenizer countTokens')}, js-tiktoken ${slower('js-tiktoken')}.`,
    `- Finding the blocks of markdown takes markdown-it ${longer('markdown-it, blocks')} as long as froe; with the inside of lines, commonmark.js ${longer('commonmark.js')} and micromark ${longer('micromark, events')}.`,
    `- A text of ${formats.megabytes(large.MB)} MB needs ${formats.megabytes(large['peak MB'])} MB of memory. Over 10,000 files of code, the last third saw ${times(growth)} the memory of the middle third.`,
    `- Indexing files of code and prose out of npm packages, 20 kB each at most, on ${run.cores} cores: ${count(first.files)} by their words alone (\`--embedder none\`) take ${number(first.seconds)} s, and ${number(again.seconds)} s when nothing has changed; ${count(modelled.files)} with the built-in model take ${number(modelled.seconds)} s and ${megabytes(modelled['peak MB'])} MB of memory. ${count(most.files)} with a test embedder of 256 dimensions need ${megabytes(most['peak MB'])} MB.`,
    `- A question among ${count(asked.chunks)} chunks of such files, by words and vectors of the built-in model: ${number(asked.p50)} ms (p50), ${number(asked.p95)} ms (p95); as a command, from its start to its end: ${number(cold.p50)} ms; as an MCP call from the client to its answer: ${number(called.p50)} ms.`,
    attacks(),
    `- A question in PostgreSQL, among ${count(million.chunks)} made-up chunks with vectors of 256 dimensions: ${number(million['both p50'])} ms (p50), ${number(million['both p95'])} ms (p95).`,
  ];
}

/** The last line of the table that `npm run attack` writes: | all | tried | failed | | */
function attacks() {
  const [, tried, failed] = /^\| all \| ([\d,]+) \| ([\d,]+) \|/m.exec(
    readFileSync(path('../bench/runs/attack.md'), 'utf8'),
  );
  return `- Attacks of \`npm run attack\`, by hostile files, clones, clients and neighbours: ${tried} tried, ${failed} succeeded.`;
}

function tableOf(title) {
  const table = tables.find((one) => one.title.startsWith(title));
  if (!table) throw new Error(`the last run has no table "${title}"`);
  return table;
}

function rowOf({ title, columns, rows }, name) {
  const [key] = Object.keys(columns);
  const row = rows.find((one) => one[key] === name);
  if (!row) throw new Error(`"${title}" has no row "${name}"`);
  return row;
}

function path(relative) {
  return fileURLToPath(new URL(relative, import.meta.url));
}
