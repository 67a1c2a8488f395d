import { chmodSync, existsSync, lstatSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { skill } from '../../src/install/clients.js';
import { folder } from '../folder.js';
import { commandHost } from './hosted.js';

const { run } = commandHost();

describe('froe install', () => {
  it('writes the configuration of a client, once', async () => {
    const root = folder();
    const file = join(root, '.mcp.json');
    expect((await run(root, ['install', 'claude-code'])).stdout).toBe(`wrote ${file}\n`);
    const written = readFileSync(file, 'utf8');
    expect(JSON.parse(written).mcpServers.froe.args).toEqual(['-y', 'froe', 'mcp']);
    expect((await run(root, ['install', 'claude-code'])).stdout).toBe(`${file} already has froe\n`);
    expect(readFileSync(file, 'utf8')).toBe(written);
  });

  it('only shows it on request', async () => {
    const root = folder();
    const { stdout, stderr } = await run(root, ['install', 'codex', '--print']);
    expect(stdout).toBe('[mcp_servers.froe]\ncommand = "npx"\nargs = [ "-y", "froe", "mcp" ]\n');
    expect(stderr).toBe(`froe: for ${join(root, '.codex/config.toml')}\n`);
    expect(existsSync(join(root, '.codex'))).toBe(false);
  });

  it('writes to the target of a link, and keeps a private file private', async () => {
    const home = folder({ 'dotfiles/claude.json': '{ "secret": "x" }\n' });
    const real = join(home, 'dotfiles/claude.json');
    chmodSync(real, 0o600);
    symlinkSync(real, join(home, '.claude.json'));
    const { code } = await run(folder(), ['install', 'claude-code', '--global'], { env: { HOME: home } });
    expect(code).toBe(0);
    expect(lstatSync(join(home, '.claude.json')).isSymbolicLink()).toBe(true);
    expect(JSON.parse(readFileSync(real, 'utf8'))).toMatchObject({ secret: 'x', mcpServers: { froe: {} } });
    expect(statSync(real).mode & 0o777).toBe(0o600);
  });

  it('refuses a file that it cannot change safely, with a hint', async () => {
    const root = folder({ '.gemini/settings.json': '{ "mcpServers": 3 }' });
    const { code, stderr } = await run(root, ['install', 'gemini']);
    expect([code, stderr]).toEqual([
      1,
      `froe: ${join(root, '.gemini/settings.json')} cannot be edited safely\n      Add the output of this command by hand: froe install gemini --print\n`,
    ]);
    expect(readFileSync(join(root, '.gemini/settings.json'), 'utf8')).toBe('{ "mcpServers": 3 }');
  });

  it('writes a skill, and does not overwrite another', async () => {
    const root = folder();
    const file = join(root, '.claude/skills/froe/SKILL.md');
    await run(root, ['install', 'skill']);
    expect(readFileSync(file, 'utf8')).toBe(skill);
    expect(skill).toMatch(/^---\nname: froe\ndescription: .{50,1000}\n---\n/);
    writeFileSync(file, 'mine');
    expect((await run(root, ['install', 'skill'])).code).toBe(1);
    expect(readFileSync(file, 'utf8')).toBe('mine');
  });

  it('refuses an unknown client', async () => {
    const { code, stderr } = await run(folder(), ['install', 'emacs']);
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('claude-code, cursor, vscode, codex, gemini, zed, skill'),
    ]);
  });
});
