/**
 * What `type:` takes: the types of chunks, what an application's units are
 * (model, controller; whatever the index has), and a few words for many of them:
 *
 *     code        all that is neither a document nor an artifact
 *     docs        sections of documents and plain text; `markdown` and `text` are either half
 *     artifact    what was ingested
 *     test        whatever lies where tests do: it goes with the others, so that `type:test type:function` is functions of tests
 */
import { chunkTypes } from '../chunkRecord.js';
import type { Filter } from '../store/store.js';

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
const TEST = 'test';
const notCode = [...docs, ...chunkTypes.artifact];

const aliases: Readonly<Record<string, string>> = {
  doc: 'docs',
  documentation: 'docs',
  document: 'docs',
  md: 'markdown',
  sections: 'section',
  artifacts: 'artifact',
  source: CODE,
  tests: TEST,
  spec: TEST,
  specs: TEST,
  func: 'function',
  fn: 'function',
  import: 'imports',
};

/** Units that packs know by these names; folders of an application may name others. */
const units = ['model', 'controller', 'service', 'job', 'worker', 'mailer', 'component', 'concern', 'view', 'route'];

const known: readonly string[] = [CODE, TEST, ...Object.keys(groups), ...Object.values(chunkTypes).flat(), ...units];

export const typeNames: readonly string[] = [...new Set(known)];

/** The type that is meant; `there`: what the index has. */
export function typeCalled(word: string, there: readonly string[]): string | undefined {
  const small = word.toLowerCase().replaceAll('-', '_');
  return [small, aliases[small], small.replace(/s$/, '')].find(
    (name) => name !== undefined && (typeNames.includes(name) || there.includes(name)),
  );
}

/** Where tests live, in the languages people write them in. */
export const testPaths: readonly string[] = [
  ...['test', 'tests', 'spec', 'specs', '__tests__', 'testdata', 'fixtures'].flatMap((name) => [
    `${name}/`,
    `${name[0].toUpperCase()}${name.slice(1)}/`,
  ]),
  '*[._-]{test,tests,spec,specs}.*',
  '*[a-z0-9]{Test,Tests,Spec}.*',
  'test_*',
];

/** Only these types, or none of them. */
export function typeFilter(names: readonly string[], not: boolean): Filter {
  const types = names.filter((name) => name !== TEST && name !== CODE).flatMap((name) => groups[name] ?? [name]);
  const tests = names.includes(TEST) ? testPaths : [];
  const rest = notCode.filter((type) => !types.includes(type));
  if (!names.includes(CODE)) return not ? { notTypes: types, notPaths: tests } : { types, paths: tests };
  return not ? { types: rest, notPaths: tests } : { notTypes: rest, paths: tests };
}
