/**
 * Where a client may look. It says which folders it works in (its roots); those
 * that lie inside ours fence it in, and what is outside of them is refused:
 *
 *     our root /src/shop, client's roots /src/shop/api and /src/shop/docs   → below api/ and docs/
 *     client's root /src/shop, or one above it, or none                       → everything
 *
 * Roots that have nothing to do with ours say nothing: whoever started the
 * server chose its folder.
 */
import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FroeError } from '../errors.js';
import { pathBelow } from '../sources/jail.js';

export class Fence {
  readonly #root: string;
  /** `api/`; none: everything. */
  readonly #inside: readonly string[];

  constructor(root: string, clientRoots: readonly string[] = []) {
    this.#root = root;
    const paths = clientRoots.map((folder) => relative(root, folder).split(sep).join('/'));
    const inside = paths.filter((path) => path !== '' && !/^\.\.(\/|$)|^\/|^[a-z]:/i.test(path));
    // One root that holds all of ours lets everything in.
    const all = paths.some((path) => path === '' || /^\.\.(\/\.\.)*$/.test(path));
    this.#inside = all ? [] : inside.map((path) => `${path}/`);
  }

  allows(path: string): boolean {
    return this.#inside.length === 0 || this.#inside.some((folder) => `${path}/`.startsWith(folder));
  }

  /** The path as ids have it; refused when it leads out. */
  path(given: string): string {
    const path = pathBelow(this.#root, given);
    if (path !== '' && !this.allows(path)) throw outside(given);
    return path;
  }

  /** What to search below, as the store's globs; undefined for everything. */
  globs(given: readonly string[] = []): readonly string[] | undefined {
    if (given.length === 0)
      return this.#inside.length === 0 ? undefined : this.#inside.map((folder) => `${literal(folder)}*`);
    return given.flatMap(alternatives).flatMap((pattern) => this.#globsOf(pattern));
  }

  #globsOf(pattern: string): readonly string[] {
    const wild = pattern.search(/[*?[]/);
    if (wild < 0) {
      const path = this.path(pattern);
      return path === '' ? (this.globs() ?? ['*']) : [literal(path), `${literal(path)}/*`];
    }
    // `**/` is any folders or none, and `*` crosses them anyway.
    const glob = pattern.replace(/^(\.?\/)+/, '').replaceAll('**/', '*');
    if (/(^|\/)\.\.(\/|$)/.test(pattern)) throw outside(pattern);
    if (this.#inside.length === 0) return [glob];
    const within = this.#inside.flatMap((folder) =>
      glob.startsWith(folder) ? [glob] : glob.startsWith('*') ? [literal(folder) + glob] : [],
    );
    if (within.length === 0) throw outside(pattern);
    return within;
  }
}

/** Folders out of what a client calls its roots; what is no file is passed over. */
export const foldersOf = (uris: readonly string[]): readonly string[] =>
  uris.flatMap((uri) => {
    try {
      return [fileURLToPath(uri).replace(/(?<=.)[/\\]$/, '')];
    } catch {
      return [];
    }
  });

/** `src/*.{ts,tsx}` → `src/*.ts`, `src/*.tsx`; SQL knows no braces. */
function alternatives(pattern: string): readonly string[] {
  const braces = /^(.*?)\{([^{}]*)\}(.*)$/s.exec(pattern);
  if (!braces) return [pattern];
  const [, before, inner, after] = braces;
  return inner.split(',').flatMap((one) => alternatives(before + one + after));
}

/** A path of which no sign is wild. */
const literal = (path: string): string => path.replace(/[*?[]/g, '[$&]');

const outside = (given: string): FroeError =>
  new FroeError('outside', `${given} is outside of the root`, 'Paths are relative to the root, as search gives them.');
