// Nested ignore files, as git reads them. The rules of a folder come after those of its
// parents, and the last match decides; files in an ignored folder cannot be included
// again.
//
//     .gitignore      *.log        → *.log
//     a/.gitignore    !keep.log    → !/a/**/keep.log
//     a/.gitignore    /out         → /a/out
import { join } from 'node:path';
import ignore, { type Ignore } from 'ignore';
import { fileBelow } from './jail.js';
import { readRegular } from './readRegular.js';
import { lstatIfThere } from './stat.js';

/** Far more than anybody writes. */
const MAX_FILE_BYTES = 1 << 20;

export class IgnoreRules {
  readonly #top: string;
  readonly #file: string;
  readonly #byFolder = new Map<string, Ignore | undefined>();

  /** `file`: the name of the ignore files. Those above `top` do not count. */
  constructor(top: string, file: string) {
    this.#top = top;
    this.#file = file;
  }

  /** `path` is relative to the top; a folder's ends with a slash. */
  ignores(path: string): boolean {
    return this.#rulesOf(parent(path))?.ignores(path) === true;
  }

  /** Undefined if there are no rules: most trees have none of ours, and every path is checked. */
  #rulesOf(folder: string): Ignore | undefined {
    if (this.#byFolder.has(folder)) return this.#byFolder.get(folder);
    const inherited = folder === '' ? undefined : this.#rulesOf(parent(folder));
    const ownLines = this.#read(folder);
    const rules =
      ownLines.length === 0
        ? inherited
        : emptyRules()
            .add(inherited ?? [])
            .add(ownLines);
    this.#byFolder.set(folder, rules);
    return rules;
  }

  #read(folder: string): string[] {
    const path = join(folder, this.#file);
    if (lstatIfThere(join(this.#top, path)) === undefined) return []; // as in most folders
    try {
      const text = readRegular(fileBelow(this.#top, path), MAX_FILE_BYTES)
        .toString()
        .replace(/^\ufeff/, '');
      return text.split(/\r?\n/).flatMap((line) => ruleFromTop(folder, line));
    } catch {
      return []; // unreadable, or outside of the tree: treated alike
    }
  }
}

/** Case-sensitive, as git is by default; a file may be called `...`. */
const emptyRules = (): Ignore => ignore({ ignorecase: false, allowRelativePaths: true });

const parent = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/', path.length - 2)));

/** A rule of a folder, relative to the top; none for a comment or an empty line. */
function ruleFromTop(folder: string, line: string): string[] {
  if (line.trim() === '' || line.startsWith('#')) return [];
  if (folder === '') return [line];
  const negation = line.startsWith('!') ? '!' : '';
  const pattern = line.slice(negation.length);
  const anchored = /\/(?!\s*$)/.test(pattern);
  const root = `/${folder.replace(/[\\*?[\]!# ]/g, '\\$&')}`;
  return [`${negation}${root}${anchored ? '/' : '/**/'}${pattern.replace(/^\//, '')}`];
}
