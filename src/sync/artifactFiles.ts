/**
 * Given paths → the files that become artifacts, each with an id that is the same in
 * every run:
 *
 *     mails            a folder     every file below it       mails : 2026/a.eml
 *     'mails/*.eml'    a pattern    every file it matches     mails : b.eml
 *     mails/b.eml      a file       that file                 mails : b.eml
 *
 * The first part is the name of the folder (the source system), the second the path in
 * it (the source id). So two folders that both have a `1.eml` do not replace each
 * other's.
 */
import { statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { readError, reasonOf } from '../errors.js';
import type { Trouble } from '../jobs/job.js';
import { walk } from '../sources/walk.js';
import { pathMatcher } from '../text/pathPattern.js';

export interface ArtifactFile {
  readonly file: string;
  readonly sourceSystem: string;
  readonly sourceId: string;
  /** The user named it, so an error is reported. */
  readonly named: boolean;
}

export interface ArtifactFiles {
  readonly files: readonly ArtifactFile[];
  readonly troubles: readonly (Trouble & { readonly named: boolean })[];
}

export function artifactFiles(given: readonly string[]): ArtifactFiles {
  const files = new Map<string, ArtifactFile>();
  const troubles: ArtifactFiles['troubles'][number][] = [];
  const addFile = (folder: string, sourceId: string, named: boolean): void => {
    const file = join(folder, sourceId);
    if (!files.has(file)) files.set(file, { file, sourceSystem: systemOf(folder), sourceId, named });
  };
  for (const path of new Set(given)) {
    try {
      const stat = statSync(path, { throwIfNoEntry: false });
      const pattern = stat ? undefined : patternOf(path);
      if (!stat && !pattern) statSync(path); // throws the reason
      const folder = resolve(pattern?.folder ?? path);
      if (stat && !stat.isDirectory()) addFile(dirname(folder), basename(folder), true);
      else {
        const { files: paths, diagnostics } = walk(folder);
        const matching = paths.filter((found) => pattern === undefined || pattern.matches(found));
        for (const found of matching) addFile(folder, found, false);
        troubles.push(
          ...diagnostics.map((note) => ({ ...note, path: join(path, note.path), named: note.path === '' })),
        );
        if (matching.length === 0) troubles.push({ code: 'not-found', path, message: 'has no files', named: true });
      }
    } catch (error) {
      troubles.push({ code: readError(path, error).code, path, message: reasonOf(error), named: true });
    }
  }
  return { files: [...files.values()], troubles };
}

/** The root of a file system has no name. */
const systemOf = (folder: string): string => basename(folder) || 'file';

interface Pattern {
  readonly folder: string;
  matches(path: string): boolean;
}

/** A glob as in a shell: `*` stays inside a folder, `**` does not. Undefined without a wildcard. */
export function patternOf(given: string): Pattern | undefined {
  const parts = given.split(/[\\/]/);
  const firstWildcard = parts.findIndex((part) => /[*?[{]/.test(part));
  if (firstWildcard < 0) return undefined;
  // With its last slash: C:\ is a folder, and C: the current folder of that drive.
  const folder = given.slice(0, parts.slice(0, firstWildcard).join('/').length + (firstWildcard > 0 ? 1 : 0)) || '.';
  return { folder, matches: pathMatcher([`/${parts.slice(firstWildcard).join('/')}`]) };
}
