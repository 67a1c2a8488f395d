/** Windows paths, on any machine: functions that parse paths get `path.win32`. Ids and records have only `/`. */
import { win32 } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AddressScope, addressOf, resolveAddress } from '../../src/engine/address.js';
import { type Engine, open } from '../../src/engine/engine.js';
import { foldersOf, RootFence } from '../../src/mcp/fence.js';
import { isBelow, pathBelow, pathFrom, relativePosix, withForwardSlashes } from '../../src/sources/jail.js';
import { rootToStore } from '../../src/store/sqlite/indexFolder.js';
import { patternOf } from '../../src/sync/artifactFiles.js';
import { folder } from '../folder.js';

const ROOT = 'C:\\shop';

describe('a path of Windows below a root', () => {
  it.each([
    ['src\\app.py', 'src/app.py'],
    ['src/app.py', 'src/app.py'],
    ['.\\src\\..\\src\\app.py', 'src/app.py'],
    ['C:\\shop\\src\\app.py', 'src/app.py'],
    ['c:\\Shop\\src\\app.py', 'src/app.py'],
    ['C:/shop/src/app.py', 'src/app.py'],
    ['.', ''],
  ])('%j is %j, as ids have it', (given, path) => {
    expect(pathBelow(ROOT, given, ROOT, win32)).toBe(path);
  });

  it.each([
    '..\\secret',
    'src\\..\\..\\secret',
    'C:\\shopping\\a.py',
    'D:\\shop\\src\\app.py',
    '\\\\server\\share\\a.py',
    '\\Windows\\win.ini',
  ])('is never %j', (given) => {
    expect(() => pathBelow(ROOT, given, ROOT, win32)).toThrow(expect.objectContaining({ code: 'outside' }));
  });

  it('is printed relative to the current folder, and resolves', () => {
    const written = (from: string): string => pathFrom(ROOT, from, 'src/app.py', win32);
    expect(['C:\\shop', 'C:\\shop\\src', 'C:\\shop\\docs', 'C:\\', 'D:\\', 'C:\\home'].map(written)).toEqual([
      'src/app.py',
      'app.py',
      '../src/app.py',
      'shop/src/app.py',
      'C:/shop/src/app.py',
      'C:/shop/src/app.py',
    ]);
    for (const from of ['C:\\shop\\docs', 'D:\\', 'C:\\home'])
      expect(pathBelow(ROOT, written(from), from, win32)).toBe('src/app.py');
  });

  it('is below a drive or a share, too', () => {
    expect(isBelow('C:\\', 'c:\\x\\a.py', win32)).toBe(true);
    expect(isBelow('C:\\', 'D:\\x\\a.py', win32)).toBe(false);
    expect(isBelow('\\\\server\\share', '\\\\server\\share\\a.py', win32)).toBe(true);
    expect(relativePosix('\\\\server\\share', '\\\\server\\share\\x\\a.py', win32)).toBe('x/a.py');
  });

  it('keeps a backslash in a name if the separator is a slash', () => {
    expect(withForwardSlashes('a\\b/c')).toBe('a\\b/c');
    expect(withForwardSlashes('a\\b/c', win32)).toBe('a/b/c');
  });
});

