/**
 * A file of the package: tables, weights, grammars, the page. It is located from the root
 * of the package, because the calling module may be a source, built, or bundled.
 */
import { existsSync, readFileSync } from 'node:fs';
import { FroeError, reasonOf } from './errors.js';

let root: URL | undefined;

export function packageFile(path: string): URL {
  root ??= rootOf(new URL('.', import.meta.url));
  return new URL(path, root);
}

/** Its bytes. A file that the package lacks, or that may not be read, is no fault of the input: no file can be worked on. */
export function readPackageFile(path: string): Buffer {
  try {
    return readFileSync(packageFile(path));
  } catch (cause) {
    throw new FroeError('missing-package', `${path} of froe itself ${reasonOf(cause)}`, 'Reinstall froe.', cause);
  }
}

function rootOf(folder: URL): URL {
  return existsSync(new URL('package.json', folder)) ? folder : rootOf(new URL('..', folder));
}
