/**
 * Writes what the README's first command answers, between two markers: a
 * question to this repository, asked with a small budget so that it can be read.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const START = '<!-- answer: npm run readme -->';
const END = '<!-- /answer -->';
const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const QUESTION = 'how is a source cut into chunks?';
// The README itself has the question in it, word for word.
const flags = ['--budget', '800', '--format', 'human', '--exclude', 'README.md'];
const words = ['context', QUESTION, '.', ...flags];

const place = mkdtempSync(join(tmpdir(), 'froe-readme-'));
try {
  const answer = execFileSync(
    process.execPath,
    [path('../dist/cli/main.js'), ...words, '--index', join(place, 'index.db')],
    {
      cwd: path('..'),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...process.env, NO_COLOR: '1', COLUMNS: '80' },
    },
  );
  const readme = path('../README.md');
  const text = readFileSync(readme, 'utf8');
  const [start, end] = [text.indexOf(START), text.indexOf(END)];
  if (start < 0 || end < start) throw new Error(`the README has no ${START} … ${END}`);
  const shown = `$ npx froe context "${QUESTION}" . ${flags.join(' ')}\n${answer.trimEnd()}`;
  writeFileSync(readme, `${text.slice(0, start + START.length)}\n\`\`\`\`\n${shown}\n\`\`\`\`\n${text.slice(end)}`);
} finally {
  rmSync(place, { recursive: true, force: true });
}
