/** A disk that is full while an index is created: reported in one line, and the next run completes the index. */
import { spawn } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/store/sqlite/database.js';
import { withSqliteErrors } from '../../src/store/sqlite/withSqliteErrors.js';
import { transaction } from '../../src/transaction.js';
import { MAIN, resultOf } from '../cli/command.js';
import { cleanEnvironment, project, run } from '../cli/indexed.js';

describe('no room for an index', () => {
  it('is reported for a transaction that SQLite has rolled back itself', () => {
    const db = openDatabase(':memory:', 0);
    db.exec('CREATE TABLE t (body BLOB); PRAGMA max_page_count = 8');
    const fill = (): void => db.exec('INSERT INTO t VALUES (zeroblob(100000))');
    expect(() => transaction(db, fill)).toThrow('database or disk is full');
    const fillAndEnd = (): never => {
      db.exec('ROLLBACK'); // as SQLite does
      throw new Error('the disk failed');
    };
    for (const begin of ['BEGIN', 'BEGIN IMMEDIATE'] as const)
      expect(() => transaction(db, fillAndEnd, begin)).toThrow('the disk failed');
    expect(transaction(db, () => db.prepare('SELECT count(*) AS n FROM t').get()?.n)).toBe(0);
    db.close();
  });

  it('is reported together with a lock that could not be released', () => {
    const fail = (): never => {
      throw Object.assign(new Error('locking protocol'), { code: 'ERR_SQLITE_ERROR', errcode: 15 });
    };
    expect(() => withSqliteErrors('x.db', fail)).toThrow('x.db could not be locked');
  });

  // Node lets a write beyond the limit fail, as on a full disk: while the tables are made, and while they are filled.
  it.skipIf(process.platform === 'win32').each([16, 256])('is reported in one line: %i blocks', async (blocks) => {
    const [root, env] = [project(), cleanEnvironment()];
    const limited = `ulimit -f ${blocks}; exec "$0" "$@"`;
    const words = ['-c', limited, process.execPath, MAIN, 'index', '.', '--no-embed'];
    const { code, stderr } = await resultOf(spawn('sh', words, { cwd: root, env: { ...process.env, ...env } }));
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(/^froe: .*index\.db could not .*\n.*\n$/),
    });
    const next = await run(root, ['index', '.', '--no-embed'], { env });
    expect(next).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('3 added') });
  });
});
