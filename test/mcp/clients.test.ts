/** Clients that disconnect, connect in pairs, name their folders, or may not write. */
import { existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { lockFile } from '../../src/store/sqlite/indexFile.js';
import { froe, resultOf, start } from '../cli/command.js';
import { folder } from '../folder.js';
import { connectOverStdio, environment, indexOf, project, refusal, structuredAnswer, waitUntil } from './served.js';

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

describe('a client that disconnects', () => {
  it('ends its server', async () => {
    const { client, transport } = await connectOverStdio({ words: [project()] });
    const pid = transport.pid ?? 0;
    expect(isAlive(pid)).toBe(true);
    await client.close();
    await waitUntil(() => !isAlive(pid));
  });

  it('ends its server even if it is killed while indexing', async () => {
    const files = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`f${i}.md`, `# Title ${i}\n\nText.\n`]));
    const root = folder(files);
    const pids = join(folder(), 'pids');
    // A client in a process of its own, so that it can be killed: it says hello, and nothing more.
    const hello = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'doomed', version: '1' } },
    });
    const script = `
      import { spawn } from 'node:child_process';
      import { writeFileSync } from 'node:fs';
      const server = spawn(process.execPath, ${JSON.stringify([fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url)), 'mcp', root])});
      server.stdin.write(${JSON.stringify(`${hello}\n`)});
      server.stdout.once('data', () => writeFileSync(${JSON.stringify(pids)}, String(server.pid)));
    `;
    const doomed = start(root, [], { node: ['--input-type=module', '-e', script], env: environment() });
    // A file is there before anything is in it, and 0 would be this very process.
    await waitUntil(() => existsSync(pids) && readFileSync(pids, 'utf8') !== '');
    const server = Number(readFileSync(pids, 'utf8'));
    expect(isAlive(server)).toBe(true);
    doomed.kill('SIGKILL');
    await waitUntil(() => !isAlive(server));
    const { code, stdout } = await froe(root, ['doctor'], { env: environment() });
    expect([code, stdout]).toEqual([0, expect.stringContaining('ok  index')]); // nothing half-written is left
  });
});

it('writes nothing but the protocol to stdout', async () => {
  const root = project({ 'broken.pdf': '%PDF-1.4 not really', 'latin.txt': new Uint8Array([0xe9, 0x0a]) });
  const child = start(root, ['mcp', root], { env: environment() });
  const done = resultOf(child);
  const send = (message: object): unknown => child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const clientInfo = { name: 'raw', version: '1' };
  send({ id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } });
  send({ method: 'notifications/initialized' });
  send({ id: 2, method: 'tools/call', params: { name: 'search', arguments: { query: 'trees' } } });
  child.stdin?.write('this is no message\n');
  let seen = '';
  child.stdout?.on('data', (part) => {
    seen += part;
  });
  await waitUntil(() => seen.includes('"id":2'));
  child.stdin?.end();
  const { code, stdout } = await done;
  expect(code).toBe(0);
  const messages = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(messages.every(({ jsonrpc }) => jsonrpc === '2.0')).toBe(true);
});

it('answers requests before the end of its input', async () => {
  const root = project();
  const clientInfo = { name: 'piped', version: '1' };
  const messages = [
    { id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } },
    { method: 'notifications/initialized' },
    ...[2, 3, 4].map((id) => ({ id, method: 'tools/call', params: { name: 'search', arguments: { query: 'trees' } } })),
  ];
  const input = messages.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join('');
  const { code, stdout } = await froe(root, ['mcp', root], { env: environment(), input });
  const ids = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).id);
  expect([code, ids.filter((id) => id !== undefined).sort()]).toEqual([0, [1, 2, 3, 4]]);
});

it('stops a cancelled request, and answers the next one', async () => {
  const root = project();
  const { client } = await connectOverStdio({ words: [root] });
  try {
    // Both runs of the start are over: nobody else waits for one.
    await waitUntil(async () => {
      const { watching, indexing } = await structuredAnswer(client, 'status', {});
      return watching === true && indexing === undefined;
    });
    const release = lockFile(`${indexOf(root)}-writer`, 5000);
    const stop = new AbortController();
    const asked = client.callTool({ name: 'status', arguments: { refresh: true } }, undefined, { signal: stop.signal });
    const refused = expect(asked).rejects.toThrow('enough');
    await waitUntil(async () => (await structuredAnswer(client, 'status', {})).indexing === 0);
    stop.abort('enough');
    await refused;
    // Its run waited for the lock, and gives up although nobody has let go of it.
    await waitUntil(async () => (await structuredAnswer(client, 'status', {})).indexing === undefined);
    release?.();
    expect(await structuredAnswer(client, 'status', { refresh: true })).toMatchObject({ sources: 5, stale: 0 });
  } finally {
    await client.close();
  }
});

it('serves two clients on one index', async () => {
  const root = project();
  const env = environment(); // of one user: an index that somebody else is writing is refused
  const [one, two] = await Promise.all([
    connectOverStdio({ words: [root], env }),
    connectOverStdio({ words: [root], env }),
  ]);
  try {
    const query = { query: 'parse_url', limit: 1 };
    const answers = await Promise.all([
      structuredAnswer(one.client, 'search', query),
      structuredAnswer(two.client, 'search', query),
    ]);
    expect(answers[0].hits).toMatchObject([{ path: 'src/parse.py' }]);
    expect(answers[1].hits).toEqual(answers[0].hits); // one of them may still say that it is looking for changes
    writeFileSync(join(root, 'src/parse.py'), 'def parse_url(url):\n    return url.partition(":")\n');
    const refreshed = await Promise.all([
      structuredAnswer(one.client, 'status', { refresh: true }),
      structuredAnswer(two.client, 'status', { refresh: true }),
    ]);
    expect(refreshed.map(({ trouble }) => trouble)).toEqual([undefined, undefined]);
    for (const { client } of [one, two])
      expect((await structuredAnswer(client, 'read', { target: 'src/parse.py:2' })).text).toBe(
        '2      return url.partition(":")\n',
      );
  } finally {
    await Promise.all([one.client.close(), two.client.close()]);
  }
});