describe('an address on Windows', () => {
  let engine: Engine;
  let scope: AddressScope;
  beforeAll(async () => {
    const files = {
      'src/app.py': 'class App:\n    def run(self):\n        pass\n\n\nclass A:\n    def run(self):\n        pass\n',
    };
    engine = await open(folder(files), { index: ':memory:', embedder: 'none' });
    await engine.sync({ threads: 0 });
    scope = { store: engine.store, root: ROOT, from: 'C:\\shop\\src', paths: win32 };
  });
  afterAll(() => engine.close());

  const resolvedTo = async (text: string): Promise<string> => {
    const [{ source, unit, lines }] = await resolveAddress(scope, text);
    return [unit?.id ?? source.docId, ...(lines ? [lines.join('-')] : [])].join(' ');
  };

  it.each([
    ['C:\\shop\\src\\app.py', 'main:src/app.py'],
    ['c:\\shop\\src\\app.py:2-3', 'main:src/app.py 2-3'],
    ['C:/shop/src/app.py:2', 'main:src/app.py 2-2'],
    ['app.py:1-2', 'main:src/app.py 1-2'],
    ['src\\app.py#App.run', 'main:src/app.py#App.run'],
    ['C:\\shop\\src\\app.py#run', 'main:src/app.py#App.run'],
    ['main:src/app.py#App.run', 'main:src/app.py#App.run'],
    ['App::run', 'main:src/app.py#App.run'],
    ['A::run', 'main:src/app.py#A.run'], // not a path on drive A
  ])('%s is %s', async (text, id) => {
    expect(await resolvedTo(text)).toBe(id);
  });

  it('that names nothing gets a suggestion, and one outside is refused', async () => {
    const hint = (text: string) => resolveAddress(scope, text).catch(({ hint: said }) => said);
    expect(await hint('src\\ap.py')).toBe('Did you mean app.py?');
    expect(await hint('src\\app.py#App.rum')).toMatch(/^Did you mean app\.py#App\.run/);
    await expect(resolveAddress(scope, 'D:\\shop\\src\\app.py')).rejects.toMatchObject({ code: 'outside' });
  });

  it('is written with slashes', async () => {
    const [app] = await resolveAddress(scope, 'src\\app.py#App');
    expect(addressOf(scope, app)).toBe('app.py#App');
    expect(addressOf({ ...scope, from: 'D:\\' }, app)).toBe('C:/shop/src/app.py#App');
  });
});

describe('roots of a client on Windows', () => {
  it('are folders from URLs, including a whole drive', () => {
    const uris = ['file:///C:/shop/a%20b/', 'file:///c%3A/shop', 'file:///C:/', 'file://server/share/x'];
    expect(foldersOf(uris, true)).toEqual(['C:\\shop\\a b', 'c:\\shop', 'C:\\', '\\\\server\\share\\x']);
  });

  it('limit access to what is below them, however they are written', () => {
    const fence = new RootFence(ROOT, ['c:\\shop\\api'], win32);
    expect(['api/a.ts', 'apis/a.ts', 'web/a.ts'].map((path) => fence.allows(path))).toEqual([true, false, false]);
    expect(fence.path('api\\x.ts')).toBe('api/x.ts');
    expect(() => fence.path('web\\x.ts')).toThrow('web\\x.ts is outside of the root');
    expect(new RootFence(ROOT, foldersOf(['file:///c%3A/'], true), win32).filter()).toEqual({});
    expect(new RootFence(ROOT, ['D:\\other'], win32).filter()).toEqual({});
  });
});

it('an index inside its folder stores the relative path with slashes, one elsewhere the folder', () => {
  expect(rootToStore(ROOT, 'C:\\shop\\.froe\\index.db', win32)).toBe('..');
  expect(rootToStore(ROOT, 'c:\\shop\\.froe\\deep\\index.db', win32)).toBe('../..');
  expect(rootToStore(ROOT, 'C:\\shop\\index.db', win32)).toBe('.');
  expect(rootToStore(ROOT, 'D:\\index.db', win32)).toBe(ROOT);
});

it.each([
  ['C:\\mails\\*.eml', 'C:\\mails\\', 'a.eml'],
  ['C:\\*.eml', 'C:\\', 'a.eml'],
  ['mails/**/*.eml', 'mails/', '2026/a.eml'],
  ['/*.eml', '/', 'a.eml'],
  ['*.eml', '.', 'a.eml'],
])('the pattern %s is of the folder %s', (given, place, path) => {
  const pattern = patternOf(given);
  expect(pattern?.folder).toBe(place);
  expect(pattern?.matches(path)).toBe(true);
});
