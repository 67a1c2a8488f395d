/**
 * The Inspector's command line, as anybody would try a server with it. Its
 * package looks for a package.json where the Inspector as a whole has one, so it
 * is run from a copy that has one there:
 *
 *     place/package.json
 *     place/node_modules → ours
 *     place/cli/build/index.js
 */
import { spawnSync } from 'node:child_process';
import { cpSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { MAIN } from '../cli/command.js';
import { folder } from '../folder.js';
import { environment, project } from './served.js';

const modules = fileURLToPath(new URL('../../node_modules', import.meta.url));
const place = folder({ 'package.json': '{ "name": "inspector", "version": "0.0.0", "type": "module" }' });
cpSync(join(modules, '@modelcontextprotocol/inspector-cli'), join(place, 'cli'), { recursive: true });
symlinkSync(modules, join(place, 'node_modules'));
const root = project();

function inspect(...words: readonly string[]): Record<string, unknown> {
  const server = [process.execPath, MAIN, 'mcp', root];
  const inspector = join(place, 'cli/build/index.js');
  const { stdout, stderr, status } = spawnSync(process.execPath, [inspector, ...server, ...words], {
    encoding: 'utf8',
    env: environment(),
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

describe('the Inspector', () => {
  it('lists the tools', () => {
    const { tools } = inspect('--method', 'tools/list') as { tools: { name: string }[] };
    expect(tools.map(({ name }) => name)).toEqual([
      ...['search', 'get_context', 'read', 'outline', 'references', 'impact', 'history', 'status'],
    ]);
  });

  it('calls one', () => {
    const words = ['--method', 'tools/call', '--tool-name', 'search', '--tool-arg', 'query=parse_url', 'limit=1'];
    expect(inspect(...words)).toMatchObject({ structuredContent: { hits: [{ path: 'src/parse.py' }] } });
  });

  it('reads a resource', () => {
    expect(inspect('--method', 'resources/read', '--uri', 'froe://main/README.md')).toMatchObject({
      contents: [{ text: '# Wood\n\nAbout trees.\n' }],
    });
  });
});
