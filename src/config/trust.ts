/**
 * The projects that the user trusts, in `trust.json` of the user's folder:
 *
 *     { "/home/me/froe": "<SHA-256 of its configuration>" }
 *
 * The path is the real one, so that a link cannot use another folder's trust; the hash makes
 * a changed configuration ask again.
 */
import { readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { FroeError, reasonOf } from '../errors.js';
import { makePrivateFolder, replacePrivately } from '../privateFile.js';

const fileIn = (folder: string): string => join(folder, 'trust.json');

export const isTrusted = (folder: string, root: string, hash: string): boolean =>
  new Map(Object.entries(readTrust(folder))).get(realRoot(root)) === hash;

export function trust(folder: string, root: string, hash: string): void {
  writeTrust(folder, { ...readTrust(folder), [realRoot(root)]: hash });
}

/** Whether there was anything to revoke. */
export function distrust(folder: string, root: string): boolean {
  const { [realRoot(root)]: before, ...others } = readTrust(folder);
  if (before !== undefined) writeTrust(folder, others);
  return before !== undefined;
}

function realRoot(root: string): string {
  try {
    return realpathSync(root);
  } catch (error) {
    throw new FroeError('not-found', `${root} ${reasonOf(error)}`, undefined, error);
  }
}

function readTrust(folder: string): Readonly<Record<string, string>> {
  const file = fileIn(folder);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
    throw new FroeError('unreadable', `${file} ${reasonOf(error)}`, undefined, error);
  }
  try {
    const list: unknown = JSON.parse(text);
    if (isList(list)) return list;
    throw new TypeError('not a list of folders');
  } catch (error) {
    throw new FroeError('unreadable', `${file} was not written by froe`, 'Delete it, and run froe trust again.', error);
  }
}

const isList = (value: unknown): value is Readonly<Record<string, string>> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((hash) => typeof hash === 'string');

function writeTrust(folder: string, list: Readonly<Record<string, string>>): void {
  const file = fileIn(folder);
  try {
    makePrivateFolder(dirname(file));
    replacePrivately(file, `${JSON.stringify(list, undefined, 2)}\n`);
  } catch (error) {
    throw new FroeError('unreadable', `${file} could not be written`, undefined, error);
  }
}
