/**
 * Where a language looks for what an import names. Implementations are beside
 * this file, collected in `index.ts`; languages that share one see each other.
 */
import type { Files } from '../files.js';

export interface Importing {
  /** Path of the file that imports. */
  readonly path: string;
  /** How many modules inside the file the import stands in. */
  readonly nested: number;
}

export interface Modules {
  /** The files that a module is made of; none when it is not of this tree. */
  readonly files: (module: string, importing: Importing, files: Files) => readonly string[];
  /** Names are joined to modules by this sign: `from pkg import part` may mean the module `pkg.part`. */
  readonly joint?: string;
  /** Files that only announce what others define: headers. */
  readonly announces?: (path: string) => boolean;
  /** What is defined is known by its full name, `com.acme.Client`, wherever its file lies. */
  readonly namespaces?: boolean;
}
