/**
 * What the ranking features need of a path and of a name, computed once: questions find the same files again.
 *
 *     src/http/client.test.ts   terms          src http client test ts
 *                               bareTerms      src http client test
 *                               filenameTerms  client test
 */
import { type FileKindName, fileKindOf } from '../text/fileKinds.js';
import { folderOf } from '../text/folders.js';
import { memoized } from '../text/memoized.js';
import { queryWords } from '../text/words.js';

const extensions = {
  prose: /\.(?:md|mdx|markdown|rst|txt|adoc|asciidoc|org|html?)$/i,
  settings: /\.(?:json|jsonc|ya?ml|toml|ini|cfg|conf|xml|properties|env|lock|plist|gradle)$|(?:^|\/)\.[^/]*$/i,
  template: /\.(?:erb|haml|slim|twig|blade\.php|jinja2?|j2|hbs|ejs|pug|liquid|html?\.\w+)$/i,
} as const;
export type ExtensionKind = keyof typeof extensions;
export const extensionKinds = Object.keys(extensions) as readonly ExtensionKind[]; // keys of the table are what it has

export interface PathFacts {
  /** The kind of its file; undefined for plain sources and documents. */
  readonly kind: FileKindName | undefined;
  readonly terms: ReadonlySet<string>;
  /** Without the extension. */
  readonly bareTerms: ReadonlySet<string>;
  /** Of the last part of the path, without its extension. */
  readonly filenameTerms: ReadonlySet<string>;
  /** Parts of the path. */
  readonly depth: number;
  /** What its extension says; a page may be a template, too. */
  readonly extension: ReadonlySet<ExtensionKind>;
}

export const pathFacts = memoized((path: string): PathFacts => {
  const filename = path.slice(path.lastIndexOf('/') + 1);
  const bareFilename = filename.replace(/\.[a-z]+$/, '');
  // No name reaches across a slash or a dot, so the terms of a path are those of its parts.
  const filenameTerms = termsOfName(bareFilename);
  const bareTerms = new Set([...termsOfName(folderOf(path)), ...filenameTerms]);
  return {
    kind: fileKindOf(path),
    terms: new Set([...bareTerms, ...termsOfName(filename.slice(bareFilename.length))]),
    bareTerms,
    filenameTerms,
    depth: path.split('/').length,
    extension: new Set(extensionKinds.filter((kind) => extensions[kind].test(path))),
  };
});

export const termsOfName = memoized((name: string): ReadonlySet<string> => new Set(queryWords(name)));
