import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { resultOf, start } from './command.js';
import { cleanEnvironment, project, run } from './indexed.js';

describe('froe view', () => {
  it('prints its address, serves the page and its API, and ends with a signal', async () => {
    const child = start(project(), ['view', '--port', '0'], { env: cleanEnvironment() });
    const done = resultOf(child);
    const [line] = (await once(child.stdout ?? child, 'data')) as [Buffer];
    const address = new URL(String(line).trim());
    expect(address.href).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\?token=[0-9a-f]{48}$/);
    const url = `${address.origin}/`;
    const headers = { authorization: `Bearer ${address.searchParams.get('token')}` };
    const page = await fetch(url, { headers });
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const { files } = (await (await fetch(`${url}api/files`, { headers })).json()) as { files: { path: string }[] };
    expect(files.map(({ path }) => path)).toEqual(['README.md', 'notes.txt', 'src/client.py']);
    // Cut as the index was: by the very settings that the command works out.
    const file = (await (await fetch(`${url}api/file?path=src/client.py`, { headers })).json()) as {
      asIndexed: boolean;
    };
    expect(file.asIndexed).toBe(true);
    expect((await fetch(`${url}api/sync`, { method: 'POST', headers })).status).toBe(403);
    child.kill('SIGINT');
    const { code, stderr } = await done;
    expect(code).toBe(130);
    expect(stderr).toMatch(/serving .*, read-only; press Ctrl-C to stop/);
  });

  it('listens on other interfaces only with a token', async () => {
    const { code, stderr } = await run(project(), ['view', '--host', '0.0.0.0', '--port', '0']);
    expect(code).toBe(2);
    expect(stderr).toContain('0.0.0.0 is reachable from other machines and requires a token');
  });

  it.each([
    ['--port', '70000'],
    ['--port', 'many'],
  ])('refuses %s %s', async (...words) => {
    const { code, stderr } = await run(project(), ['view', ...words]);
    expect(code).toBe(2);
    expect(stderr).not.toMatch(/^\s+at /m);
  });

  it('reports that a port is in use', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as { port: number }; // it listens on a port
    const { code, stderr } = await run(project(), ['view', '--port', `${port}`]);
    taken.close();
    expect(code).toBe(1);
    expect(stderr).toContain(`127.0.0.1:${port} is taken`);
  });
});
