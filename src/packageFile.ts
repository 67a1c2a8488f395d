/**
 * A file of the package: tables, weights, grammars, the page. It is located from the root
 * of the package, because the calling module may be a source, built, or bundled.
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
