/** Where a language looks for the module that an import names. */

export interface ModuleLookup {
  /** The files that make up a module; none when it is not in this tree. */
  readonly files: (module: string, site: ImportSite, tree: FileTree) => readonly string[];
  /** Whether a module is, or is in, the package of a manifest. This is how other roots of a workspace are found. */
  readonly names?: (module: string, manifest: PackageFolder['manifest']) => boolean;
  /** Separator of a module and a name: `from pkg import part` may mean the module `pkg.part`. */
  readonly separator?: string;
  /** Files that only declare what others define: headers. */
  readonly declaresOnly?: (path: string) => boolean;
  /** Definitions are found by their full names, `com.acme.Client`, whatever the path of their file. */
  readonly namespaces?: boolean;
}

/** The place of an import. */
export interface ImportSite {
  /** Path of the file that imports. */
  readonly path: string;
  /** How many modules of that file the import is nested in. */
  readonly nested: number;
}

/** The files of a tree, by their paths. */
export interface FileTree {
  has(path: string): boolean;
  /** The first of these paths that exists, as a list of one; otherwise none. */
  first(paths: Iterable<string>): readonly string[];
  /** Paths that are `tail` or end with `/` and `tail`. */
  endingWith(tail: string): readonly string[];
  /** Paths directly in a folder. */
  in(folder: string): readonly string[];
  /** Folders with a manifest such as `package.json`, the innermost first. */
  readonly packages: readonly PackageFolder[];
}

export interface PackageFolder {
  /** The folder of the manifest; empty for the root. */
  readonly folder: string;
  readonly manifest: { readonly kind: string; readonly name?: string; readonly main?: string };
}

/** The only file whose path ends with `tail`. If several do, the name is ambiguous and there is none. */
export function onlyOne(tail: string, tree: FileTree): readonly string[] {
  const matches = tree.endingWith(tail);
  return matches.length === 1 ? matches : [];
}
