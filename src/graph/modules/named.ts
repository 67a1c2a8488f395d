/** Languages in which definitions are known by their full names. Files matter only where one is required by its path. */
import { folderOf, joined } from '../files.js';
import type { Modules } from './modules.js';

export const jvm: Modules = { namespaces: true, files: () => [] };
export const csharp: Modules = { namespaces: true, files: () => [] };
export const elixir: Modules = { namespaces: true, files: () => [] };
export const php: Modules = {
  namespaces: true,
  files: (name, { path }, files) => (/[/.]/.test(name) ? files.first([joined(folderOf(path), name) ?? '']) : []),
};

/** Whatever is built together sees itself. */
export const swift: Modules = { files: () => [] };
