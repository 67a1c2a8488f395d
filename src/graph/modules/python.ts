/** Python: `..pkg.mod` from the file's own folder, `pkg.mod` from any folder above it that is no package itself. */
import { ancestors, below, type Files, folderOf } from '../files.js';
import type { Modules } from './modules.js';

const module = (folder: string, parts: readonly string[]): string[] => {
  const path = below(folder, parts.join('/'));
  return parts.length === 0 ? [below(folder, '__init__.py')] : [`${path}.py`, `${path}/__init__.py`, `${path}.pyi`];
};

/** A folder with an `__init__.py` is a package: imports are looked for beside it, not in it. */
const isRoot = (folder: string, files: Files): boolean => !files.has(below(folder, '__init__.py'));

export const python: Modules = {
  joint: '.',
  files(name, { path }, files) {
    const dots = /^\.*/.exec(name)?.[0].length ?? 0;
    const parts = name
      .slice(dots)
      .split('.')
      .filter((part) => part !== '');
    const above = ancestors(folderOf(path));
    if (dots > 0) return dots > above.length ? [] : files.first(module(above[above.length - dots], parts));
    for (const folder of [...above, 'src', 'lib']) {
      const found = isRoot(folder, files) ? files.first(module(folder, parts)) : [];
      if (found.length > 0) return found;
    }
    return [];
  },
};
