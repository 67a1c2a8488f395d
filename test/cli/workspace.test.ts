/** Several roots on the command line: a workspace file, --root, and which folders may be named. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { folder } from '../folder.js';
import { type CommandResult, MAIN } from './command.js';
import { commandHost } from './hosted.js';
import { cleanEnvironment } from './indexed.js';

const { froe } = commandHost();

const env = cleanEnvironment();
const run = (cwd: string, ...words: readonly string[]): Promise<CommandResult> => froe(cwd, words, { env });
const lines = ({ stdout }: CommandResult): readonly string[] => stdout.split('\n').filter((line) => line !== '');

const base = folder({
  'api/src/client.ts': '/** Sends an order again. */\nexport function sendAgain(order: string) {\n  return order;\n}\n',
  'web/src/page.ts': '/** The page of an order. */\nexport const orderPage = (order: string) => order;\n',
  'docs/README.md': '# Orders\n\nHow an order is sent again.\n',
});
const at = (path: string): string => join(base, path);

beforeAll(async () => {
  writeFileSync(at('froe.workspace.json'), '{"roots": {"api": "api", "shop": "web", "docs": "docs"}}');
  expect((await run(base, 'index')).code).toBe(0);
});

describe('a workspace file', () => {
  it('is used in its folder, and makes an index of each root', async () => {
    const found = await run(base, 'search', '--files', 'order');
    expect(new Set(lines(found))).toEqual(new Set(['api/src/client.ts', 'shop/src/page.ts', 'docs/README.md']));
    expect(['api', 'web', 'docs'].map((root) => existsSync(at(`${root}/.froe/index.db`)))).toEqual([true, true, true]);
    expect(existsSync(at('.froe/index.db'))).toBe(false);
  });

  it('names the root of a result in JSON', async () => {
    const { results } = JSON.parse((await run(base, 'search', '--json', 'page of an order in:shop')).stdout);
    expect(results).toMatchObject([{ root: 'shop', location: 'shop/src/page.ts:1-2' }]);
    const [{ symbol }] = JSON.parse((await run(base, 'refs', '--json', 'sendAgain')).stdout);
    expect(symbol).toMatchObject({ root: 'api', path: 'api/src/client.ts' });
  });

  it('is limited to some of its roots by --in', async () => {
    expect(lines(await run(base, 'search', '--files', '--in', 'shop', 'order'))).toEqual(['shop/src/page.ts']);
    expect(lines(await run(base, 'search', '--files', '--in', 'web', 'order'))).toEqual(['web/src/page.ts']); // a folder
    const unknown = await run(base, 'search', '--in', 'shp', '--workspace', '--', 'order');
    expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining("Unknown root 'shp'") });
  });

  it('is not used inside a root, unless requested', async () => {
    expect(lines(await run(at('api'), 'search', '--files', 'order'))).toEqual(['src/client.ts']);
    expect((await run(at('api'), 'search', '--files', '--workspace', '--', 'order')).stdout).toContain(
      'docs/README.md',
    );
  });

  it('is not taken for a question after --workspace, nor a question for it', async () => {
    const asked = await run(at('api'), 'search', '--files', '--workspace', 'page of an order');
    expect(lines(asked)).toContain('shop/src/page.ts');
    const named = await run(at('api'), 'search', '--files', '--workspace', '../froe.workspace.json', 'order');
    expect(lines(named)).toContain('shop/src/page.ts');
    const missing = await run(base, 'search', '--workspace', 'other.workspace.json', 'order');
    expect(missing).toMatchObject({ code: 1, stderr: expect.stringContaining('other.workspace.json does not exist') });
  });

  it('prints addresses that resolve', async () => {
    expect((await run(base, 'get', 'shop/src/page.ts:2')).stdout).toContain('orderPage');
    expect((await run(at('web'), 'get', 'src/page.ts:2', '--workspace')).stdout).toContain('orderPage');
    expect((await run(base, 'context', 'how is an order sent again', '--budget', '800')).stdout).toContain(
      'api/src/client.ts',
    );
    expect(lines(await run(base, 'search', '--mode', 'regex', 'orderPage'))[0]).toContain('shop/src/page.ts');
  });

  it('takes patterns: repositories and folders with an index', async () => {
    mkdirSync(at('plain'), { recursive: true });
    writeFileSync(at('api/team.json'), '{"roots": ["../*", "!../docs"]}');
    const found = await run(at('api'), 'search', '--files', '--workspace', 'team.json', 'order');
    expect(new Set(lines(found))).toEqual(new Set(['api/src/client.ts', 'web/src/page.ts']));
  });

  it.each([
    ['{"roots": []}', 'must have "roots"'],
    ['{"root": ["api"]}', "unknown key 'root'"],
    ['{"roots": ["nowhere"]}', 'names nowhere, which is no folder'],
    ['{"roots": ["*/../.."]}', 'must have "roots"'],
    ['{"roots": ["api", "api/src"]}', 'The root src is inside the root api'],
    ['{', 'is not valid JSON'],
  ])('is refused: %s', async (text, why) => {
    writeFileSync(at('bad.json'), text);
    const { code, stderr } = await run(base, 'search', '--workspace', 'bad.json', '--', 'order');
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(why) });
  });
});

