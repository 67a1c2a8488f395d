/**
 * The kind of a file, by its path, and the words by which a query mentions that kind.
 * Most queries are answered by sources and documents; the weight of the other kinds is
 * learned (search/features.ts).
 *
 *     config/locales/fr.yml      translation    mentioned by "where is the French translation of …?"
 *     spec/models/user_spec.rb   test           mentioned by "which test checks …?"
 *
 * The first kind that matches counts. Patterns are those of pathPattern.ts, and
 * `type:translation` filters by the same table.
 */
import { memoized } from './memoized.js';
import { pathMatcher } from './pathPattern.js';

interface FileKind {
  readonly paths: readonly string[];
  /** Words by which a query mentions it. */
  readonly mention: RegExp;
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
    mention: /\b(lock ?files?|locked|pinned|versions?|dependenc\w+)\b/i,
  },
  translation: {
    paths: [
      '{locales,translations,LC_MESSAGES}/',
      '{locale,i18n,l10n,lang}/**/*.{yml,yaml,json,properties,php}',
      '*.{po,pot,xlf,xliff,arb}',
      '{ar,es,fa,fr,hi,ja,ko,pt,ru,tr,uk,vi,zh,pt-br,zh-cn,zh-tw,zh-hans,zh-hant}/',
      // Folders of these names may hold other things.
      '{cs,de,id,it,nl,pl,ro,sv,th}/**/*.{md,mdx}',
      // ja-JP and pt_BR, and no en-US
      '[a-df-z][a-z][-_][A-Z][A-Z]/',
      '{es,et,el,eu}[-_][A-Z][A-Z]/',
      '*[._-]{de,es,fr,ja,ko,pt,ru,zh}.md',
      '*[._-][a-df-z][a-z][-_][A-Za-z][A-Za-z].md',
    ],
    mention: /\b(translat\w+|locali[sz]\w+|locales?|i18n|l10n|languages?)\b/i,
  },
  generated: {
    paths: ['*.min.{js,mjs,css}', '*.{generated,gen,g}.*', '*_pb2{,_grpc}.{py,pyi}', '*.pb.{go,cc,h}', '*.{snap,map}'],
    mention: /\b(generated|minified|snapshots?|source maps?)\b/i,
  },
  fixture: {
    paths: [
      '{fixture,fixtures,__fixtures__,testdata,test-data,test_data,__snapshots__,cassettes,vcr_cassettes,__mocks__}/',
    ],
    mention: TESTS,
  },
  vendored: {
    paths: ['{vendor,vendored,third_party,third-party,bower_components}/'],
    mention: /\b(vendor\w*|third.party|bundled)\b/i,
  },
  test: {
    paths: [
      '{test,tests,spec,specs,Test,Tests,Spec,Specs,__tests__,e2e,cypress}/',
      '*[._-]{test,tests,spec,specs}.*',
      '*[a-z0-9]{Test,Tests,Spec}.*',
      'test_*',
      'conftest.py',
    ],
    mention: TESTS,
  },
  archived: {
    paths: [
      '{versioned_docs,versioned_sidebars,archive,archived,legacy,deprecated}/',
      '{version-,v}[0-9]*.*/**/*.{md,mdx,rst,txt}',
    ],
    mention: /\b(versions?|old(?:er)?|legacy|archived?|previous|deprecat\w+|v\d)\b/i,
  },
  changelog: {
    paths: [changes, `${changes}.${prose}`, `{releases,release-notes,release_notes,changelog,changelogs}/*.${prose}`],
    mention:
      /\b(change ?logs?|changed|releases?d?|versions?|history|news|deprecat\w+|upgrad\w+|since when|when did)\b/i,
  },
  migration: {
    paths: ['db/migrate/', '{migrations,data_update_scripts}/*.{py,rb,sql,php,js,ts,go,cs}'],
    mention: /\b(migrat\w+|schema|columns?|tables?)\b/i,
  },
  example: {
    paths: ['{example,examples,sample,samples,demo,demos,playground,playgrounds,benchmark,benchmarks,benches}/'],
    mention: /\b(examples?|samples?|demos?|playgrounds?|benchmarks?|tutorials?)\b/i,
  },
  style: {
    paths: ['*.{css,scss,sass,less,styl}'],
    mention: /\b(styl\w+|css|s[ac]ss|colou?rs?|themes?|fonts?|margins?|layouts?|dark mode)\b/i,
  },
} as const satisfies Readonly<Record<string, FileKind>>;

export type FileKindName = keyof typeof kinds;
export const fileKindNames = Object.keys(kinds) as readonly FileKindName[]; // keys of the table are what it has

/** The path patterns of a kind; tests include their fixtures. */
export const kindPatterns = (name: FileKindName): readonly string[] =>
  name === 'test' ? [...kinds.test.paths, ...kinds.fixture.paths] : kinds[name].paths;

const matchers = fileKindNames.map((name) => [name, pathMatcher(kinds[name].paths)] as const);

/** Undefined for sources, documents and everything else. */
export const fileKindOf = memoized((path): FileKindName | undefined => matchers.find(([, fits]) => fits(path))?.[0]);

let matchesTest: ((path: string) => boolean) | undefined;

/** A test, a fixture or an example: code that other code does not depend on. */
export const isTestPath = memoized((path): boolean => {
  matchesTest ??= pathMatcher([...kindPatterns('test'), ...kinds.example.paths]); // a search does not need it
  return matchesTest(path);
});

/** The kinds that a query mentions. */
export const kindsMentioned = (query: string): ReadonlySet<FileKindName> =>
  new Set(fileKindNames.filter((name) => kinds[name].mention.test(query)));

/** The area of a path: its first two folders: `src/chunk/cut.ts` → `src/chunk`. */
export const areaOf = (path: string): string => path.split('/').slice(0, -1).slice(0, 2).join('/') || '.';
