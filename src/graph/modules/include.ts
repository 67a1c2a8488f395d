/** C and C++: beside the including file, or wherever one path ends so. */
import { type Files, folderOf, joined } from '../files.js';
import type { Modules } from './modules.js';

export const include: Modules = {
  files(name, { path }, files) {
    const beside = files.first([joined(folderOf(path), name) ?? '']);
    if (beside.length > 0) return beside;
    return name.startsWith('.') ? [] : onlyOne(name, files);
  },
  announces: (path) => /\.h(h|pp|xx)?$/.test(path),
};

/** `net/client.h` under any folder of headers; two that end alike say nothing. */
export function onlyOne(tail: string, files: Files): readonly string[] {
  const found = files.endingWith(tail);
  return found.length === 1 ? found : [];
}