describe('--root', () => {
  it('given several times queries all of them', async () => {
    const found = await run(at('docs'), 'search', '--files', '--root', '../api', '--root', 'site=../web', 'order');
    expect(new Set(lines(found))).toEqual(new Set(['api/src/client.ts', 'site/src/page.ts']));
    const both = await run(base, 'search', '--root', 'api', '--workspace', '--', 'order');
    expect(both.stderr).toContain('--root and --workspace cannot be used together');
  });

  it('given once names a folder', async () => {
    expect(lines(await run(base, 'search', '--files', '--root', 'api', 'order'))).toEqual(['api/src/client.ts']);
  });
});

describe('a workspace file that came with a clone', () => {
  const secret = folder({ 'secret.md': '# Secret\n\nThe order of the vault.\n' });
  const clone = folder({ 'a/README.md': '# A\n\nAn order.\n' });
  symlinkSync(secret, join(clone, 'link'));

  it('may not name folders outside of it until it is trusted', async () => {
    writeFileSync(join(clone, 'froe.workspace.json'), JSON.stringify({ roots: { a: 'a', b: secret, c: 'link' } }));
    const before = await run(clone, 'search', '--files', 'order');
    expect(lines(before)).toEqual(['a/README.md']);
    expect(before.stderr).toContain('names folders outside of its own');
    expect(existsSync(join(secret, '.froe'))).toBe(false);
    writeFileSync(join(clone, 'froe.workspace.json'), JSON.stringify({ roots: { a: 'a', b: secret } }));
    const trusted = await run(clone, 'trust');
    expect(trusted.stdout).toContain(`index and search ${secret}`);
    expect(new Set(lines(await run(clone, 'search', '--files', 'order')))).toEqual(
      new Set(['a/README.md', 'b/secret.md']),
    );
    writeFileSync(join(clone, 'froe.workspace.json'), JSON.stringify({ roots: { a: 'a', d: secret } }));
    expect(lines(await run(clone, 'search', '--files', 'order'))).toEqual(['a/README.md']); // it has changed
  });

  it('may name folders outside if the user names the file', async () => {
    const found = await run(clone, 'search', '--files', '--workspace', 'froe.workspace.json', 'order');
    expect(lines(found)).toContain('d/secret.md');
  });
});

describe('froe install --workspace', () => {
  it('writes an entry that serves all roots', async () => {
    const { stdout } = await run(base, 'install', 'cursor', '--workspace', '--print');
    expect(JSON.parse(stdout).mcpServers.froe.args).toEqual(
      expect.arrayContaining(['mcp', '--workspace', at('froe.workspace.json')]),
    );
  });
});