describe('a client that names its folders', () => {
  it('gets the first of them as root', async () => {
    const root = project();
    const { client } = await connectOverStdio({ cwd: folder(), roots: [root] });
    try {
      expect(await structuredAnswer(client, 'status', { refresh: true })).toMatchObject({ root, sources: 5 });
      expect(existsSync(indexOf(root))).toBe(true);
      expect(await refusal(client, 'read', { target: '/etc/passwd' })).toContain('outside of the root');
    } finally {
      await client.close();
    }
  });

  it('queries all of them at once, and gets the root of each hit', async () => {
    const [api, web] = ['api', 'web'].map((name) =>
      join(folder({ [`${name}/tale.md`]: `# Heron of ${name}\n` }), name),
    );
    const { client } = await connectOverStdio({ cwd: folder(), roots: [api, web] });
    try {
      const { hits } = await structuredAnswer(client, 'search', { query: 'heron' });
      const found = hits as readonly { readonly path: string; readonly root: string }[]; // as the output schema has it
      expect(found.map(({ path, root }) => [path, root]).sort()).toEqual([
        ['api/tale.md', 'api'],
        ['web/tale.md', 'web'],
      ]);
      expect((await structuredAnswer(client, 'read', { address: 'web/tale.md' })).text).toContain('Heron of web');
      expect((await structuredAnswer(client, 'search', { query: 'in:api heron' })).hits).toHaveLength(1);
      const { roots, root, sources } = await structuredAnswer(client, 'status', {});
      expect([roots, root, sources]).toEqual([[`api=${realpathSync(api)}`, `web=${realpathSync(web)}`], undefined, 2]);
    } finally {
      await client.close();
    }
  });

  it('is limited to them if they are inside the root', async () => {
    const root = project();
    const { client } = await connectOverStdio({ words: [root], roots: [join(root, 'src')] });
    try {
      const { hits } = await structuredAnswer(client, 'search', { query: 'url request trees listening' });
      expect((hits as { path: string }[]).map(({ path }) => path).sort()).toEqual(['src/client.py', 'src/parse.py']);
      expect(await refusal(client, 'read', { target: 'README.md' })).toContain('outside of the root');
      expect((await structuredAnswer(client, 'search', { query: 'trees', paths: ['docs/*'] })).hits).toEqual([]);
      expect((await structuredAnswer(client, 'search', { query: 'trees path:docs' })).hits).toEqual([]);
      expect((await structuredAnswer(client, 'outline', {})).files).toBe(2);
      const { resources } = await client.listResources();
      expect(resources).toHaveLength(3);
    } finally {
      await client.close();
    }
  });

  it('below an index uses that index, and makes no other', async () => {
    const root = project();
    const env = environment();
    const first = await connectOverStdio({ words: [root], env });
    await structuredAnswer(first.client, 'status', { refresh: true });
    await first.client.close();
    const inside = join(root, 'src');
    for (const start of [{ words: [inside] }, { cwd: folder(), roots: [inside] }]) {
      const { client } = await connectOverStdio({ ...start, env });
      try {
        const { hits } = await structuredAnswer(client, 'search', { query: 'url request trees listening' });
        expect((hits as { path: string }[]).map(({ path }) => path).sort()).toEqual(['src/client.py', 'src/parse.py']);
        expect(existsSync(indexOf(inside))).toBe(false);
      } finally {
        await client.close();
      }
    }
  });

  it('without folders does not get the home of the user', async () => {
    const home = folder({ 'letter.txt': 'private' });
    const { client } = await connectOverStdio({ cwd: home, env: { HOME: home } });
    try {
      expect(await refusal(client, 'search', { query: 'letter' })).toBe(
        `${home} is not a project. Name the folder: froe mcp <path>`,
      );
    } finally {
      await client.close();
    }
    expect(existsSync(indexOf(home))).toBe(false);
  });
});

describe('the format of a context', () => {
  const formFor = async (name: string, env: Record<string, string> = {}): Promise<unknown> => {
    const { client } = await connectOverStdio({ words: [root], name, env });
    try {
      return String((await structuredAnswer(client, 'get_context', { query: 'trees' })).text).slice(0, 17);
    } finally {
      await client.close();
    }
  };
  const root = project();

  it('depends on the configuration, then on the client', async () => {
    expect(await formFor('claude-code')).toBe('<codebase_context');
    expect(await formFor('claude-code', { FROE_FORMAT: 'gpt' })).toMatch(/^#/);
  });
});

it('does not write without permission', async () => {
  const { client } = await connectOverStdio({ words: [project()] });
  try {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).not.toContain('artifact_ingest');
    expect(await refusal(client, 'artifact_ingest', { content: 'x' })).toBe(
      'artifact_ingest is not allowed. The server was started without --write.',
    );
    expect(await refusal(client, 'artifact_forget', { ids: ['art_x'] })).toContain('not allowed');
  } finally {
    await client.close();
  }
});

it('reports an error of its folder before a client connects', async () => {
  const { code, stdout, stderr } = await froe(folder(), ['mcp', 'nowhere'], { env: environment() });
  expect([code, stdout, stderr]).toEqual([1, '', 'froe: nowhere does not exist\n']);
});
