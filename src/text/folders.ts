/** Paths inside a tree, with `/` between their parts and no `/` in front. The root folder is the empty path. */

export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

export const pathIn = (folder: string, path: string): string => (folder === '' ? path : `${folder}/${path}`);

/** `src/net` and `../app` → `src/app`; undefined above the root. */
export function resolvePath(folder: string, path: string): string | undefined {
  const parts = folder === '' ? [] : folder.split('/');
  for (const part of path.split('/')) {
    if (part === '..') {
      if (parts.length === 0) return undefined;
      parts.pop();
    } else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}

/** A folder and its parents, from the root down: `''`, `src`, `src/net`. */
export function ancestorsOf(folder: string): string[] {
  const parts = folder === '' ? [] : folder.split('/');
  return [...Array(parts.length + 1).keys()].map((length) => parts.slice(0, length).join('/'));
}