describe('docs/workspaces.md', () => {
  it('has an example that works', async () => {
    const text = readFileSync(join(import.meta.dirname, '../../docs/workspaces.md'), 'utf8');
    const script = /## Example[\s\S]*?```sh\n([\s\S]*?)```/.exec(text)?.[1] ?? '';
    const here = folder({ 'bin/froe': `#!/bin/sh\nexec "${process.execPath}" "${MAIN}" "$@"\n` });
    const { stdout, status } = spawnSync('sh', ['-e', '-c', `chmod +x bin/froe; PATH="$PWD/bin:$PATH"; ${script}`], {
      cwd: here,
      env: { ...process.env, ...env },
      encoding: 'utf8',
    });
    expect({ status, stdout }).toEqual({
      status: 0,
      stdout: expect.stringContaining('<- web/src/page.ts:5  orderPage (calls)'),
    });
    expect(stdout).toMatch(/api\/src\/client\.ts\nweb\/src\/page\.ts\nweb\/src\/page\.ts\n/);
  });
});

describe('commands about indexes, in the folder of a workspace: they asked for an index that no command makes', () => {
  const shop = folder({
    'froe.workspace.json': '{"roots": ["api", "web"]}',
    'api/src/client.ts': 'export const again = 1;\n',
    'web/src/page.ts': 'export const page = 2;\n',
  });
  const roots = ['api', 'web'].map((name) => join(shop, name));
  beforeAll(async () => {
    expect((await run(shop, 'index', '--no-embed')).code).toBe(0);
  });

  it('status shows each root', async () => {
    const { code, stdout } = await run(shop, 'status');
    expect(code).toBe(0);
    expect(stdout).toMatch(new RegExp(`^api\nroot     ${roots[0]}\n[^]*\nweb\nroot     ${roots[1]}\n`));
    const states = lines(await run(shop, 'status', '--json')).map((line) => JSON.parse(line));
    expect(states).toMatchObject(roots.map((root) => ({ root, sources: 1, stale: 0 })));
  });

  it('verify --index checks each root, and fails if one fails', async () => {
    const { code, stdout } = await run(shop, 'verify', '--index');
    expect(code).toBe(0);
    expect((await run(join(shop, 'api/src'), 'verify', '--index')).code).toBe(0); // the nearest one
    expect(stdout).toMatch(/^api\n1 file, 1 chunk: .*\nweb\n1 file, 1 chunk: .*\n$/);
    rmSync(join(shop, 'api/src/client.ts'));
    expect((await run(shop, 'verify', '--index', '--json')).code).toBe(1);
    writeFileSync(join(shop, 'api/src/client.ts'), 'export const again = 1;\n');
  });

  it('export has the records of all, with their root in the path', async () => {
    const records = lines(await run(shop, 'export')).map((line) => JSON.parse(line));
    expect(records.map(({ file_path }) => file_path)).toEqual(['api/src/client.ts', 'web/src/page.ts']);
    expect(new Set(records.map(({ id }) => id)).size).toBe(2);
    const out = await run(shop, 'export', '--out', join(shop, 'out'), '--json');
    expect(JSON.parse(out.stdout).records).toMatchObject({ 'code_chunks.json': 2 });
  });

  it('artifacts and forget know what each root holds', async () => {
    writeFileSync(join(shop, 'note.txt'), 'Call Ann.\n');
    await run(roots[1], 'ingest', '--no-embed', join(shop, 'note.txt'));
    const [{ id }] = lines(await run(shop, 'artifacts', '--json')).map((line) => JSON.parse(line));
    const forgotten = await run(shop, 'forget', '--json', id, 'main:web/src/page.ts', 'main:src/client.ts');
    expect(JSON.parse(forgotten.stdout)).toEqual({
      forgotten: expect.arrayContaining([id, 'main:web/src/page.ts']),
      missing: ['main:src/client.ts'],
    });
  });

  it('clean removes all indexes, or none if one holds more than files', async () => {
    writeFileSync(join(shop, 'note.txt'), 'Call Ann.\n');
    await run(roots[1], 'ingest', '--no-embed', join(shop, 'note.txt'));
    const refused = await run(shop, 'clean');
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('1 artifact') });
    expect(roots.map((root) => existsSync(join(root, '.froe/index.db')))).toEqual([true, true]);
    const files = roots.map((root) => join(root, '.froe', 'index.db'));
    expect(await run(shop, 'clean', '--yes')).toMatchObject({
      code: 0,
      stdout: files.map((file) => `removed ${file}\n`).join(''),
    });
    expect(await run(shop, 'clean')).toMatchObject({
      code: 1,
      stdout: files.map((file) => `no index at ${file}\n`).join(''),
    });
  });
});
