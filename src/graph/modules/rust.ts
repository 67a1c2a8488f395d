/**
 * Rust: modules are paths of files below the root of their crate.
 *
 *     src/lib.rs            crate
 *     src/net.rs            crate::net        or src/net/mod.rs
 *     src/net/client.rs     crate::net::client
 */
import { ancestors, below, type Files, folderOf, type Package } from '../files.js';
import type { Importing, Modules } from './modules.js';

const ROOTS = ['lib.rs', 'main.rs', 'mod.rs'];

export const rust: Modules = {
  joint: '::',
  files(name, importing, files) {
    const [first, ...rest] = name.split('::').filter((part) => part !== '');
    if (first === 'crate') return inCrate(rootOf(importing.path, files), rest, files);
    if (first === 'self' || first === 'super') return fromHere([first, ...rest], importing, files);
    const crate = files.packages.find(({ manifest }) => isCrate(manifest, first));
    if (crate) return inCrate(sourceFolder(crate), rest, files);
    return first === undefined ? [] : fromHere(['self', first, ...rest], importing, files);
  },
};

const isCrate = ({ kind, name }: Package['manifest'], first: string | undefined): boolean =>
  kind === 'rust' && first !== undefined && name?.replaceAll('-', '_') === first;

const sourceFolder = ({ folder }: Package): string => below(folder, 'src');

/** The folder of the nearest `lib.rs` or `main.rs` above. */
function rootOf(path: string, files: Files): string {
  const above = ancestors(folderOf(path)).reverse();
  return above.find((folder) => files.first([below(folder, 'lib.rs'), below(folder, 'main.rs')]).length > 0) ?? '';
}

function inCrate(root: string, parts: readonly string[], files: Files): readonly string[] {
  if (parts.length === 0) return files.first(ROOTS.map((file) => below(root, file)));
  const path = below(root, parts.join('/'));
  const found = files.first([`${path}.rs`, `${path}/mod.rs`]);
  // The last name may be a type with names of its own: `crate::net::Client::open`.
  return found.length > 0 || !/^\p{Lu}/u.test(parts[parts.length - 1])
    ? found
    : inCrate(root, parts.slice(0, -1), files);
}

/** `self` and `super`, from the file's own place; a module inside the file counts as one step. */
function fromHere(parts: readonly string[], { path, nested }: Importing, files: Files): readonly string[] {
  const ups = parts.filter((part) => part === 'super').length - nested;
  const rest = parts.filter((part) => part !== 'super' && part !== 'self');
  if (ups < 0 || (ups === 0 && rest.length === 0)) return [path];
  const own = ROOTS.some((root) => path.endsWith(`/${root}`) || path === root)
    ? folderOf(path)
    : path.replace(/\.rs$/, '');
  let folder = own;
  for (let up = 0; up < ups; up++) folder = folderOf(folder);
  return rest.length === 0
    ? files.first([`${folder}.rs`, ...ROOTS.map((file) => below(folder, file))])
    : inCrate(folder, rest, files);
}
