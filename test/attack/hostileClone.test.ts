/** A clone that contains an index: it is not trusted, and nothing is written or removed where it points to. */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { load } from '../../src/config/load.js';
import { open } from '../../src/engine/engine.js';
import { lockHolder, lockStore, makeStore, openStore, ownStore, removeStore } from '../../src/store/openStore.js';
import { withSqliteErrors } from '../../src/store/sqlite/withSqliteErrors.js';
import { SqliteStore } from '../../src/store/sqlite.js';
import { withWriteLock } from '../../src/sync/writeLock.js';
import { commandHost } from '../cli/hosted.js';
import { indexOf, project } from '../cli/indexed.js';
import { folder } from '../folder.js';

const { run } = commandHost();

afterEach(() => vi.unstubAllEnvs());

/** As another user would. */
async function byAnother<T>(what: () => Promise<T>): Promise<T> {
  vi.stubEnv('XDG_STATE_HOME', folder());
  try {
    return await what();
  } finally {
    vi.unstubAllEnvs();
  }
}

async function indexed(root: string, file = indexOf(root)): Promise<string> {
  const engine = await open(root, { index: file, embedder: 'none' });
  await engine.sync();
  await engine.close();
  return file;
}

function sql(file: string, ...statements: readonly string[]): void {
  const db = new DatabaseSync(file);
  for (const statement of statements) db.exec(statement);
  db.close();
}

const shipped = async (more: Readonly<Record<string, string>> = {}): Promise<string> => {
  const root = project(more);
  await byAnother(() => indexed(root));
  return root;
};

const LIE = "UPDATE sources SET title = 'LIE'";

describe('an index that came with a clone', () => {
  it('is not trusted: it is rebuilt, with a message', async () => {
    const root = await shipped();
    sql(indexOf(root), LIE);
    const { code, stdout, stderr } = await run(root, ['index', '--no-embed']);
    expect(stderr).toBe(`froe: ${indexOf(root)} was not created by you on this machine: it is rebuilt\n`);
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('3 added, 0 changed') });
    expect((await run(root, ['index', '--no-embed'])).stderr).toBe('');
    const store = await openStore(indexOf(root));
    expect([...(await store.sources('main')).values()].map(({ title }) => title)).not.toContain('LIE');
    await store.close();
  });

  it.each([
    ['search', 'birches', '--no-embed', '--files'],
    ['get', 'notes.txt'],
    ['context', 'birches', '--no-embed'],
  ])('is not used by froe %s', async (...words) => {
    const root = await shipped();
    sql(indexOf(root), LIE, 'DELETE FROM chunks');
    const { code, stdout, stderr } = await run(root, words);
    expect(stderr).toContain('was not created by you on this machine: it is rebuilt');
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/notes\.txt|Birches/) });
  });

  it.each([['status'], ['doctor'], ['export'], ['index', '--dry-run', '--no-embed']])(
    'is refused by commands that create none: froe %s',
    async (...words) => {
      const root = await shipped();
      const { code, stdout, stderr } = await run(root, words);
      expect(code).toBe(1);
      expect(stdout + stderr).toMatch(/was not created by you[\s\S]*froe trust/);
    },
  );

  it('is not trusted by the library', async () => {
    const root = await shipped();
    sql(indexOf(root), LIE);
    const engine = await open(root, { embedder: 'none' });
    expect((await engine.state()).sources).toBe(0);
    expect((await engine.search('birches')).results[0].chunks[0].filePath).toBe('notes.txt');
    await engine.close();
  });

  it('is used once it is trusted, until trust is revoked', async () => {
    const root = await shipped();
    expect((await run(root, ['trust'])).stdout).toBe(`${indexOf(root)} is now trusted\n`);
    expect((await run(root, ['status'])).stdout).toContain('sources  3');
    expect((await run(root, ['trust', '--remove'])).stdout).toBe(`${root} is no longer trusted\n`);
    expect((await run(root, ['status'])).stderr).toContain('was not created by you');
  });

  it('is not replaced if it has contents that cannot be rebuilt', async () => {
    const root = project();
    await byAnother(async () => {
      const engine = await open(root, { embedder: 'none' });
      await engine.ingest({ sourceSystem: 'mail', sourceId: '1', content: Buffer.from('Dear all'), filename: 'a.txt' });
      await engine.close();
    });
    await expect(open(root, { embedder: 'none' })).rejects.toMatchObject({ code: 'not-ours' });
    const { code, stderr } = await run(root, ['clean']);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('1 artifact') });
    expect(existsSync(indexOf(root))).toBe(true);
  });

  it('is not replaced if the user has named it', async () => {
    const [root, file] = [project(), join(folder(), 'x.db')];
    await byAnother(() => indexed(root, file));
    await expect(makeStore(file)).rejects.toMatchObject({ code: 'not-ours' });
    expect(ownStore(file)).toBe(true);
    await (await makeStore(file)).close();
  });

  it('is rebuilt after a folder was moved or copied', async () => {
    const root = project();
    await indexed(root);
    const [moved, copied] = [`${root}-moved`, `${root}-copied`];
    cpSync(root, copied, { recursive: true });
    renameSync(root, moved);
    for (const one of [moved, copied]) {
      await expect(openStore(indexOf(one))).rejects.toMatchObject({ code: 'not-ours' });
      expect((await run(one, ['index', '--no-embed'])).stdout).toContain('3 added');
    }
  });

  it('runs no code of its own while it is read', async () => {
    const root = project();
    mkdirSync(join(root, '.froe'));
    const endless =
      'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS key, i AS value FROM n';
    sql(
      indexOf(root),
      `CREATE VIEW meta AS ${endless}`,
      `CREATE VIEW sources AS ${endless}`,
      `PRAGMA application_id = ${0x46524f45}`,
      'PRAGMA user_version = 1',
    );
    await expect(openStore(indexOf(root))).rejects.toMatchObject({ code: 'not-ours' });
    await (await makeStore(indexOf(root))).close();
  });

  it('is reported if git tracks it', async () => {
    const root = project({ '.froe/config.json': '{"jobs": 1}' });
    execFileSync('git', ['-C', root, 'init', '-q']);
    expect((await run(root, ['index', '--no-embed'])).stderr).toBe('');
    execFileSync('git', ['-C', root, 'add', '-f', '.froe']);
    const warning = /\.froe\/index\.db is tracked by git.*git rm -f --cached \.froe/;
    expect((await run(root, ['index', '--no-embed'])).stderr).toMatch(warning);
    expect((await run(root, ['doctor', '--no-embed'])).stdout).toMatch(warning);
    execFileSync('git', ['-C', root, 'rm', '-rqf', '--cached', '.froe']);
    execFileSync('git', ['-C', root, 'add', '-f', '.froe/config.json']);
    expect((await run(root, ['index', '--no-embed'])).stderr).toBe('');
  });
});

