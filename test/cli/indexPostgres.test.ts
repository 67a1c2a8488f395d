/** The commands with `--index postgres://…` work as with a file. */
import { describe, expect, it } from 'vitest';
import { lockStore } from '../../src/store/openStore.js';
import { freshUrl, server } from '../postgres/stores.js';
import { commandHost } from './hosted.js';
import { project } from './indexed.js';

const { run } = commandHost();

// Where there is no server, nothing that is a process of its own can reach one (NO_SKIPS=1 fails for it).
describe.skipIf(!server)('an index in PostgreSQL', { concurrent: true }, () => {
  it('is made, queried, exported and removed like one in a file', async () => {
    const [root, index] = [project(), freshUrl()];
    const words = (...of: string[]): Promise<string> => run(root, of).then(({ stdout }) => stdout);
    const there = (...of: string[]): Promise<string> => words(...of, '--index', index);
    expect(await there('index')).toBe(await words('index'));
    // What is shared says when it was written; what is not, how many files are unread.
    const plain = (json: string): string => json.replace(/"(unread|indexed_at)":[^,]*,/, '');
    expect(plain(await there('search', 'elm', '--json'))).toBe(plain(await words('search', 'elm', '--json')));
    expect(await there('context', 'what is white', '--budget', '200')).toBe(
      await words('context', 'what is white', '--budget', '200'),
    );
    expect(await there('export')).toBe(await words('export'));
    expect(await there('status')).toContain('sources  3, up to date');
    expect(await there('index')).toContain('3 unchanged');
    expect(await there('doctor')).toContain('3 sources, 3 chunks');
    expect(await there('clean')).toBe(''); // others may use it: it wants a yes
    expect(await there('clean', '--yes')).toContain('removed postgres://');
    expect(await there('status')).toContain('sources  0, 3 to be read');
  });

  it('has one writer at a time', async () => {
    const [root, index] = [project(), freshUrl()];
    const release = await lockStore(index);
    const { code, stderr } = await run(root, ['index', '--index', index]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^froe: Another process is writing postgres:/);
    await release?.();
    expect((await run(root, ['index', '--index', index])).code).toBe(0);
  });

  it('that cannot be reached is reported in one line with a hint, without the password', async () => {
    const index = 'postgres://me:s3cret@127.0.0.1:1/x';
    const { code, stdout, stderr } = await run(project(), ['index', '--index', index]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toBe(
      'froe: The database postgres://me@127.0.0.1:1/x cannot be reached\n      Check that it runs, and its host and port.\n',
    );
    const { stderr: other } = await run(project(), ['status', '--index', `${server}&tenant=a%20b`]);
    expect(other).toMatch(/^froe: a b is not a valid tenant name\n/);
  });
});
