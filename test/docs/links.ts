/** The links of markdown documents, and what they may lead to. */
import { dirname, join } from 'node:path/posix';
import { HeadingAnchors } from '../../scripts/heading-anchor.mjs';

export interface Link {
  /** The document it is in. */
  readonly from: string;
  /** As it is written. */
  readonly to: string;
  /** The path it leads to, relative to where `from` is; undefined for one of another host. */
  readonly path: string | undefined;
  readonly anchor: string | undefined;
}

/** Everything but code, in which nothing is a link. */
const withoutCode = (markdown: string): string =>
  markdown
    .replace(/^( *)(`{3,}|~{3,})[^\n]*\n[\s\S]*?^ *\2[`~]* *$/gm, '')
    .replace(/(`+)(?!`)[^\n]*?[^`\n]\1(?!`)/g, '``');

export function linksIn(from: string, markdown: string): readonly Link[] {
  const text = withoutCode(markdown);
  const targets = [
    ...text.matchAll(/\]\(\s*<?([^)\s>]+)>?(?:\s+"[^"]*")?\s*\)/g),
    ...text.matchAll(/\b(?:src|href)="([^"]+)"/g),
    ...text.matchAll(/^\[[^\]]+\]: +(\S+)/gm),
  ].map(([, to]) => to);
  return targets.map((to) => {
    if (/^[a-z]+:/i.test(to)) return { from, to, path: undefined, anchor: undefined };
    const [path, anchor] = to.split('#', 2);
    return { from, to, path: path === '' ? from : join(dirname(from), decodeURI(path)).replace(/\/$/, ''), anchor };
  });
}

/** What a link may have after its `#`. */
export function anchorsIn(markdown: string): ReadonlySet<string> {
  const anchors = new HeadingAnchors();
  const text = markdown.replace(/^( *)(`{3,}|~{3,})[^\n]*\n[\s\S]*?^ *\2[`~]* *$/gm, '');
  return new Set([...text.matchAll(/^#{1,6} +(.+?)(?: +#+)?$/gm)].map(([, heading]) => anchors.take(heading)));
}

/**
 * Those that lead nowhere, each with its reason. `files`: every file there is, by its path; `read`: the text of one of
 * them.
 */
export function brokenLinks(files: ReadonlySet<string>, read: (path: string) => string): readonly string[] {
  const folders = new Set([...files].flatMap((file) => foldersAbove(file)));
  const documents = [...files].filter((file) => file.endsWith('.md'));
  const anchors = new Map(documents.map((document) => [document, anchorsIn(read(document))]));
  return documents.flatMap((document) =>
    linksIn(document, read(document)).flatMap(({ from, to, path, anchor }) => {
      if (path === undefined) return [];
      if (!files.has(path) && !folders.has(path)) return [`${from}: ${to} is not there`];
      return anchor === undefined || anchors.get(path)?.has(anchor) ? [] : [`${from}: ${path} has no #${anchor}`];
    }),
  );
}

function foldersAbove(file: string): readonly string[] {
  const folder = dirname(file);
  return folder === '.' ? [] : [folder, ...foldersAbove(folder)];
}
