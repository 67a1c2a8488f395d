/** Everything that can be wrong with the location of an index: reported in one line with a hint, never as a stack trace. */
import { chmodSync, existsSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/store/sqlite/database.js';
import { column, dropsPromises, pdfFile } from '../extract/pdfFile.js';
import { folder } from '../folder.js';
import type { CommandResult } from './command.js';
import { commandHost } from './hosted.js';
import { indexOf, project } from './indexed.js';

const { run } = commandHost();

const refused = ({ code, stdout, stderr }: CommandResult, exit: number, message: RegExp): void => {
  expect({ code, stdout }).toEqual({ code: exit, stdout: '' });
  expect(stderr).toMatch(message);
  expect(stderr).not.toMatch(/^ +at /m);
};

describe('an index that cannot be made', { concurrent: true }, () => {
  it('needs a folder that exists', async () => {
    const root = project();
    refused(await run(root, ['index', 'nowhere']), 1, /nowhere does not exist/);
    refused(await run(root, ['index', 'README.md']), 1, /README\.md is not a folder\n +Only folders can be indexed/);
    refused(await run(root, ['watch', 'nowhere']), 1, /nowhere does not exist/);
    refused(await run(root, ['status']), 1, /No index at .*\n +Run: froe index/);
    refused(await run(root, ['export']), 1, /No index at/);
    refused(await run(root, ['forget', 'art_1']), 1, /No index at/);
  });

  it('cannot be below a file, below /proc, or at a folder', async () => {
    const root = project();
    refused(await run(root, ['index', '--index', 'README.md/x.db']), 1, /cannot hold an index .*\n.*--index/);
    refused(await run(root, ['index', '--index', '/proc/nowhere/x.db']), 1, /cannot hold an index/);
    refused(await run(root, ['index', '--index', 'src']), 1, /src could not be opened/);
    await run(root, ['index', '--no-embed']);
    refused(await run(root, ['export', '--out', '/proc/nowhere']), 1, /\/proc\/nowhere cannot be written/);
  });

  it('cannot be where the user may not write', async ({ skip }) => {
    if (process.getuid?.() !== 0) skip('only root can start a command as somebody else');
    const root = project();
    chmodSync(root, 0o755);
    chmodSync(join(root, '..'), 0o755);
    refused(await run(root, ['index'], { nobody: true, env: { HOME: root } }), 1, /cannot hold an index \(EACCES\)/);
    // What is in the `.froe` of somebody else is not known: no file of it is named.
    const closed = project({ '.froe/index.db': '' });
    chmodSync(closed, 0o755);
    chmodSync(join(closed, '.froe'), 0o700);
    refused(
      await run(closed, ['search', 'oak'], { nobody: true, env: { HOME: closed } }),
      2,
      /\.froe may not be read\n/,
    );
    // A home that may not be looked into is said, too.
    refused(await run(root, ['index'], { nobody: true }), 2, /\/froe may not be read/);
  });

  it('is a usage error if a flag or an embedder is unknown', async () => {
    const root = project();
    refused(await run(root, ['index', '--embedder', 'magic']), 2, /Unknown embedder 'magic'\n +Known: none, /);
    refused(await run(root, ['index', '--base-url', 'x', '--embedder', 'openai/a']), 2, /base URL/);
    refused(await run(root, ['index', '--embedder', 'openai/unknown-model']), 2, /dimensions/i);
    refused(await run(root, ['index', '--fast']), 2, /unknown option '--fast'/);
    refused(await run(root, ['index', 'a', 'b']), 2, /too many arguments/);
    refused(await run(root, ['index', '--jobs', '0']), 2, /--jobs|jobs/);
    refused(await run(root, ['index', '--wait', 'long']), 2, /whole number/);
    refused(await run(root, ['ingest', 'README.md', '--type', 'poem']), 2, /Allowed choices are email, doc/);
    expect(existsSync(join(root, '.froe'))).toBe(false);
  });
});

describe('an existing index that', { concurrent: true }, () => {
  it('is damaged', async () => {
    const root = project();
    await run(root, ['index']);
    const file = openSync(indexOf(root), 'r+');
    for (let at = 4096; at < readFileSync(indexOf(root)).length; at += 512) writeSync(file, 'damaged', at);
    for (const command of [['index'], ['status'], ['export']])
      refused(await run(root, command), 1, /(is damaged|is not a froe index, or is damaged)\n.*froe clean/);
    expect(await run(root, ['doctor'])).toMatchObject({ code: 1, stdout: expect.stringMatching(/!! +index /) });
    expect((await run(root, ['clean'])).code).toBe(0);
    expect((await run(root, ['index'])).code).toBe(0);
  });

  it('is not a database', async () => {
    const root = project();
    await run(root, ['index']);
    writeFileSync(indexOf(root), 'nothing of the kind '.repeat(500));
    refused(await run(root, ['status']), 1, /is not a froe index, or is damaged\n.*froe index/);
  });

  it('belongs to another program', async () => {
    const file = join(folder(), 'theirs.db');
    const db = openDatabase(file, 0);
    db.exec('CREATE TABLE precious (x)');
    db.close();
    const before = readFileSync(file);
    refused(await run(project(), ['index', '--index', file]), 1, /is not a froe index\n.*--index/);
    expect(readFileSync(file)).toEqual(before);
  });

  it('has another format: nothing is lost, and a hint is printed', async () => {
    const root = project();
    await run(root, ['index']);
    const db = openDatabase(indexOf(root), 0);
    db.exec('PRAGMA user_version = 99');
    db.close();
    const other = /has index format 99; this version reads format 1\n +Update froe .*froe clean, then froe index/;
    refused(await run(root, ['index']), 1, other);
    refused(await run(root, ['search', 'trunk']), 1, other);
    expect((await run(root, ['clean'])).code).toBe(0);
    expect((await run(root, ['index'])).stdout).toContain('3 added');
  });

  it('has another format and artifacts: they are not removed silently', async () => {
    const root = project();
    await run(root, ['ingest', 'notes.txt']);
    const db = openDatabase(indexOf(root), 0);
    db.exec('PRAGMA user_version = 99');
    db.close();
    refused(await run(root, ['index']), 1, /export them first, with the version that created it/);
    refused(await run(root, ['clean']), 1, /holds data that cannot be rebuilt: 1 artifact/);
    expect((await run(root, ['clean', '--yes'])).code).toBe(0);
  });

  it('has the vectors of another model', async () => {
    const root = project();
    await run(root, ['index', '--embedder', 'test']);
    const other = ['index', '--embedder', 'test', '--dimensions', '64'];
    refused(
      await run(root, other),
      1,
      /holds vectors of test \(256 dimensions\), not of test \(64\)\n +Use that model \(--embedder test\), .*: froe index --embedder test --dimensions 64 --re-embed/,
    );
    refused(await run(root, ['ingest', 'notes.txt', ...other.slice(1)]), 1, /--re-embed/);
    expect(await run(root, [...other, '--re-embed'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('3 embedded, 0 pending'),
    });
  });
});

describe('a provider that fails', { concurrent: true }, () => {
  const openai = ['index', '--embedder', 'openai:text-embedding-3-small'];
  const keyless = { env: { OPENAI_API_KEY: '', FROE_API_KEY: '' } };

  it('at the first call leaves an index that the next run completes', async () => {
    const root = project();
    const failed = await run(root, openai, keyless);
    expect(failed).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/OpenAI requires a key\n +Set OPENAI_API_KEY/),
    });
    const searched = await run(root, ['search', 'trunk', '--no-embed']);
    expect(searched.stderr).not.toMatch(/ at /);
    expect(await run(root, ['index'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('3 embedded, 0 pending'),
      stderr: expect.stringMatching(/openai\/text-embedding-3-small: replacing incomplete vectors: .* now builtin/),
    });
    expect(await run(root, ['index'])).toMatchObject({ code: 0, stderr: '' });
    expect((await run(root, ['status'])).stdout).toContain('3 of builtin, 0 pending');
  });

  it('does not change a complete index', async () => {
    const root = project();
    await run(root, ['index']);
    refused(
      await run(root, openai, keyless),
      1,
      /holds vectors of builtin .*\n.*--embedder openai\/text-embedding-3-small --re-embed/,
    );
    refused(await run(root, [...openai, '--re-embed'], keyless), 1, /OpenAI requires a key/);
    expect(await run(root, ['index'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('0 embedded, 0 pending'),
    });
  });
});

it('is made of all other files if a damaged PDF causes an unhandled rejection', async () => {
  const good = pdfFile({ pages: [column(['planks of oak'])] });
  const root = folder({ ...dropsPromises, 'good.pdf': good, 'a.md': '# Wood\n' });
  const { code, stderr } = await run(root, ['index']);
  expect([code, stderr]).toEqual([0, expect.not.stringMatching(/^ +at /m)]);
  expect((await run(root, ['search', '--files', 'oak'])).stdout).toBe('good.pdf\n');
});
