/** `froe get`, and that it accepts the addresses other commands print, from any folder. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { folder } from '../folder.js';
import { resultOf, start } from './command.js';
import { commandHost } from './hosted.js';
import { cleanEnvironment } from './indexed.js';

const { run } = commandHost();

const files = {
  'src/client.py':
    '"""Talks to a server."""\n\n\nclass Client:\n    """One server."""\n\n    def send(self):\n        return "elm"\n\n    def close(self):\n        pass\n',
  'src/deep/app.py': 'from src.client import Client\n\n\ndef main(client: Client):\n    client.send()\n',
  'README.md': '# Wood\n\nAbout elms and clients.\n',
  'crlf.txt': 'one\r\ntwo\r\nthree',
  'utf16.txt': Buffer.from('\ufefföne\r\ntwo\r\n', 'utf16le'),
  'broken.txt': Buffer.from([0x61, 0xff, 0x0a, 0xe2, 0x82]),
  'empty.py': '',
};

const root = folder(files);
const get = (cwd: string, ...words: string[]) => run(cwd, ['get', ...words]);
const inSrc = join(root, 'src');

beforeAll(async () => {
  expect((await run(root, ['index', '--no-embed'])).code).toBe(0);
});

describe('froe get', () => {
  it('writes the bytes of the file', async () => {
    for (const path of Object.keys(files)) {
      const child = start(root, ['get', path], { env: cleanEnvironment() });
      const parts: Buffer[] = [];
      child.stdout?.on('data', (part) => parts.push(part));
      child.stdin?.end();
      expect((await resultOf(child)).code).toBe(0);
      expect({ path, bytes: Buffer.concat(parts) }).toEqual({ path, bytes: readFileSync(join(root, path)) });
    }
  });

  it('takes every form of address', async () => {
    const send = '    def send(self):\n        return "elm"\n';
    for (const address of [
      'client.py:7-8',
      './client.py#Client.send',
      'src/client.py#send',
      'Client.send',
      'Client#send',
    ])
      expect(await get(inSrc, address)).toMatchObject({ code: 0, stdout: send });
    expect((await get('/', join(root, 'src/client.py:7-8'), '--root', root)).stdout).toBe(send);
    expect((await get(root, 'main:src/client.py:7')).stdout).toBe('    def send(self):\n');
  });

  it('suggests similar names, and exits with 1', async () => {
    const refused = async (address: string, message: RegExp, cwd = root): Promise<void> => {
      const { code, stdout, stderr } = await get(cwd, address);
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toMatch(message);
    };
    await refused('src/client.py#Nope', /Not in the index: src\/client\.py#Nope\n {6}Did you mean src\/client\.py#/);
    await refused('client.py#Clinet', /Did you mean client\.py#Client/, inSrc);
    await refused('src/client.py:9999', /has no line 9999\n {6}It has lines 1 to 11/);
    await refused('src/cleint.py', /Did you mean src\/client\.py\?/);
    await refused('Cliend', /Did you mean Client/);
    await refused('src', /src is a folder/);
    await refused('../../etc/passwd', /outside of the root/);
  });

  it('shows records', async () => {
    const { stdout } = await get(inSrc, 'client.py', '--json');
    const records = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(records.map(({ file_path }) => file_path)).toEqual(records.map(() => 'src/client.py'));
  });
});

describe('an address that commands print', () => {
  it('resolves from a subfolder, in froe and in other programs', async () => {
    const deep = join(root, 'src/deep');
    const { stdout } = await run(deep, ['search', 'client elm', '--files', '--no-embed']);
    const paths = stdout.trim().split('\n');
    expect(paths).toEqual(expect.arrayContaining(['../client.py', 'app.py', '../../README.md']));
    const cat = spawnSync('xargs', ['cat'], { cwd: deep, input: stdout, encoding: 'utf8' });
    expect([cat.status, cat.stderr]).toEqual([0, '']);
    for (const path of paths) expect((await get(deep, path)).stdout).toBe(readFileSync(join(deep, path), 'utf8'));

    const found = await run(deep, ['search', 'client elm', '--no-embed']);
    const locations = [...found.stdout.matchAll(/^\d+\. (\S+:\d+-\d+) /gm)].map(([, location]) => location);
    expect(locations.length).toBeGreaterThan(2);
    for (const location of locations) {
      const [, path, from, to] = /^(.+):(\d+)-(\d+)$/.exec(location) ?? [];
      const lines = readFileSync(join(deep, path), 'utf8').split(/(?<=\n)/);
      expect((await get(deep, location)).stdout).toBe(lines.slice(Number(from) - 1, Number(to)).join(''));
    }

    const refs = await run(deep, ['refs', '../client.py#Client.send']);
    expect(refs.stdout).toBe('../client.py:7-8  Client.send\n  <- app.py:5  main (calls)\n');
    expect((await run(deep, ['impact', '../client.py:8'])).stdout).toBe(
      '../client.py:7-8  Client.send\n1  app.py:5  main (calls Client.send)\n',
    );
  });

  it('in JSON is the same from every folder', async () => {
    for (const command of [
      ['search', 'client elm', '--json', '--no-embed'],
      ['refs', 'Client.send', '--json'],
    ])
      expect((await run(inSrc, command)).stdout).toBe((await run(root, command)).stdout);
  });

  it('from outside the root is the whole path', async () => {
    const beside = folder();
    const { stdout } = await run(beside, ['search', 'client elm', root, '--files', '--no-embed']);
    for (const path of stdout.trim().split('\n')) expect(path.startsWith(`${root}/`)).toBe(true);
  });

  it('of an artifact resolves', async () => {
    const own = folder({ 'a.py': 'x = 1\n' });
    mkdirSync(join(own, '.froe'));
    const outside = folder({ 'chat.txt': 'Ann: the larch is tall\nBob: yes\nAnn: indeed\n' });
    writeFileSync(join(outside, 'other.txt'), 'nothing\n');
    await run(own, ['index', '--no-embed']);
    const taken = await run(own, ['ingest', join(outside, 'chat.txt'), '--type', 'chat', '--no-embed']);
    expect(taken.code).toBe(0);
    const found = await run(own, ['search', 'larch', '--no-embed']);
    const location = /^1\. (.+?:\d+-\d+) /m.exec(found.stdout)?.[1] ?? '';
    expect((await get(own, location)).stdout).toBe('Ann: the larch is tall\nBob: yes\nAnn: indeed\n');
  });
});
