/**
 * Writes the figures of the README, each part between its two markers:
 *
 *     quality   how well froe finds: eval/golden/strategies-*.json, rank_stats.txt, questions.md
 *     figures   how fast it is, and what other chunkers break: bench/runs/latest.json, postgres-1000000.json, attack.md
 *
 * `--check` writes nothing and fails if the README has other figures. A path names another README.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { formats, tableLines } from '../bench/table.mjs';
import { modelsHash } from '../eval/modelsHash.mjs';

/** Columns that both tables have. */
const shared = { time: 'times', 'over the limit': 'percent', 'text lost': 'percent', 'wrong offsets': 'percent' };

const { values, positionals } = parseArgs({
  options: { check: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const { times } = formats;
const readme = positionals[0] ?? path('../README.md');
const run = JSON.parse(readFileSync(path('../bench/runs/latest.json'), 'utf8'));
const tables = Object.values(run.tables).flat();

const parts = {
  quality: [...strategies(), '', ...modes(), '', ownWords()],
  figures: [...code(), '', ...markdown(), '', ...figures()],
};
const before = readFileSync(readme, 'utf8');
const after = Object.entries(parts).reduce((text, [name, lines]) => withPart(text, name, lines.join('\n')), before);
if (!values.check) writeFileSync(readme, after);
else if (before !== after) {
  process.stderr.write('The README has other figures than the last benchmark and evaluation. Run: npm run readme\n');
  process.exitCode = 1;
}

function withPart(text, name, made) {
  const [opening, closing] = [`<!-- ${name}: npm run readme -->`, `<!-- /${name} -->`];
  const [start, end] = [text.indexOf(opening), text.indexOf(closing)];
  if (start < 0 || end < start) throw new Error(`the README has no ${opening} … ${closing}`);
  return `${text.slice(0, start + opening.length)}\n${made}\n${text.slice(end)}`;
}

/** The same search over chunks that were made in different ways. */
function strategies() {
  const names = {
    semantic: '**froe**',
    method: 'one chunk per function or section',
    ast: 'syntax tree, filled up to 512 tokens',
    fixed: 'every 500 tokens',
    file: 'whole files',
    langchain: 'LangChain, recursive by language, 500 tokens',
    chonkie: 'chonkie, recursive, 500 tokens',
    llamaindex: 'LlamaIndex, sentences, 500 tokens',
  };
  const repositories = { httpx: 'httpx', activerecord: 'Active Record' };
  const measures = { mrr: 'MRR', cover2k: 'cover 2k', cover4k: 'cover 4k' };
  const runs = Object.keys(repositories).map((name) => ({
    title: repositories[name],
    ...JSON.parse(readFileSync(path(`../eval/golden/strategies-${name}.json`), 'utf8')),
  }));
  const cells = runs.flatMap((run) =>
    Object.entries(measures).map(([key, measure]) => ({ run, key, column: `${run.title}: ${measure}` })),
  );
  const rows = Object.entries(names).map(([strategy, chunks]) => ({
    'chunks made by': chunks,
    ...Object.fromEntries(
      cells.map(({ run, key, column }) => [
        column,
        run.strategies.find((one) => one.strategy === strategy).metrics[key].mean,
      ]),
    ),
  }));
  const columns = Object.fromEntries(cells.map(({ column }) => [column, 'number']));
  const conditions = runs.map(({ title, files, questions }) => {
    const asked = Object.entries(questions).map(([kind, count]) => `${count} ${kind}`);
    return `${title} (${files} files; questions: ${asked.join(', ')})`;
  });
  return [
    `Measured on ${conditions.join(' and ')}.`,
    '',
    ...tableLines({ 'chunks made by': 'text', ...columns }, rows),
  ];
}

/** froe's own chunks and ranking, by keywords, by vectors and by both. */
function modes() {
  const names = {
    doc2func: 'doc comment → function',
    anchor2section: 'link text → section',
    faq2section: 'question as a heading → section',
    question2code: 'question → code',
    commit2code: 'commit subject → code',
    issue2code: 'issue → code',
  };
  const [head, ...lines] = readFileSync(path('../eval/golden/rank_stats.txt'), 'utf8')
    .split('\n')
    .slice(2)
    .filter(Boolean)
    .map((line) => line.split(/\s+/));
  const stats = lines.filter((line) => line.length === head.length);
  const at = (set, mode, column) =>
    Number(stats.find((line) => line[0] === set && line[1] === mode)[head.indexOf(column)]);
  const models = modelsHash();
  const isCurrent = ([set]) => stats.some((line) => line[0] === set && line.at(-1) === models);
  const rows = Object.entries(names)
    .filter(isCurrent)
    .map(([set, title]) => ({
      'question → answer, MRR': title,
      questions: at(set, 'hybrid', 'questions'),
      'keywords only': at(set, 'keyword', 'mrr'),
      'vectors only': at(set, 'vector', 'mrr'),
      'both (default)': at(set, 'hybrid', 'mrr'),
    }));
  const columns = { 'keywords only': 'number', 'vectors only': 'number', 'both (default)': 'number' };
  return tableLines({ 'question → answer, MRR': 'text', questions: 'count', ...columns }, rows);
}

/** | **all** | chunks | questions | MRR@10 | first five | 2k | 4k | context 2k | context 4k | */
function ownWords() {
  const text = readFileSync(path('../eval/golden/questions.md'), 'utf8');
  const repositories = [...text.matchAll(/^\| [\w-]+\/[\w-]+ \|/gm)].length;
  const [, chunks, questions, mrr, , , , context2k, context4k] = /^\| \*\*all\*\* \|.*$/m
    .exec(text)[0]
    .split('|')
    .slice(1)
    .map((cell) => cell.trim());
  const share = (cell) => formats.number(Number(cell));
  return `${questions} questions as a user or a new colleague asks them, about ${repositories} repositories (${chunks} chunks) that neither the model nor the ranker was trained on: MRR ${share(mrr)}. A context of 2,000 tokens has ${share(context2k)} of the answer's lines, one of 4,000 tokens ${share(context4k)}.`;
}

/** All peers count with froe's tokenizer: the fastest one for them, and the same for all. */
function code() {
  const names = {
    '**froe**': 'froe, no overlap',
    'LlamaIndex `CodeSplitter`, no token count': 'LlamaIndex code, 1,500 characters, no counts',
    'LangChain, by language': 'LangChain by language, froe counts',
    'chonkie, recursive': 'chonkie recursive, froe counts',
    'LlamaIndex, sentences': 'LlamaIndex sentences, froe counts',
  };
  const table = tableOf('Cutting code');
  const rows = Object.entries(names).map(([code, name]) => {
    const row = rowOf(table, name);
    return { ...row, code, ...faults(row), 'functions split': row['torn functions'] / row.functions };
  });
  return tableLines({ code: 'text', ...shared, 'functions split': 'percent' }, rows);
}

function markdown() {
  const names = {
    '**froe**': 'froe, no overlap',
    'LangChain, markdown': 'LangChain markdown, froe counts',
    'chonkie, recursive': 'chonkie recursive, froe counts',
    'LlamaIndex `MarkdownNodeParser`, no limit': 'LlamaIndex markdown, no cap',
    'chunkdown, no token count': 'chunkdown, 1,500 characters, no counts',
  };
  const table = tableOf('Cutting markdown');
  const rows = Object.entries(names).map(([markdown, name]) => {
    const row = rowOf(table, name);
    return {
      ...row,
      markdown,
      ...faults(row),
      'headings lost or separated': (row['headings lost'] + row['headings parted']) / row.headings,
      'fences split': row['torn fences'] / row.fences,
    };
  });
  const columns = { markdown: 'text', ...shared, 'headings lost or separated': 'percent', 'fences split': 'percent' };
  return tableLines(columns, rows);
}

function faults(row) {
  return {
    time: row['time ÷ froe'],
    'over the limit': row['over the cap'],
    'text lost': row.lost,
    'wrong offsets': row['place wrong'],
  };
}

/** One sentence for each table that is not shown. */
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
  const indexing = tableOf('Indexing:');
  const [first, again] = ['from nothing, words only', 'nothing changed, words only'].map((run) => rowOf(indexing, run));
  const most = rowOf(indexing, 'from nothing');
  const modelled = tableOf('Growth: froe index --embedder builtin').rows.at(-1);
  const { count, number, megabytes } = formats;
  return [
    `- **Chunking**: reading, parsing and chunking takes ${perCount(whole, 'prose')} as long as one token count of the same text for prose, ${perCount(whole, 'config')} for configuration files, ${perCount(tableOf('Markdown, as a multiple'), 'markdown')} for Markdown. Code: ${times(rowOf(tableOf('Code, as a multiple'), 'froe, no overlap')['÷ bare'])} of a bare tree-sitter parse and one count. \`--strategy delimited\` parses nothing and takes about a quarter of that time, and splits none of the benchmark's functions that fit; it finds no docstrings, imports and outlines ([when to use it](docs/chunking.md#code-without-a-grammar)).`,
    `- **Counting tokens** of prose takes tiktoken ${slower('tiktoken')} as long as froe, gpt-tokenizer ${slower('gpt-tokenizer countTokens')}, js-tiktoken ${slower('js-tiktoken')}.`,
    `- **Parsing Markdown blocks** takes markdown-it ${longer('markdown-it, blocks')} as long as froe. Parsers that also read inline markup: commonmark.js ${longer('commonmark.js')}, micromark ${longer('micromark, events')}.`,
    `- **Memory**: a text file of ${formats.megabytes(large.MB)} MB takes ${formats.megabytes(large['peak MB'])} MB. Over 10,000 code files, the last third took ${times(growth)} the memory of the middle third.`,
    `- **Indexing** files of npm packages (code and prose, at most 20 kB each) on ${run.cores} cores: ${count(first.files)} files, keywords only (\`--embedder none\`), take ${number(first.seconds)} s, and ${number(again.seconds)} s when nothing has changed. ${count(modelled.files)} files with the built-in model take ${number(modelled.seconds)} s and ${megabytes(modelled['peak MB'])} MB of memory. ${count(most.files)} files with a test embedder of 256 dimensions take ${megabytes(most['peak MB'])} MB of memory.`,
    ...realTrees(),
    `- **Searching** ${count(asked.chunks)} chunks of such files, keywords and built-in model: ${number(asked.p50)} ms (p50), ${number(asked.p95)} ms (p95) in a running process; ${number(cold.p50)} ms as a command in a git repository, from start to exit; ${number(called.p50)} ms as an MCP call.`,
    `- **PostgreSQL**: a search in ${count(million.chunks)} generated chunks with vectors of 256 dimensions takes ${number(million['both p50'])} ms (p50), ${number(million['both p95'])} ms (p95).`,
    attacks(),
  ];
}

/** Clones as they are, tests, translations and all. */
function realTrees() {
  const { times, count, number, megabytes } = formats;
  const indexed = tableOf('Indexing real trees').rows;
  const byRatio = [...indexed].sort((a, b) => a['÷ bare'] - b['÷ bare']);
  const [least, most] = [byRatio[0], byRatio.at(-1)];
  const large = indexed.reduce((a, b) => (b.chunks > a.chunks ? b : a));
  const memory = indexed.reduce((a, b) => (b['peak MB'] > a['peak MB'] ? b : a));
  const answers = tableOf('Questions to real trees').rows.filter(({ tree }) => tree === large.tree);
  const [search, context] = ['search, again', 'context, again'].map((kind) =>
    answers.find(({ asked }) => asked === kind),
  );
  return [
    `- **Real repositories** as they are, with the built-in model, 2 threads: indexing takes ${times(least['÷ bare'])} (${least.tree}) to ${times(most['÷ bare'])} (${most.tree}) the processor time of reading, parsing and counting the same files once; ${large.tree} (${count(large.files)} files, ${count(large.chunks)} chunks) takes ${number(large['wall s'])} s. At most ${megabytes(memory['peak MB'])} MB of memory (${memory.tree}). After one edit in ${large.tree}, \`froe index\` takes ${number(large['one edit: ms more'])} ms of processor time more than \`git status\`. There, a search in a running process takes ${number(search.p50)} ms of processor time, a context of 4,000 tokens ${number(context.p50)} ms (p95 ${number(context.p95)} ms).`,
  ];
}

/** The last line of the table that `npm run attack` writes: | all | tried | failed | | */
function attacks() {
  const [, tried, failed] = /^\| all \| ([\d,]+) \| ([\d,]+) \|/m.exec(
    readFileSync(path('../bench/runs/attack.md'), 'utf8'),
  );
  return `- **Security**: \`npm run attack\` tried ${tried} attacks with hostile files, clones, clients and local users; ${failed} succeeded.`;
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
