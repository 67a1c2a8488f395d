/**
 * The identity of a folder on every machine: clones of one repository are the same tree
 * wherever they are, and two folders at the same path are not.
 *
 *     git@github.com:acme/shop.git       ~/shop             github.com/acme/shop
 *     https://me:key@github.com/acme/shop   /srv/ci/web     github.com/acme/shop/web   a folder of the repository
 *     /srv/git/shop.git                  ~/shop             build-7:/srv/git/shop.git  of this machine only
 *     no repository, or no remote        ~/notes            build-7:/home/me/notes
 */
import { hostname } from 'node:os';
import { isAbsolute } from 'node:path';
import { git } from './git.js';
import { topOf } from './gitFolder.js';
import { relativePosix } from './jail.js';

/** `root` is an absolute path without links. */
export function treeName(root: string): string {
  const top = topOf(root);
  const remote = top && remoteName(git(root, ['config', '--get', 'remote.origin.url']).stdout.trim());
  if (!remote) return `${hostname()}:${root}`;
  const subfolder = relativePosix(top, root);
  return subfolder === '' ? remote : `${remote}/${subfolder}`;
}

/** `https://host/path` and `user@host:path`; a password may contain @. */
const REMOTES = [/^\w[\w+.-]*:\/\/(?:[^/]*@)?([^/:]+)(?::\d+)?\/(.+)$/, /^(?:[^/]*@)?([^/:]{2,}):(?!\/\/)(.+)$/];

/** Without login, scheme and suffix. Undefined if the URL is only valid on this machine. */
export function remoteName(url: string): string | undefined {
  if (isAbsolute(url)) return `${hostname()}:${withoutSuffix(url)}`;
  for (const remote of REMOTES) {
    const [, host, path] = remote.exec(url) ?? [];
    if (host !== undefined) return `${host.toLowerCase()}/${withoutSuffix(path).replace(/^\/+/, '')}`;
  }
  return undefined;
}

const withoutSuffix = (path: string): string => path.replace(/\/+$/, '').replace(/\.git$/, '');
