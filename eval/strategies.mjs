/**
 * Chunking strategies compared on a real corpus; the result is committed:
 *
 *     node eval/strategies.mjs NAME CORPUS [flags of froe eval]
 *
 * writes eval/golden/strategies-NAME.json and .md. CORPUS is a folder; its path
 * is not stored.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { reportTable } from '../build/eval/reportTable.js';

const [name, corpus, ...flags] = process.argv.slice(2);
if (!name || !corpus) throw new Error('node eval/strategies.mjs NAME CORPUS [flags of froe eval]');
const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const words = [path('../dist/cli/main.js'), 'eval', corpus, '--json', ...flags];
const report = JSON.parse(
  execFileSync(process.execPath, words, { encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'inherit'] }),
);
writeFileSync(path(`golden/strategies-${name}.json`), `${JSON.stringify(report, undefined, 1)}\n`);
const shown = flags.map((flag) => (flag.includes('/') ? 'FOLDER' : flag)).join(' ');
writeFileSync(
  path(`golden/strategies-${name}.md`),
  [
    `# Ways of cutting ${name}`,
    '',
    `\`node eval/strategies.mjs ${name} CORPUS ${shown}\``.replace(' `', '`'),
    '',
    reportTable(report),
    ...report.strategies.map(({ strategy, about }) => `- **${strategy}**: ${about}`),
    '',
  ].join('\n'),
);
