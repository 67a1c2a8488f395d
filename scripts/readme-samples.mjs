/**
 * Writes the output of commands into the README, each between its two markers:
 *
 *     chunks   `froe chunk` on examples/notes.txt
 *     answer   a question to this repository, with a small budget so that it can be read
 *
 * `--check` writes nothing and fails if the README differs. The answer changes with
 * every file of the repository, so only the lines that it quotes are checked: their
 * files must still contain them. A path names another README.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const QUESTION = 'how are small neighbours grouped into chunks?';

const { values, positionals } = parseArgs({
  options: { check: { type: 'boolean', default: false } },
  allowPositionals: true,
});
function chunks() {
  const words = ['chunk', 'notes.txt', '--max-tokens', '40'];
  // On a terminal this is the default.
  return `$ npx froe ${words.join(' ')}\n${froe([...words, '--human'], path('../examples'))}`;
}

function answer() {
  // The README itself contains the question word for word.
  const flags = ['--budget', '700', '--format', 'human', '--exclude', 'README.md'];
  const place = mkdtempSync(join(tmpdir(), 'froe-readme-'));
  try {
    froe(['index', '.', '--index', join(place, 'index.db')], path('..')); // all of it, before the question
    const said = froe(['context', QUESTION, '.', ...flags, '--index', join(place, 'index.db')], path('..'));
    return `$ npx froe context "${QUESTION}" . ${flags.join(' ')}\n${said}`;
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

function froe(words, cwd) {
  return execFileSync(process.execPath, [path('../dist/cli/main.js'), ...words], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, NO_COLOR: '1', COLUMNS: '80' },
  });
}

/** `   src/app.py:1-8,20-24 | active`: the line above a passage. */
const ABOVE = /^ {3}(?=\S+:\d[\d,-]* \|)/m;
/** The line after the last passage. */
const BELOW = /^── Dependencies ─/m;
/** Notes in a passage on lines that were left out. */
const LEFT_OUT = /…|\(truncated: \d+ lines|Full source: /;
/** `   > Guide › Install`: the headings above a passage of a document. */
const HEADINGS = /^ {3}> /;

/** Lines of passages that their file does not contain. Line numbers are not checked: an edit above shifts them. */
function misquoted(sample) {
  const passages = sample.split(BELOW)[0].split(ABOVE).slice(1);
  if (passages.length === 0) return ['nothing at all'];
  return passages.flatMap((passage) => {
    const [, file] = /^(\S+?):\d/.exec(passage);
    const source = existsSync(path(`../${file}`)) ? readFileSync(path(`../${file}`), 'utf8').split('\n') : [];
    const there = new Set(source.map((line) => line.trim()));
    const quoted = passage
      .split('\n')
      .filter((line) => line.startsWith('   ') && !LEFT_OUT.test(line) && !HEADINGS.test(line));
    return quoted.filter((line) => !there.has(line.trim())).map((line) => `${file}: ${line.trim()}`);
  });
}

function sampleIn(readmeText, name) {
  const [start, end] = [`<!-- ${name}: npm run readme -->`, `<!-- /${name} -->`];
  const [from, to] = [readmeText.indexOf(start), readmeText.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`the README has no ${start} … ${end}`);
  return readmeText.slice(from + start.length, to);
}

function withSample(readmeText, name, printed) {
  const lines = printed.trimEnd().split('\n');
  const fenced = `\n\`\`\`\`\n${lines.map((line) => line.trimEnd()).join('\n')}\n\`\`\`\`\n`;
  const before = `<!-- ${name}: npm run readme -->${sampleIn(readmeText, name)}`;
  return readmeText.replace(before, () => `<!-- ${name}: npm run readme -->${fenced}`);
}

const readme = positionals[0] ?? path('../README.md');
const text = readFileSync(readme, 'utf8');
const withChunks = withSample(text, 'chunks', chunks());
if (!values.check) writeFileSync(readme, withSample(withChunks, 'answer', answer()));
else {
  const wrong = [
    ...(withChunks === text ? [] : ['The sample of froe chunk in the README is not what the command prints.']),
    ...misquoted(sampleIn(text, 'answer')).map((line) => `The README quotes what its file does not have: ${line}`),
  ];
  if (wrong.length > 0) {
    process.stderr.write(`${wrong.join('\n')}\nRun: npm run readme\n`);
    process.exitCode = 1;
  }
}
