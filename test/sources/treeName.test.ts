import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { remoteName, treeName } from '../../src/sources/treeName.js';

describe('the name of a tree', () => {
  let place: string;
  beforeAll(() => {
    place = realpathSync(mkdtempSync(join(tmpdir(), 'froe-tree-')));
  });
  afterAll(() => rmSync(place, { recursive: true, force: true }));

  const repository = (name: string, remote?: string): string => {
    const folder = join(place, name);
    mkdirSync(join(folder, 'web', 'app'), { recursive: true });
    execFileSync('git', ['init', '-q', folder]);
    if (remote) execFileSync('git', ['-C', folder, 'remote', 'add', 'origin', remote]);
    return folder;
  };

  it.each([
    ['https://github.com/acme/shop.git', 'github.com/acme/shop'],
    ['https://me:key@github.com/acme/shop', 'github.com/acme/shop'],
    ['https://me:k@y@GitHub.com:8443/acme/shop/', 'github.com/acme/shop'],
    ['git@github.com:acme/shop.git', 'github.com/acme/shop'],
    ['ssh://git@github.com:22/acme/shop.git', 'github.com/acme/shop'],
    ['github.com:/acme/shop', 'github.com/acme/shop'],
    ['/srv/git/shop.git', `${hostname()}:/srv/git/shop`],
    ['../shop', undefined],
    ['', undefined],
  ])('of a clone of %s is %s', (url, name) => expect(remoteName(url)).toBe(name));

  it('is the same for every clone, and another for a folder inside', () => {
    const [one, two] = [
      repository('one', 'git@github.com:acme/shop.git'),
      repository('two', 'https://github.com/acme/shop'),
    ];
    expect(treeName(one)).toBe('github.com/acme/shop');
    expect(treeName(two)).toBe(treeName(one));
    expect(treeName(join(two, 'web', 'app'))).toBe('github.com/acme/shop/web/app');
  });

  it('is the path on this machine without a remote that is valid elsewhere', () => {
    for (const folder of [repository('alone'), repository('relative', '../alone')])
      expect(treeName(folder)).toBe(`${hostname()}:${folder}`);
  });
});
