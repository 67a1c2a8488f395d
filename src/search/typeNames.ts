/**
 * What `type:` takes: the types of chunks, what an application's units are
 * (model, controller; whatever the index has), and a few words for many of them:
 *
 *     code        all that is neither a document nor an artifact
 *     docs        sections of documents and plain text; `markdown` and `text` are either half
 *     artifact    what was ingested
 *     test        whatever lies where tests do, and so for every kind of file (fileKinds.ts): translation, fixture,
 *                 changelog … It goes with the others, so that `type:test type:function` is functions of tests
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
};
/** Groups that have no list of their own. */
const CODE = 'code';
const notCode = [...docs, ...chunkTypes.artifact];

const aliases: Readonly<Record<string, string>> = {
  doc: 'docs',
  documentation: 'docs',
  document: 'docs',
  md: 'markdown',
  sections: 'section',
  artifacts: 'artifact',
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

/** Units that packs know by these names; folders of an application may name others. */
const units = ['model', 'controller', 'service', 'job', 'worker', 'mailer', 'component', 'concern', 'view', 'route'];

const known: readonly string[] = [
  CODE,
  ...fileKindNames,
  ...Object.keys(groups),
  ...Object.values(chunkTypes).flat(),
  ...units,
];

export const typeNames: readonly string[] = [...new Set(known)];

/** The type that is meant; `there`: what the index has. */
export function resolveTypeName(word: string, there: readonly string[]): string | undefined {
  const small = word.toLowerCase().replaceAll('-', '_');
  return [small, aliases[small], small.replace(/s$/, '')].find(
    (name) => name !== undefined && (typeNames.includes(name) || there.includes(name)),
  );
}

const isFileKind = (name: string): boolean => fileKindNames.some((kind) => kind === name);

/** As records say it in `source_type`; documents are called either way. */
export const sourceTypeNames = ['code', 'docs', 'markdown', 'text', 'artifact'] as const;
export type SourceTypeName = (typeof sourceTypeNames)[number];

/** Here documents are the marked up ones, since plain text is a type of its own. */
export const sourceTypeOf = (name: SourceTypeName): SourceType => (name === 'docs' ? 'markdown' : name);

/** All chunks of these types of sources. */
export const sourceTypeFilter = (names: readonly SourceTypeName[]): ChunkFilter =>
  typeFilter(names.map(sourceTypeOf), false);

/** Only these types, or none of them. */
export function typeFilter(names: readonly string[], not: boolean): ChunkFilter {
  const files = fileKindNames.filter((kind) => names.includes(kind));
  const types = names.filter((name) => name !== CODE && !isFileKind(name)).flatMap((name) => groups[name] ?? [name]);
  const paths = files.flatMap(kindPatterns);
  const rest = notCode.filter((type) => !types.includes(type));
  if (!names.includes(CODE)) return not ? { notTypes: types, notPaths: paths } : { types, paths };
  return not ? { types: rest, notPaths: paths } : { notTypes: rest, paths };
}
