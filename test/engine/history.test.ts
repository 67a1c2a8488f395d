/** Commits as answers: by hash, as the history of lines, and beside files if a question asks for them. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Engine, open } from '../../src/engine/engine.js';
import { verifyIndex } from '../../src/engine/verifyIndex.js';
import { RootFence } from '../../src/mcp/fence.js';
import { commitReason } from '../../src/search/commitQuestion.js';
import { lineHistory } from '../../src/sources/lineHistory.js';
import { Repository } from '../repository.js';

const client = (tries: number, more = ''): string =>
  `"""Sends requests."""\n\ndef send(request):\n    for _ in range(${tries}):\n        yield request\n${more}\n\ndef close():\n    return None\n`;

let repository: Repository;
let engine: Engine;
let first: string;
let second: string;
beforeAll(async () => {
  repository = new Repository();
  first = repository.commit({
    ...{ message: 'Send requests', author: 'Ann Lee', date: '2026-01-05T10:00:00Z' },
    files: { 'src/client.py': client(1), 'README.md': '# Client\n\nSends requests again and again.\n' },
  });
  second = repository.commit({
    ...{ author: 'Bob Ray', date: '2026-02-05T10:00:00Z' },
    message:
      'Retry requests\n\nA proxy drops the first request after a pause. Sending it again is needed to reach the\nserver, because the proxy gives no error.\n\nSigned-off-by: Bob Ray <bob@example.org>',
    files: { 'src/client.py': client(3) },
  });
  engine = await open(repository.root, { embedder: 'none' });
  await engine.sync({ history: 100 });
});
afterAll(() => engine.close());

describe('the hash of a commit', () => {
  it('is an address, short or long, with lines', async () => {
    for (const address of [second, second.slice(0, 7), `commit:${second}`]) {
      const { text, source } = await engine.get(address);
      expect(source.docId).toBe(`commit:${second}`);
      expect(text.startsWith(`commit ${second}\nauthor Bob Ray\n`)).toBe(true);
      expect(text).toContain('+    for _ in range(3):');
      expect(text).not.toContain('bob@');
    }
    expect((await engine.get(`${second.slice(0, 10)}:2-3`)).text).toMatch(
      /^author Bob Ray\ndate 2026-02-05T10:00:00(?:Z|\+00:00)\n$/,
    );
    expect((await engine.read(first.slice(0, 12))).lines[1]).toEqual({ number: 2, text: 'author Ann Lee' });
  });

  it('that names nothing is unknown', async () => {
    await expect(engine.get('0123456789ab')).rejects.toThrow('Not in the index');
    await expect(engine.get(second.slice(0, 6))).rejects.toThrow('Not in the index');
  });

  it('is stored completely, as verify checks', async () =>
    expect(await verifyIndex(engine.store, engine.root)).toMatchObject({ commits: 2, failures: [] }));
});

describe('why', () => {
  it('returns the last commit of the lines first, with the reason from its message', async () => {
    const { commits, text, path, startLine, endLine } = await engine.why('src/client.py:4');
    expect([path, startLine, endLine]).toEqual(['src/client.py', 4, 4]);
    expect(commits.map(({ hash, lines }) => [hash, lines])).toEqual([
      [second, 1],
      [first, 0],
    ]);
    expect(commits[0].reason).toBe('Sending it again is needed to reach the server, because the proxy gives no error.');
    expect(text).toContain(`${second.slice(0, 12)}  2026-02-05  Bob Ray  last changed 1 line\n  Retry requests\n`);
  });

  it('shows no trailers, however the lines of a message end', async () => {
    const other = new Repository();
    other.write('a.py', 'def f():\n    return 1\n');
    other.git('add', '-A');
    const message = 'Add f\r\n\r\nCo-authored-by: Bob Ray <bob@example.org>\r\nRefs: #12\r\n';
    other.git('commit', '-q', '--cleanup=verbatim', '-m', message);
    const opened = await open(other.root, { embedder: 'none' });
    await opened.sync({ threads: 0 });
    expect((await opened.why('a.py:1')).commits).toMatchObject([{ subject: 'Add f', reason: '' }]);
    await opened.close();
  });

  it('takes a symbol, and stays within its budget', async () => {
    expect((await engine.why('close')).commits.map(({ subject }) => subject)).toEqual(['Send requests']);
    const small = await engine.why('send', { budget: 60 });
    expect(small.tokens).toBeLessThanOrEqual(60);
    expect(small).toMatchObject({ more: true, commits: [{ hash: expect.any(String) }] });
  });

  it('maps the lines of a file that has changed since, and marks uncommitted ones', async () => {
    const file = join(repository.root, 'src/client.py');
    writeFileSync(file, `# one\n# two\n${client(3)}`);
    try {
      const found = lineHistory(repository.root, 'src/client.py', 1, 6);
      expect(found).toMatchObject({ uncommitted: 2, partial: false });
      expect(found?.commits.map(({ hash }) => hash).sort()).toEqual([first, second].sort());
      const below = lineHistory(repository.root, 'src/client.py', 10, 11);
      expect(below?.commits.map(({ hash }) => hash)).toEqual([first]);
    } finally {
      writeFileSync(file, client(3));
    }
  });

  it('asks the repository of a submodule, whose commits the outer one does not have', async () => {
    const [inner, outer] = [new Repository(), new Repository()];
    const hash = inner.commit({
      message: 'Round up because money is lost',
      files: { 'round.py': 'def up(x):\n    return x\n' },
    });
    outer.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner.root, 'lib/money');
    outer.commit({ message: 'Add the submodule', files: { 'pay.py': 'def pay():\n    pass\n' } });
    const opened = await open(outer.root, { embedder: 'none' });
    await opened.sync({ threads: 0 });
    const { path, commits } = await opened.why('up');
    expect({ path, commits }).toMatchObject({ path: 'lib/money/round.py', commits: [{ hash, lines: 2 }] });
    expect((await opened.why('pay')).commits).toMatchObject([{ subject: 'Add the submodule' }]);
    await opened.close();
  });

  it('refuses files unknown to git', async () => {
    writeFileSync(join(repository.root, 'new.py'), 'x = 1\n');
    await expect(engine.why('new.py')).rejects.toThrow('git has no history of new.py');
    await expect(engine.why(second)).rejects.toThrow('is not a file');
  });
});

describe('a context', () => {
  const passages = async (question: string, history?: boolean): Promise<readonly string[]> =>
    (await engine.context(question, { budget: 2000, ...(history ? { history } : {}) })).context.passages.map(
      ({ file }) => file.split(':')[0],
    );

  it('has commits only if the query or an option asks for them', async () => {
    expect(await passages('why was the retry of requests added')).toContain('commit');
    expect(await passages('how are requests sent again')).not.toContain('commit');
    expect(await passages('how are requests sent again', true)).toContain('commit');
    expect(new Set(await passages('requests author:bob'))).toEqual(new Set(['commit']));
  });

  it('stays within its budget with them', async () => {
    for (const budget of [150, 400, 1000]) {
      const { tokens } = await engine.context('why was the retry of requests added', { budget });
      expect(tokens).toBeLessThanOrEqual(budget);
    }
  });

  it.each([
    ['why was the retry removed', 'why was'],
    ['When did send become async?', 'when did'],
    ['who added the proxy', 'who added'],
    ['since when is this slow', 'since when'],
    ['which commit broke it', 'which commit'],
  ])('includes commits: %s', (question, words) =>
    expect(commitReason(question, 'auto')).toBe(`the question says "${words}"`),
  );

  it.each(['who calls send', 'why does it fail', 'how does retry work', 'when is it called', 'history'])(
    'does not include commits: %s',
    (question) => expect(commitReason(question, 'auto')).toBeUndefined(),
  );

  it('updates the history first if HEAD has changed', async () => {
    const third = repository.commit({
      message: 'Close politely',
      files: { 'src/client.py': client(3, '        # politely') },
    });
    const { results } = await engine.search('politely type:commit');
    expect(results.map(({ docId }) => docId)).toEqual([`commit:${third}`]);
  });
});

describe('a client that works in a folder', () => {
  it('sees no commit that touched anything outside of it', async () => {
    const fence = new RootFence(repository.root, [join(repository.root, 'src')]);
    const { results } = await engine.search('requests type:commit', { filter: fence.filter() });
    expect(results).toEqual([]);
    const [both, inside] = await Promise.all([first, second].map(async (hash) => (await engine.get(hash)).source));
    expect(() => fence.check(both)).toThrow('outside of the root');
    expect(() => fence.check(inside)).not.toThrow();
  });
});

describe('a repository of another user', () => {
  it('starts no program, whatever the query about its history', async () => {
    const hostile = new Repository();
    const mark = join(hostile.root, 'ran');
    hostile.write('.gitattributes', '*.txt diff=evil\n');
    hostile.commit({ message: 'One', files: { 'a.txt': 'one\n' } });
    const hash = hostile.commit({ message: '\u001b[2J\u001b]0;owned\u0007 Two', files: { 'a.txt': 'two\n' } });
    const touch = `sh -c 'touch ${mark}; cat "$1"' -`;
    for (const [key, value] of [
      ['diff.evil.textconv', touch],
      ['diff.evil.command', touch],
      ['diff.external', touch],
      ['core.pager', touch],
      ['core.fsmonitor', touch],
      ['log.showSignature', 'true'],
      ['gpg.program', touch],
    ])
      hostile.git('config', key, value);
    const other = await open(hostile.root, { embedder: 'none' });
    await other.sync({ history: 10 });
    expect((await other.get(hash)).text).toContain('+two');
    expect((await other.why('a.txt:1')).commits[0].hash).toBe(hash);
    await other.close();
    expect(existsSync(mark)).toBe(false);
  });
});
