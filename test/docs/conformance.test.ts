/**
 * docs/conformance.md lists what froe has to do, with commands that show it. They are run here, in a copy of
 * test/fixtures for each part of the page, from top to bottom:
 *
 *     | what is asked | `froe get essay.txt#99` | exit 1, `has no chunk 99`, not `chunk 98` |
 *
 * What stands in backquotes in the last column must be in what the commands of the row print together, on either
 * stream; what stands there behind "not" must not. The last command ends with 0 unless the column says `exit`. Beside
 * `froe` there is `cp`, and `< file` for standard input. A row without a command names the test that holds it.
 */
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandHost } from '../cli/hosted.js';
import { folder } from '../folder.js';

const { froe } = commandHost();

interface Row {
  readonly asked: string;
  readonly commands: readonly string[];
  readonly exit: number;
  readonly prints: readonly string[];
  readonly lacks: readonly string[];
}

const parts = readFileSync('docs/conformance.md', 'utf8')
  .split(/^## /m)
  .slice(1)
  .map((part) => ({ title: part.slice(0, part.indexOf('\n')), rows: rowsOf(part) }));

function rowsOf(part: string): Row[] {
  const [, , ...lines] = part.split('\n').filter((line) => line.startsWith('|'));
  return lines.map((line) => {
    const [asked, commands, gives] = line.slice(2, -2).split(' | ');
    if (line.split('`').length % 2 === 0) throw new Error(`A backquote is not closed: ${line}`);
    const [prints, lacks = ''] = gives.split(/, not (?=`)/);
    return {
      asked,
      commands: quoted(commands),
      exit: Number(/\bexit (\d)/.exec(gives)?.[1] ?? 0),
      prints: quoted(prints),
      lacks: quoted(lacks),
    };
  });
}

/** In a table `\|` is a bar. */
function quoted(cell: string): string[] {
  return Array.from(cell.matchAll(/`([^`]+)`/g), ([, text]) => text.replaceAll('\\|', '|'));
}

/** Words as a shell parts them: `"two words"` is one. */
function words(command: string): string[] {
  return Array.from(command.matchAll(/"([^"]*)"|(\S+)/g), ([, inside, plain]) => inside ?? plain);
}

interface Done {
  readonly code: number | null;
  readonly said: string;
}

async function run(root: string, command: string): Promise<Done> {
  const [line, input] = command.split(' < ');
  const all = words(line);
  const at = all.indexOf('froe');
  if (all[0] === 'cp') {
    cpSync(join(root, all[1]), join(root, all[2]));
    return { code: 0, said: '' };
  }
  expect(at, command).not.toBe(-1);
  const env = Object.fromEntries(all.slice(0, at).map((word) => word.split('=')));
  const { code, stdout, stderr } = await froe(root, all.slice(at + 1), {
    env,
    ...(input === undefined ? {} : { input: readFileSync(join(root, input)) }),
  });
  return { code, said: stdout + stderr };
}

describe.each(parts)('$title', ({ rows }) => {
  const root = folder();
  cpSync('test/fixtures', root, { recursive: true });
  /** What only cuts files says the same every time: it is run once. */
  const cuts = new Map<string, Promise<Done>>();
  const runOnce = (command: string): Promise<Done> => {
    if (!command.startsWith('froe chunk')) return run(root, command);
    const done = cuts.get(command) ?? run(root, command);
    cuts.set(command, done);
    return done;
  };

  it.each(rows.filter(({ commands }) => !commands[0].startsWith('test/')))(
    '$asked',
    async ({ commands, exit, prints, lacks }) => {
      let said = '';
      let code: number | null = 0;
      for (const command of commands) {
        const done = await runOnce(command);
        said += done.said;
        code = done.code;
      }
      expect(code, said).toBe(exit);
      for (const text of prints) expect(said).toContain(text);
      for (const text of lacks) expect(said).not.toContain(text);
    },
  );

  it('has an output in every row, and names existing tests', () => {
    for (const { asked, commands, prints } of rows) {
      expect(commands, asked).not.toEqual([]);
      expect(commands[0].startsWith('test/') || prints.length > 0, asked).toBe(true);
    }
    for (const { commands } of rows)
      for (const path of commands.filter((command) => command.startsWith('test/')))
        expect(existsSync(path), path).toBe(true);
  });
});
