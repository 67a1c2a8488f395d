/** `--mode regex` finds the files and lines that `git grep -nP` finds. */
import { execFileSync } from 'node:child_process';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Engine, open } from '../../src/engine/engine.js';
import type { GrepResult } from '../../src/engine/grep.js';
import { folder } from '../folder.js';

const own = fileURLToPath(new URL('../../src/search/', import.meta.url));

const git = (root: string, ...args: string[]): string => {
  const env = { ...process.env, LC_ALL: 'C.UTF-8', GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', env, maxBuffer: 1 << 28 });
  } catch (error) {
    if (error instanceof Error && 'status' in error && error.status === 1) return ''; // it found nothing
    throw error;
  }
};

/** `path:line:text` of every line, as git prints it. */
const gitGrep = (root: string, pattern: string, ...flags: string[]): string[] =>
  git(root, 'grep', '-nP', '-I', '--no-color', ...flags, '-e', `(*NO_JIT)${pattern}`) // compiled, \\S and \\W miss what is not ASCII
    .split('\n')
    .filter((line) => line !== '');
const printed = ({ files }: GrepResult): string[] =>
  files.flatMap(({ path, lines }) => lines.map(({ line, text }) => `${path}:${line}:${text}`));

async function indexed(root: string): Promise<Engine> {
  git(root, 'init', '-q');
  git(root, 'add', '-A');
  const engine = await open(root, { embedder: 'none' });
  await engine.sync();
  return engine;
}

const strange = {
  'crlf.txt': 'one\r\ntwo = 2\r\n\r\nthree\r\n',
  'bom.py': '\ufeffimport os\nclass Client:\n    pass\n',
  'blank.txt': '\n\n   \n\n',
  'no-end.ts': 'const a = 1;\nconst b = "ends"',
  'wide.md': '# Füße\n\nÄ ö ü, 検索する, 😀 and a\u00a0b\u2028c\n',
  'long.js': `${'x = [1, 2, 3]; '.repeat(4000)}\nclass Client {}\n`,
  'brackets/[slug].tsx': 'export default () => <a href="{x}">get(y)</a>;\n',
  'deep/a/b.py': '@decorated\nclass Client:\n    """Says so."""\n\n    def get(self): ...\n    def close(self): ...\n',
  'tabs.go': 'func main() {\n\tif x {\n\t\treturn\n\t}\n}\n',
};

const patterns = [
  ...['class Client', '^class \\w+', '\\bget\\b', 'import|export', '^$', '^', '$', ';$', '\\s+$', '\\t\\t', '.'],
  ...[
    '[[:upper:]]{4,}',
    '\\h+return',
    '(?<!\\w)x(?=\\s)',
    '\\d{2,}',
    '[^\\x00-\\x7f]',
    'a{',
    '\\{x\\}',
    '[]]',
    '[^]a-z]\\(',
  ],
  ...[
    '(\\w)\\1\\1',
    '(\\w)\\g{-1}',
    '(l)\\1}',
    '0\\-9',
    '(?P<q>["\'])\\w+(?P=q)',
    '\\Qget(\\E',
    '(?i)CLIENT',
    '\\.{3}',
    'ü|ö',
    '\\x{1F600}',
  ],
  ...[
    '[\\w-]+\\.\\w+',
    '[\\d.]+',
    '^\\W+$',
    '[^\\W\\d_]+$',
    '\\S+\\s\\S+$',
    '\\N+',
    '(?#nothing)class',
    '=>\\s*<\\w',
    '-',
  ],
  ...[
    '(get|close)\\(self\\)',
    'x{2}',
    '\\r',
    'os$',
    '^import',
    '[\\[\\]]',
    '\\/\\/',
    '"[^"]*"',
    "\\'",
    '\\<\\w+',
    '^\\h*#',
  ],
];

