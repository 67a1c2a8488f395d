/** A clone with links where `froe install` writes: nothing is written or read through one that leads outside of the project. */
import { execFileSync } from 'node:child_process';
import { lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FroeError } from '../../src/errors.js';
import { clientNames, clients } from '../../src/install/clients.js';
import { readConfigText, replaceConfigText } from '../../src/install/configFile.js';
import { commandHost } from '../cli/hosted.js';
import { folder } from '../folder.js';

const { run } = commandHost();

const MINE = '{ "mine": true }\n';
const outside = (): string => folder({ 'mine.json': MINE });
const untouched = (at: string): void => {
  expect(readdirSync(at)).toEqual(['mine.json']);
  expect(readFileSync(join(at, 'mine.json'), 'utf8')).toBe(MINE);
};

const files = clientNames.map((name) =>
  clients[name].project({ root: '', home: '', platform: process.platform, env: {} }),
);
const places = [...files, '.claude/skills/froe/SKILL.md'];

/** A link in a clone. */
function linked(path: string, target: string): string {
  const root = folder();
  mkdirSync(dirname(join(root, path)), { recursive: true });
  symlinkSync(target, join(root, path));
  return root;
}

function refused(root: string, path: string, message: RegExp): void {
  const read = (): string => readConfigText(join(root, path), root);
  expect(read).toThrow(FroeError);
  expect(read).toThrow(message);
}

describe('a link in the place of a client’s file', () => {
  it.each(places)('is refused: %s', (path) => {
    const at = outside();
    for (const target of ['mine.json', 'new.json']) refused(linked(path, join(at, target)), path, /is a symbolic link/);
    untouched(at);
  });

  it.each(places.filter((path) => dirname(path) !== '.'))('is refused as a parent folder: %s', (path) => {
    const at = outside();
    const top = path.split('/')[0];
    refused(linked(top, at), path, /leads outside of/);
    refused(linked(top, join(at, 'nowhere')), path, /is a symbolic link to nothing/);
    untouched(at);
  });

  it('is reported by the command, with a hint', async () => {
    const at = outside();
    const root = linked('.mcp.json', join(at, 'mine.json'));
    const { code, stderr } = await run(root, ['install', 'claude-code']);
    expect(code).toBe(1);
    expect(stderr).toBe(
      `froe: ${join(root, '.mcp.json')} is a symbolic link\n` +
        '      froe does not write through it. Remove it, or write to your own configuration with --global.\n',
    );
    const other = linked('.cursor', at);
    expect((await run(other, ['install', 'cursor'])).stderr).toContain(`${join(other, '.cursor')} leads outside of`);
    untouched(at);
  });

  it('is accepted if it is a folder of the project itself', () => {
    const root = folder({ 'tools/x': '' });
    symlinkSync('tools', join(root, '.cursor'));
    expect(readConfigText(join(root, '.cursor', 'mcp.json'), root)).toBe('');
    replaceConfigText(join(root, '.cursor', 'mcp.json'), MINE);
    expect(readFileSync(join(root, 'tools', 'mcp.json'), 'utf8')).toBe(MINE);
  });

  it('is not followed under the name of a draft', () => {
    const [at, root] = [outside(), folder()];
    for (const name of ['.mcp.json.froe', `.mcp.json.${process.pid}.froe`])
      symlinkSync(join(at, 'mine.json'), join(root, name));
    expect(() => replaceConfigText(join(root, '.mcp.json'), 'x')).toThrow(/could not be written/);
    untouched(at);
  });

  it('does not block on a pipe', () => {
    const root = folder();
    execFileSync('mkfifo', [join(root, '.mcp.json')]);
    refused(root, '.mcp.json', /not a regular file/);
    expect(() => readConfigText(join(root, '.mcp.json'), undefined)).toThrow(/could not be read/);
    expect(lstatSync(join(root, '.mcp.json')).isFIFO()).toBe(true);
  });
});
