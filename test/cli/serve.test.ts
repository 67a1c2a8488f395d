/** A team's database from the command line: tenants, workers, the server. */
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { freshTenant, server } from '../postgres/stores.js';
import { start } from './command.js';
import { cleanEnvironment, project, run } from './indexed.js';

describe.skipIf(!server)('a team’s database', () => {
  it('gets a tenant, is indexed by a worker, and answers by key', async () => {
    const [root, name] = [project(), freshTenant()];
    const database = server ?? '';
    const added = await run(root, ['tenant', 'add', name, '--index', database, '--max-chunks', '50']);
    expect(added).toMatchObject({ code: 0, stderr: '' });
    expect(added.stdout).toMatch(/^froe_[\w-]{32}\n$/);
    const index = ['--index', `${database}&tenant=${name}`];
    const worker = start(root, ['worker', ...index], { env: cleanEnvironment() });
    const indexed = await run(root, ['index', ...index, '--workers', 'remote', '--lease', '60']);
    expect(indexed).toMatchObject({ code: 0, stdout: expect.stringContaining('3 added') });
    worker.kill('SIGTERM');
    expect(await once(worker, 'exit')).toEqual([0, null]);
    expect((await run(root, ['tenant', 'list', '--index', database])).stdout).toContain(
      `${name}\t3 chunks of 50\t1 keys`,
    );

    const login = await run(root, ['tenant', 'login', '--index', database]);
    expect(login.stdout).toMatch(/^postgres:\/\/froe_serve:[\w-]{32}@\S+\n$/);
    const serving = start(root, ['serve', '--index', login.stdout.trim(), '--port', '0'], { env: cleanEnvironment() });
    const url = await new Promise<string>((resolve) => {
      serving.stderr?.on('data', (data: Buffer) => {
        const found = /serving (\S+)/.exec(data.toString());
        if (found) resolve(found[1]);
      });
    });
    const headers = { authorization: `Bearer ${added.stdout.trim()}` };
    const answer = JSON.parse(await (await fetch(`${url}/v1/search?q=birches`, { headers })).text());
    expect(answer.results[0].doc_id).toBe('main:notes.txt');
    serving.kill('SIGINT'); // as Ctrl+C does
    expect(await once(serving, 'exit')).toEqual([0, null]);

    expect((await run(root, ['tenant', 'remove', name, '--index', database])).code).toBe(0);
    expect((await run(root, ['tenant', 'list', '--index', database])).stdout).not.toContain(name);
  });

  it('reports errors in one line', async () => {
    const root = project();
    const firstErrorLine = async (...words: string[]): Promise<string> =>
      (await run(root, words)).stderr.split('\n')[0];
    expect(await firstErrorLine('worker')).toBe('froe: A work queue needs a database');
    expect(await firstErrorLine('serve')).toBe('froe: Tenants need a database');
    expect(await firstErrorLine('index', '--workers', 'remote')).toBe('froe: A work queue needs a database');
    expect(await firstErrorLine('tenant', 'remove', 'nobody', '--index', server ?? '')).toBe(
      'froe: Unknown tenant nobody',
    );
    expect(await firstErrorLine('serve', '--index', server ?? '', '--host', '0.0.0.0')).toMatch(/requires a token/);
    expect(await firstErrorLine('serve', '--index', server ?? '')).toContain(
      'postgres can read the rows of every tenant',
    );
    expect(await firstErrorLine('serve', '--index', 'postgres://127.0.0.1:1/nowhere')).toMatch(
      /^froe: .*127\.0\.0\.1:1/,
    );
    for (const command of [['serve', '--index', server ?? ''], ['mcp', '--http'], ['view']])
      expect(await firstErrorLine(...command, '--port', '99999')).toContain('A port is at most 65535.');
  });
});
