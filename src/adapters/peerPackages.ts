import { FroeError } from '../index.js';

/**
 * Loads packages that only an adapter needs and its user installs. A missing package is an error with the command to
 * run; other errors of an installed package are thrown unchanged.
 */
export async function peerPackages<T>(entry: string, names: readonly string[], load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const missing = names.filter((name) => isMissing(error, name));
    if (missing.length === 0) throw error;
    const all = names.join(' ');
    throw new FroeError('missing-package', `${entry} needs ${missing[0]}`, `Run: npm install ${all}`, error);
  }
}

/** Node: `Cannot find package '@langchain/core' imported from …`. */
const isMissing = (error: unknown, name: string): boolean =>
  error instanceof Error &&
  'code' in error &&
  error.code === 'ERR_MODULE_NOT_FOUND' &&
  error.message.includes(`'${name}'`);