describe('a search by a regular expression', () => {
  const root = folder(strange);
  cpSync(own, join(root, 'src'), { recursive: true });
  let engine: Engine;
  beforeAll(async () => {
    engine = await indexed(root);
  });
  afterAll(() => engine.close());

  it.each(patterns)('finds what git grep -nP %s finds', async (pattern) => {
    const expected = gitGrep(root, pattern);
    expect(printed(await engine.grep(pattern, { sync: false }))).toEqual(expected);
  });

  it('ignores case on request', async () => {
    expect(printed(await engine.grep('cLIENT', { ignoreCase: true }))).toEqual(gitGrep(root, 'cLIENT', '-i'));
    expect(printed(await engine.grep('(?i)FüSSE|füße'))).toEqual(gitGrep(root, 'FüSSE|füße', '-i'));
  });

  it('finds as many as requested in order, marked, with surrounding lines', async () => {
    const { files, count, more } = await engine.grep('def', { limit: 1, context: 2, filter: { paths: ['deep'] } });
    expect([count, more]).toEqual([1, true]);
    const [{ path, lines }] = files;
    expect(path).toBe('deep/a/b.py');
    expect(lines).toEqual([
      {
        line: 5,
        text: '    def get(self): ...',
        ranges: [[4, 7]],
        before: ['    """Says so."""', ''],
        after: ['    def close(self): ...'],
      },
    ]);
    const all = await engine.grep('Client');
    expect(all.more).toBe(false);
    const paths = all.files.map((file) => file.path);
    expect(paths).toEqual([...paths].sort());
  });

  it('searches only what a filter matches', async () => {
    const found = async (filter: object): Promise<string[]> => printed(await engine.grep('Client', { filter }));
    expect(await found({ languages: ['py'] })).toEqual(['bom.py:2:class Client:', 'deep/a/b.py:2:class Client:']);
    expect(await found({ paths: ['deep'], types: ['class', 'code_file'] })).toEqual(['deep/a/b.py:2:class Client:']);
    expect(await found({ paths: ['deep'], symbols: ['get'] })).toEqual(expect.any(Array));
    expect(await found({ paths: ['nowhere'] })).toEqual([]);
    await expect(found({ languages: ['pyhton'] })).rejects.toThrow("Unknown language 'pyhton'");
  });

  it('returns the chunks that contain the lines as results', async () => {
    const { results, mode } = await engine.search('def (get|close)', { mode: 'regex', filter: { paths: ['deep'] } });
    expect(mode).toBe('regex');
    for (const { chunks } of results) expect(chunks[0].content).toMatch(/def (get|close)/);
    const ids = results.map(({ id }) => id);
    const rest = await engine.search('def (get|close)', {
      mode: 'regex',
      filter: { paths: ['deep'] },
      excludeIds: ids,
    });
    expect(rest.results).toEqual([]);
  });

  it.each([
    ['(', /./],
    ['[a', /class is not closed/],
    ['a++b', /\+\+ is/],
    ['(?>a)', /\(\?>a is such a group/],
    ['x(?i)y', /comes first/],
    ['a\\', /backslash/],
    ['\\K', /\\K/],
  ])('refuses %s, with a reason', async (pattern, why) =>
    expect(engine.grep(pattern)).rejects.toMatchObject({ code: 'bad-option', message: expect.stringMatching(why) }),
  );

  it('stops an expression that never ends, and answers the next one', async () => {
    await expect(engine.grep('(\\w|\\W|\\d)+[!]$', { deadline: 1500 })).rejects.toMatchObject({
      code: 'bad-option',
      message: expect.stringMatching(/took too long on /),
    });
    expect((await engine.grep('class Client')).count).toBeGreaterThan(2);
  });

  it('ends when it is aborted', async () => {
    const stop = AbortSignal.abort(new Error('enough'));
    await expect(engine.grep('x', { signal: stop })).rejects.toThrow('enough');
  });
});

describe('a file that has changed since', () => {
  it('is matched as indexed, or read again first', async () => {
    const root = folder({ 'a.py': 'class Old:\n    pass\n', 'b.py': 'class Same:\n    pass\n' });
    const engine = await indexed(root);
    try {
      writeFileSync(join(root, 'a.py'), '# moved down\nclass Newer:\n    pass\n');
      expect(printed(await engine.grep('^class', { sync: false }))).toEqual([
        'a.py:1:class Old:',
        'b.py:1:class Same:',
      ]);
      expect(printed(await engine.grep('^class'))).toEqual(['a.py:2:class Newer:', 'b.py:1:class Same:']);
    } finally {
      await engine.close();
    }
  });
});
