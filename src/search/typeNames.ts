/**
 * The values of `type:`: types of chunks, kinds of an application's units (model,
 * controller; whatever the index has), and names for groups of them:
 *
 *     code        everything but documents and artifacts
 *     docs        sections of documents and plain text; `markdown` and `text` are either half
 *     artifact    ingested artifacts
 *     commit      commits of the history, which nothing else finds
 *     test        files of tests, and so for every kind of file (text/fileKinds.ts): translation, fixture,
 *                 changelog … It combines with the others: `type:test type:function` is functions in tests
 */
import { chunkTypes, type SourceType } from '../chunkRecord.js';
import type { ChunkFilter } from '../store/store.js';
import { fileKindNames, kindPatterns } from '../text/fileKinds.js';

const docs = [...chunkTypes.markdown, ...chunkTypes.text];
const groups: Readonly<Record<string, readonly string[]>> = {
  docs,
  markdown: chunkTypes.markdown,
  section: chunkTypes.markdown,
  text: chunkTypes.text,
  artifact: chunkTypes.artifact,
  commit: chunkTypes.commit,
};
/** A group that is defined by what it excludes. */
const CODE = 'code';
const notCode = [...docs, ...chunkTypes.artifact];

const aliases: Readonly<Record<string, string>> = {
  doc: 'docs',
  documentation: 'docs',
  document: 'docs',
  md: 'markdown',
  sections: 'section',
  artifacts: 'artifact',
  commits: 'commit',
  source: CODE,
  tests: 'test',
  spec: 'test',
  specs: 'test',
  locale: 'translation',
  i18n: 'translation',
  vendor: 'vendored',
  lock: 'lockfile',
  stylesheet: 'style',
  changes: 'changelog',
  func: 'function',
  fn: 'function',
  import: 'imports',
};

/** Kinds of units that packs define; folders of an application may add others. */
const packUnitKinds = [
  'model',
  'controller',
  'service',
  'job',
  'worker',
  'mailer',
  'component',
  'concern',
  'view',
  'route',
];

const allNames: readonly string[] = [
  CODE,
  ...fileKindNames,
  ...Object.keys(groups),
  ...Object.values(chunkTypes).flat(),
  ...packUnitKinds,
];

export const typeNames: readonly string[] = [...new Set(allNames)];

/** Resolves a name or alias; `indexed`: the types in the index. */
export function resolveTypeName(word: string, indexed: readonly string[]): string | undefined {
  const lower = word.toLowerCase().replaceAll('-', '_');
  return [lower, aliases[lower], lower.replace(/s$/, '')].find(
    (name) => name !== undefined && (typeNames.includes(name) || indexed.includes(name)),
  );
}

const isFileKind = (name: string): boolean => fileKindNames.some((kind) => kind === name);

/** Values of `source_type` in records; `docs` is an alias. */
export const sourceTypeNames = ['code', 'docs', 'markdown', 'text', 'artifact'] as const;
export type SourceTypeName = (typeof sourceTypeNames)[number];

/** `docs` means marked-up documents here, since plain text is a type of its own. */
export const sourceTypeOf = (name: SourceTypeName): SourceType => (name === 'docs' ? 'markdown' : name);

/** All chunks of these source types. */
export const sourceTypeFilter = (names: readonly SourceTypeName[]): ChunkFilter =>
  typeFilter(names.map(sourceTypeOf), false);

/** Includes only these types, or with `not` excludes them. */
export function typeFilter(names: readonly string[], not: boolean): ChunkFilter {
  const files = fileKindNames.filter((kind) => names.includes(kind));
  const types = names
    .filter((name) => name !== CODE && !isFileKind(name))
    .flatMap((name) => (Object.hasOwn(groups, name) ? groups[name] : [name]));
  const paths = files.flatMap(kindPatterns);
  const otherTypes = notCode.filter((type) => !types.includes(type));
  if (!names.includes(CODE)) return not ? { notTypes: types, notPaths: paths } : { types, paths };
  return not ? { types: otherTypes, notPaths: paths } : { notTypes: otherTypes, paths };
}
