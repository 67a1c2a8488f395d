/** JavaScript and what compiles to it: files relative to the importing one, and packages of the same workspace. */
import { ancestors, below, type Files, folderOf, joined } from '../files.js';
import type { Modules } from './modules.js';

const ENDINGS = ['.ts', '.tsx', '.d.ts', '.js', '.jsx', '.mjs', '.cjs', '.mts', '.cts', '.vue', '.svelte', '.json'];
/** What is written is what is run; what is there may be what that is compiled from. */
const COMPILED: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\.js$/, ['.ts', '.tsx', '.jsx']],
  [/\.jsx$/, ['.tsx']],
  [/\.mjs$/, ['.mts']],
  [/\.cjs$/, ['.cts']],
];

function* candidates(path: string): Generator<string> {
  yield path;
  for (const [written, endings] of COMPILED)
    if (written.test(path)) for (const ending of endings) yield path.replace(written, ending);
  for (const ending of ENDINGS) yield path + ending;
  for (const ending of ENDINGS) yield below(path, `index${ending}`);
}

/** `@acme/core/net` in a workspace that has a package `@acme/core`: `packages/core/net.ts`, or below its `src`. */
function inWorkspace(module: string, files: Files): readonly string[] {
  for (const { folder, manifest } of files.packages) {
    const { name, main } = manifest;
    if (name === undefined || (module !== name && !module.startsWith(`${name}/`))) continue;
    const rest = module.slice(name.length + 1);
    const starts = rest === '' ? [...(main ? [main] : []), 'src/index', 'index', 'lib/index'] : [rest, `src/${rest}`];
    for (const start of starts) {
      const found = files.first(candidates(joined(folder, start) ?? ''));
      if (found.length > 0) return found;
    }
  }
  return [];
}

/** `@/net/client`, `~/net/client`, `src/net/client`: from the nearest folder that holds such a path. */
function fromRoot(module: string, path: string, files: Files): readonly string[] {
  const written = /^(?:[@~]\/|src\/)(.+)$/.exec(module)?.[1];
  if (written === undefined) return [];
  for (const folder of ancestors(folderOf(path)).reverse())
    for (const start of ['src', '']) {
      const found = files.first(candidates(below(folder, start === '' ? written : `${start}/${written}`)));
      if (found.length > 0) return found;
    }
  return [];
}

export const relative: Modules = {
  files(module, { path }, files) {
    const bare = module.replace(/[?#].*$/, '');
    if (bare.startsWith('.')) {
      const target = joined(folderOf(path), bare);
      return target === undefined ? [] : files.first(candidates(target));
    }
    const found = fromRoot(bare, path, files);
    return found.length > 0 ? found : inWorkspace(bare, files);
  },
};