describe('the folder that an index names', () => {
  it('is not followed', async () => {
    const [root, other] = [project(), folder({ 'secret.txt': 'the moon is made of basalt\n' })];
    const file = await indexed(root);
    sql(file, `UPDATE meta SET value = '${other}' WHERE key = 'root main'`);
    for (const words of [
      ['search', 'moon', '--no-embed'],
      ['context', 'moon', '--no-embed'],
      ['get', 'secret.txt'],
      ['status'],
      ['view', '--port', '0'],
      ['index', '--no-embed'],
    ]) {
      const { code, stdout, stderr } = await run(root, words);
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toContain(`belongs to ${other}, not to ${root}`);
    }
    await expect(open(root, { embedder: 'none' })).rejects.toMatchObject({ code: 'other-root' });
  });
});

describe('links in the place of an index', () => {
  const outside = (): string => folder({ 'precious.txt': 'mine\n' });
  const state = (at: string): readonly string[] =>
    readdirSync(at).map((name) => `${name} ${readFileSync(join(at, name), 'latin1')}`);

  it.each([
    ['.froe', (at: string) => at],
    ['.froe/index.db', (at: string) => join(at, 'precious.txt')],
    ['.froe/index.db', (at: string) => join(at, 'new.db')],
    ['.froe/index.db-wal', (at: string) => join(at, 'new.db')],
    ['.froe/index.db-shm', (at: string) => join(at, 'new.db')],
    ['.froe/index.db-journal', (at: string) => join(at, 'precious.txt')],
    ['.froe/index.db-writer', (at: string) => join(at, 'new.db')],
  ] as const)('nothing is written through %s', async (name, target) => {
    const at = outside();
    const root = project();
    if (name !== '.froe') mkdirSync(join(root, '.froe'));
    symlinkSync(target(at), join(root, name));
    const before = state(at);
    await expect(open(root, { embedder: 'none' })).rejects.toMatchObject({ code: 'outside' });
    await expect(lockStore(indexOf(root))).rejects.toMatchObject({ code: 'outside' });
    await expect(removeStore(indexOf(root))).rejects.toMatchObject({ code: 'bad-index' });
    expect((await run(root, ['index', '--no-embed'])).code).toBe(1);
    expect(state(at)).toEqual(before);
  });

  it('nothing is written through .froe/.gitignore', async () => {
    const at = outside();
    const root = project();
    mkdirSync(join(root, '.froe'));
    symlinkSync(join(at, 'new'), join(root, '.froe', '.gitignore'));
    await (await makeStore(indexOf(root))).close();
    expect(readdirSync(at)).toEqual(['precious.txt']);
  });

  it('a setting through a link is refused', () => {
    const at = outside();
    const root = project({ '.froe/config.json': '{"index": "data/x.db"}' });
    symlinkSync(at, join(root, 'data'));
    expect(() => load({ root, home: folder() })).toThrow('symbolic link');
    expect(() => load({ root, home: folder(), flags: { index: 'y.db' } })).not.toThrow();
  });
});

