/** Prints tables, and keeps them in bench/runs/NAME.md and .json when they are to be kept; what grows is drawn beside them. */
import { writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { drawn } from './plot.mjs';
import { aligned, markdown } from './table.mjs';

export function keepRun(name, title, tables, isKept) {
  for (const table of tables) process.stdout.write(`${aligned(table)}\n`);
  if (!isKept) return;
  const about = {
    when: new Date().toISOString().slice(0, 10),
    cpu: cpus()[0]?.model ?? '',
    cores: availableParallelism(),
  };
  const keep = (file, text) => writeFileSync(new URL(`runs/${file}`, import.meta.url), text);
  keep(`${name}.json`, `${JSON.stringify({ about, tables }, null, 2)}\n`);
  const parts = tables.map((table, i) => {
    if (!table.plot) return markdown(table);
    const picture = `${name}-${i + 1}.svg`;
    keep(picture, drawn(table));
    return `${markdown(table)}\n![${table.title}](${picture})\n`;
  });
  const said = `${about.when}, ${about.cores} cores of ${about.cpu}.`;
  keep(`${name}.md`, `# ${title}\n\n${said}\n\n${parts.join('\n')}`);
}
