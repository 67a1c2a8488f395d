/** Go: a package is a folder; the module in `go.mod` says what paths begin with. */
import { below, type Files } from '../files.js';
import type { Modules } from './modules.js';

export const go: Modules = {
  files(path, _, files) {
    for (const { folder, manifest } of files.packages) {
      const { name, kind } = manifest;
      if (kind !== 'go' || name === undefined || (path !== name && !path.startsWith(`${name}/`))) continue;
      const inside = path.slice(name.length + 1);
      const found = sourcesIn(inside === '' ? folder : below(folder, inside), files);
      if (found.length > 0) return found;
    }
    return [];
  },
};

const sourcesIn = (folder: string, files: Files): readonly string[] =>
  files.in(folder).filter((file) => file.endsWith('.go') && !file.endsWith('_test.go'));
