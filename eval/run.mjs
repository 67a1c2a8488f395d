/**
 * npm run eval
 *
 * Without options: this repository, asked about itself (`froe eval`), which fails below a floor.
 * With --questions or --ablate: whole trees of others, asked in people's own words (questions.mjs).
 */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const FLOOR = 'mrr=0.15,cover4k=0.3';
const words = process.argv.slice(2);
const others = words.includes('--questions') || words.includes('--ablate');
const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const includes = ['src', 'docs', 'README.md'].flatMap((path) => ['--include', path]);
const own = ['eval', at('..'), ...includes, '--strategies', 'semantic,fixed', '--fail-under', FLOOR];
const script = others ? at('questions.mjs') : at('../dist/cli/main.js');
try {
  const given = others ? words.filter((word) => word !== '--questions') : [...own, ...words];
  execFileSync(process.execPath, [script, ...given], { stdio: 'inherit' });
} catch ({ status }) {
  process.exitCode = status ?? 1;
}
