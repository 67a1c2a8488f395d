/**
 * What a file is for, told by its path. People index whole trees, and most
 * questions are answered by sources and documents: whatever else has the words
 * counts less, unless the question asks for it.
 *
 *     config/locales/fr.yml      translation    ×0.2, and ×1 for "where is the French translation of …?"
 *     spec/models/user_spec.rb   test           ×0.4, and ×1 for "which test checks …?"
 *
 * The first kind that fits is meant. Patterns are those of text/pathPattern.ts, so
 * that `type:translation` filters by the same table.
 */
import { pathMatcher } from '../text/pathPattern.js';

interface FileKind {
  readonly paths: readonly string[];
  /** What a chunk of such a file counts, of one of a source. */
  readonly share: number;
  /** Words by which a question asks for it. */
  readonly asked: RegExp;
  /** For an explanation. */
  readonly said: string;
}

const prose = '{md,mdx,rst,txt}';
const changes =
  '{CHANGELOG,CHANGES,HISTORY,NEWS,RELEASES,RELEASE_NOTES,Changelog,Changes,History,changelog,changes,history}';
const TESTS = /\b(tests?|tested|testing|specs?|fixtures?|mocks?|snapshots?)\b/i;

const kinds = {
  lockfile: {
    paths: [
      ...['package-lock.json', 'npm-shrinkwrap.json', 'yarn.lock', 'pnpm-lock.yaml', 'bun.lock', 'Gemfile.lock'],
      ...['Cargo.lock', 'poetry.lock', 'uv.lock', 'pdm.lock', 'Pipfile.lock', 'composer.lock', 'mix.lock', 'go.sum'],
      ...['pubspec.lock', 'Podfile.lock', 'flake.lock', 'packages.lock.json', 'gradle.lockfile', 'deno.lock'],
    ],
    share: 0.1,
    asked: /\b(lock ?files?|locked|pinned|versions?|dependenc\w+)\b/i,
    said: 'a lock file',
  },
  translation: {
    paths: [
      '{locales,translations,LC_MESSAGES}/',
      '{locale,i18n,l10n,lang}/**/*.{yml,yaml,json,properties,php}',
      '*.{po,pot,xlf,xliff,arb}',
    ],
    share: 0.2,
    asked: /\b(translat\w+|locali[sz]\w+|locales?|i18n|l10n|languages?)\b/i,
    said: 'a translation',
  },
  generated: {
    paths: ['*.min.{js,mjs,css}', '*.{generated,gen,g}.*', '*_pb2{,_grpc}.{py,pyi}', '*.pb.{go,cc,h}', '*.{snap,map}'],
    share: 0.2,
    asked: /\b(generated|minified|snapshots?|source maps?)\b/i,
    said: 'generated',
  },
  fixture: {
    paths: [
      '{fixture,fixtures,__fixtures__,testdata,test-data,test_data,__snapshots__,cassettes,vcr_cassettes,__mocks__}/',
    ],
    share: 0.3,
    asked: TESTS,
    said: 'a fixture',
  },
  vendored: {
    paths: ['{vendor,vendored,third_party,third-party,bower_components}/'],
    share: 0.3,
    asked: /\b(vendor\w*|third.party|bundled)\b/i,
    said: 'vendored',
  },
  test: {
    paths: [
      '{test,tests,spec,specs,Test,Tests,Spec,Specs,__tests__,e2e,cypress}/',
      '*[._-]{test,tests,spec,specs}.*',
      '*[a-z0-9]{Test,Tests,Spec}.*',
      'test_*',
      'conftest.py',
    ],
    share: 0.4,
    asked: TESTS,
    said: 'a test',
  },
  changelog: {
    paths: [changes, `${changes}.${prose}`, `{releases,release-notes,release_notes,changelog,changelogs}/*.${prose}`],
    share: 0.3,
    asked: /\b(change ?logs?|changed|releases?d?|versions?|history|news|deprecat\w+|upgrad\w+|since when|when did)\b/i,
    said: 'a change log',
  },
  migration: {
    paths: ['db/migrate/', '{migrations,data_update_scripts}/*.{py,rb,sql,php,js,ts,go,cs}'],
    share: 0.5,
    asked: /\b(migrat\w+|schema|columns?|tables?)\b/i,
    said: 'a migration',
  },
  example: {
    paths: ['{example,examples,sample,samples,demo,demos,playground,playgrounds,benchmark,benchmarks,benches}/'],
    share: 0.5,
    asked: /\b(examples?|samples?|demos?|playgrounds?|benchmarks?|tutorials?)\b/i,
    said: 'an example',
  },
  style: {
    paths: ['*.{css,scss,sass,less,styl}'],
    share: 0.4,
    asked: /\b(styl\w+|css|s[ac]ss|colou?rs?|themes?|fonts?|margins?|layouts?|dark mode)\b/i,
    said: 'a style sheet',
  },
} as const satisfies Readonly<Record<string, FileKind>>;

export type FileKindName = keyof typeof kinds;
export const fileKindNames = Object.keys(kinds) as readonly FileKindName[]; // keys of the table are what it has

/** Those of a kind; what only tests need lies with them. */
export const pathsOf = (name: FileKindName): readonly string[] =>
  name === 'test' ? [...kinds.test.paths, ...kinds.fixture.paths] : kinds[name].paths;

const matchers = fileKindNames.map((name) => [name, pathMatcher(kinds[name].paths)] as const);
const known = new Map<string, FileKindName | undefined>();
/** Of so many paths the kind is remembered. */
const REMEMBERED = 50_000;

/** Undefined for sources, documents and whatever else. */
export function fileKindOf(path: string): FileKindName | undefined {
  if (known.has(path)) return known.get(path);
  const kind = matchers.find(([, fits]) => fits(path))?.[0];
  if (known.size >= REMEMBERED) known.clear();
  known.set(path, kind);
  return kind;
}

export interface Counted {
  readonly said: string;
  readonly share: number;
}

/** Reads a question once: what a chunk counts by its path, where that is less than 1. */
export function countedBy(question: string): (path: string) => Counted | undefined {
  const wanted = new Set<string>(fileKindNames.filter((name) => kinds[name].asked.test(question)));
  return (path) => {
    const kind = fileKindOf(path);
    return kind === undefined || wanted.has(kind) ? undefined : kinds[kind];
  };
}
