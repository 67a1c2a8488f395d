/**
 * A file that comes with the package: tables, weights, grammars, the page. It is
 * found from the package's root, because the module that asks may stand anywhere
 * below: as source, built, or bundled with others.
 */
import { existsSync } from 'node:fs';

let root: URL | undefined;

export function packageFile(path: string): URL {
  root ??= rootOf(new URL('.', import.meta.url));
  return new URL(path, root);
}

function rootOf(folder: URL): URL {
  return existsSync(new URL('package.json', folder)) ? folder : rootOf(new URL('..', folder));
}
