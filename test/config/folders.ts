/** A root and a home of their own, with files in them. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { folder } from '../folder.js';

export interface Folders {
  readonly root: string;
  readonly home: string;
  readonly write: (path: string, content: string | Uint8Array) => string;
}

/** `files`: by path, which begins with `root/` or `home/`. */
export function folders(files: Readonly<Record<string, string | Uint8Array>> = {}): Folders {
  const base = folder();
  const write: Folders['write'] = (path, content) => {
    const file = join(base, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    return file;
  };
  const [root, home] = [join(base, 'root'), join(base, 'home')];
  mkdirSync(root);
  mkdirSync(home);
  for (const [path, content] of Object.entries(files)) write(path, content);
  return { root, home, write };
}

export const PROJECT = 'root/.froe/config.yaml';
export const USER = 'home/.config/froe/config.yaml';
