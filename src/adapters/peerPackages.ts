import { FroeError } from '../index.js';

/**
 * Loads what only an adapter needs, and whoever uses it has installed. What is missing is named with what to run;
 * an installed package that fails for another reason fails with its own words.
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
