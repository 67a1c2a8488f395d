/** Prints tables, and keeps them in bench/runs/NAME.md and .json when they are to be kept. */
import { writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { aligned, markdown } from './table.mjs';

export function keepRun(name, title, tables, isKept) {
  for (const table of tables) process.stdout.write(`${aligned(table)}\n`);
  if (!isKept) return;
  const about = {
    when: new Date().toISOString().slice(0, 10),
    cpu: cpus()[0]?.model ?? '',
    cores: availableParallelism(),
  };
  const file = (ending) => new URL(`runs/${name}.${ending}`, import.meta.url);
  writeFileSync(file('json'), `${JSON.stringify({ about, tables }, null, 2)}\n`);
  const said = `${about.when}, ${about.cores} cores of ${about.cpu}.`;
  writeFileSync(file('md'), `# ${title}\n\n${said}\n\n${tables.map(markdown).join('\n')}`);
}
