/**
 * Which paths a client may read. A client names the folders it works in (its roots); those
 * inside ours restrict it, and everything outside of them is refused:
 *
 *     our root /src/shop, client's roots /src/shop/api and /src/shop/docs   → below api/ and docs/
 *     client's root /src/shop, or one above it, or none                       → everything
 *
 *     our roots api and web, client's roots /src/api/docs and /src/web        → below api/docs/ and web/
 *
 * Client roots outside of ours are ignored: whoever started the server chose its folder.
 */
import nodePath from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SourceRow } from '../engine/indexes.js';
import type { NamedFolder } from '../engine/indexPaths.js';
import { andFilters, commitLimits, exactPath, type SearchFilter } from '../engine/results.js';
import { FroeError } from '../errors.js';
import { type PathModule, pathBelow, relativePosix } from '../sources/jail.js';

/** What a client asks for: folders, files or globs, and a type of chunk. */
export interface RequestedScope {
  readonly paths?: readonly string[] | undefined;
  readonly exclude?: readonly string[] | undefined;
  readonly type?: string | undefined;
}

export class RootFence {
  readonly #root: string;
  readonly #paths: PathModule;
  /** `api/`; empty: everything. */
  readonly #inside: readonly string[];

  /** `roots`: those of a workspace. */
  constructor(
    root: string,
    clientRoots: readonly string[] = [],
    pathModule: PathModule = nodePath,
    roots?: readonly NamedFolder[],
  ) {
    this.#root = root;
    this.#paths = pathModule;
    const fences = (folder: string): readonly string[] => foldersInside(folder, clientRoots, pathModule);
    this.#inside = roots
      ? fencedRoots(roots.map(({ name, folder }) => [name, fences(folder)] as const))
      : fences(root).map((path) => `${path}/`);
  }

  allows(path: string): boolean {
    return this.#inside.length === 0 || this.#inside.some((folder) => `${path}/`.startsWith(folder));
  }

  /** Sources that may be named to a client that has not named them. */
  readonly offers = ({ kind, path }: SourceRow): boolean => kind !== 'file' || this.allows(path);

  /** The path in ids; refused if it is outside. */
  path(given: string): string {
    const path = pathBelow(this.#root, given, this.#root, this.#paths);
    if (path !== '' && !this.allows(path)) throw outside(given);
    return path;
  }

  /** Refuses a file that is outside, and a commit that touched one, or too many files to know. */
  check({ kind, path, title, metadata: { files } }: SourceRow): void {
    if (kind === 'file') this.path(path);
    if (kind !== 'commit' || this.#inside.length === 0) return;
    const touched = Array.isArray(files) ? files.map(String) : [];
    if (touched.length >= commitLimits.files || !touched.every((one) => this.allows(one))) throw outside(title);
  }

  /** What may be found: what the client asks for, as far as it is inside. */
  filter({ paths = [], exclude = [], type }: RequestedScope = {}): SearchFilter {
    const out = paths.find((path) => /(^|\/)\.\.(\/|$)/.test(path));
    if (out !== undefined) throw outside(out);
    return andFilters(
      this.#inside.length === 0
        ? {}
        : { kind: 'file', paths: this.#inside.map((folder) => exactPath(folder.replace(/\/$/, ''))) },
      {
        ...(paths.length === 0 ? {} : { paths }),
        ...(exclude.length === 0 ? {} : { notPaths: exclude }),
        ...(type === undefined ? {} : { types: [type] }),
      },
    );
  }
}

/** The client's roots below a folder; empty if one of them contains the folder, or none is related to it. */
function foldersInside(root: string, clientRoots: readonly string[], pathModule: PathModule): readonly string[] {
  const paths = clientRoots.map((folder) => relativePosix(root, folder, pathModule));
  const all = paths.some((path) => path === '' || /^\.\.(\/\.\.)*$/.test(path));
  return all ? [] : paths.filter((path) => path !== '' && !/^\.\.(\/|$)|^\/|^[a-z]:/i.test(path));
}

/** A root without a restriction is completely open; if none is restricted, there is no fence. */
const fencedRoots = (roots: readonly (readonly [name: string, inside: readonly string[]])[]): readonly string[] =>
  roots.every(([, inside]) => inside.length === 0)
    ? []
    : roots.flatMap(([name, inside]) =>
        inside.length === 0 ? [`${name}/`] : inside.map((path) => `${name}/${path}/`),
      );

/** The folders of a client's roots; other URIs are ignored. `windows`: default: this machine. */
export const foldersOf = (uris: readonly string[], windows?: boolean): readonly string[] =>
  uris.flatMap((uri) => {
    try {
      return [fileURLToPath(uri, { windows }).replace(/(?<=[^:])[/\\]$/, '')]; // C: by itself is the current folder of that drive
    } catch {
      return [];
    }
  });

const outside = (given: string): FroeError =>
  new FroeError(
    'outside',
    `${given} is outside of the root`,
    'Use paths relative to the root, as search returns them.',
  );