describe('froe clean', () => {
  it('removes nothing that is not a froe index', async () => {
    for (const text of ['precious', '', 'SQLite format 3\0'.padEnd(4096)]) {
      const root = project({ '.froe/config.json': '{"index": "notes.txt"}', 'notes.txt': text });
      const { code, stderr } = await run(root, ['clean', '--yes']);
      expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('is not a froe index') });
      expect(readFileSync(join(root, 'notes.txt'), 'utf8')).toBe(text);
      expect(readdirSync(root).filter((name) => name.startsWith('notes'))).toEqual(['notes.txt']);
    }
  });

  it('removes one that is damaged, and one that was never finished', async () => {
    const root = project();
    const file = await indexed(root);
    writeFileSync(file, readFileSync(file).fill(7, 200));
    expect((await run(root, ['clean'])).code).toBe(0);
    expect(readdirSync(join(root, '.froe'))).toEqual(['.gitignore']);
    // Killed before its log came into the file.
    const copy = folder();
    const store = new SqliteStore(join(root, '.froe', 'index.db'));
    cpSync(join(root, '.froe'), join(copy, '.froe'), { recursive: true });
    await store.close();
    rmSync(join(copy, '.froe', 'index.db-wal'));
    expect((await run(copy, ['clean'])).code).toBe(0);
  });
});

describe('an index that cannot be written', () => {
  it('is read from a read-only folder', async () => {
    const root = mkdtempSync('/tmp/froe-shared-');
    chmodSync(root, 0o755);
    cpSync(project(), root, { recursive: true });
    const file = await indexed(root);
    const home = join(root, '.froe');
    for (const one of readdirSync(home)) chmodSync(join(home, one), 0o444);
    const before = readdirSync(home);
    chmodSync(home, 0o555);
    try {
      const answer = (words: string): string =>
        execFileSync(process.execPath, ['--input-type=module', '-e', words], {
          encoding: 'utf8',
          ...(process.geteuid?.() === 0 ? nobody() : {}),
        });
      const found = answer(`
        import { open } from ${JSON.stringify(new URL('../../build/engine/engine.js', import.meta.url).href)};
        import { ownStore } from ${JSON.stringify(new URL('../../build/store/openStore.js', import.meta.url).href)};
        const file = ${JSON.stringify(file)};
        console.log(await open(${JSON.stringify(root)}, { embedder: 'none' }).catch(({ code }) => code));
        console.log(ownStore(file));
        const engine = await open(${JSON.stringify(root)}, { embedder: 'none' });
        console.log((await engine.search('birches')).results[0].chunks[0].filePath);
        await engine.close();`);
      expect(found).toBe('not-ours\ntrue\nnotes.txt\n');
      expect(readdirSync(home)).toEqual(before);
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  });

  /** A user who owns nothing but a state folder. */
  function nobody(): { readonly uid: number; readonly gid: number; readonly env: NodeJS.ProcessEnv } {
    const uid = 65534;
    const state = mkdtempSync('/tmp/froe-nobody-');
    execFileSync('chown', [String(uid), state]);
    return { uid, gid: uid, env: { ...process.env, XDG_STATE_HOME: state, HOME: state } };
  }

  it('is reported in one line if the disk is full', () => {
    for (const code of ['ENOSPC', 'EDQUOT']) {
      const fail = (): never => {
        throw Object.assign(new Error('no room'), { code });
      };
      expect(() => withSqliteErrors('x.db', fail)).toThrow('x.db could not grow: the disk is full');
    }
  });
});

describe('a lock that is held', () => {
  it('names the process that holds it', async () => {
    const root = project();
    const file = await indexed(root);
    const holder = `
      import { lockStore } from ${JSON.stringify(new URL('../../build/store/openStore.js', import.meta.url).href)};
      await lockStore(${JSON.stringify(file)});
      console.log('held');
      process.stdin.on('data', () => process.exit());`;
    const { spawn } = await import('node:child_process');
    const child = spawn(process.execPath, ['--input-type=module', '-e', holder], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    await new Promise((resolve) => child.stdout.once('data', resolve));
    const busy = await withWriteLock({ file }, 0, async () => {}).catch((error: Error) => error.message);
    expect(busy).toBe(`Another process (${child.pid}) is writing ${file}`);
    child.stdin.write('x');
    await new Promise((resolve) => child.once('exit', resolve));
    const release = await lockStore(file);
    expect(lockHolder(file)).toBe(process.pid);
    await release?.();
    expect(lstatSync(`${file}-writer`).mode & 0o777).toBe(0o600);
  });
});
