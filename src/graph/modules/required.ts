/** Ruby and Lua: a path below some folder of libraries, and in Ruby one relative to the file. */
import { type Files, folderOf, joined } from '../files.js';
import { onlyOne } from './include.js';
import type { Modules } from './modules.js';

export const ruby: Modules = {
  files(name, { path }, files) {
    const file = name.endsWith('.rb') ? name : `${name}.rb`;
    if (name.startsWith('.')) return files.first([joined(folderOf(path), file) ?? '']);
    const library = files.endingWith(`lib/${file}`);
    return library.length === 1 ? library : onlyOne(file, files);
  },
};

export const lua: Modules = {
  files(name, _: unknown, files: Files) {
    const path = name.replaceAll('.', '/');
    const found = onlyOne(`${path}.lua`, files);
    return found.length > 0 ? found : onlyOne(`${path}/init.lua`, files);
  },
};

export const dart: Modules = {
  files(name, { path }, files) {
    const inPackage = /^package:[^/]+\/(.+)$/.exec(name)?.[1];
    return inPackage === undefined
      ? files.first([joined(folderOf(path), name) ?? ''])
      : onlyOne(`lib/${inPackage}`, files);
  },
};
