/** The flags of every command that asks a question. */
import { type Command, Option } from 'commander';
import type { AskOptions } from '../engine/engine.js';
import {
  andFilters,
  exactPath,
  instantOf,
  type Mode,
  modes,
  type SearchFilter,
  type SourceTypeName,
} from '../engine/results.js';
import {
  type EmbedderFlags,
  patterns,
  type RerankerFlags,
  withEmbedder,
  withLimit,
  withReranker,
} from './indexFlags.js';
import { type MergeFlags, withMerge } from './mergeFlags.js';
import type { AskedProject, WorkspaceFlags } from './project.js';
import { withMinusWords } from './question.js';
import { positive, share, sourceTypeFlag, withRoots } from './sharedFlags.js';
import { freshness, type SyncFlags, withSync } from './syncFlags.js';

export interface AskFlags extends EmbedderFlags, RerankerFlags, MergeFlags, SyncFlags, WorkspaceFlags {
  readonly in?: string;
  readonly limit?: number;
  readonly mode?: Mode;
  readonly type?: readonly string[];
  readonly sourceType?: readonly SourceTypeName[];
  readonly lang?: readonly string[];
  readonly path?: readonly string[];
  readonly symbol?: readonly string[];
  /** Also show commits. */
  readonly history?: boolean;
  readonly since?: string;
  readonly author?: readonly string[];
  readonly notType?: readonly string[];
  readonly notLang?: readonly string[];
  readonly exclude?: readonly string[];
  readonly notSymbol?: readonly string[];
  readonly perSource?: number;
  readonly minScore?: number;
  readonly elbow?: number;
}

const several = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];

/** Validated when it is parsed. */
const aDate = (value: string): string => {
  instantOf(value);
  return value;
};

/** docs/query.md has the full syntax. */
const GRAMMAR = `
A query is words; these filters restrict the results (docs/query.md):
  "token budget"             a required phrase; inside a sentence it only raises the score
  -test  -"old way"          an excluded word or phrase
  path:src  path:*.md        a folder of that name; matching paths
  lang:python  type:test     a language; code, docs, test, function, class, model …
  symbol:Client.get          a symbol and its members
  in:api                     of a workspace, only this root
  -path:vendor  -lang:rst    a minus excludes; also -type: and -symbol:
  type:commit  since:2w  author:ann   commits (froe index --history)`;

export const withQuestion = (command: Command): Command =>
  withRoots(withMerge(withMinusWords(withSync(withLimit(withReranker(withEmbedder(command)))))))
    .addHelpText('after', GRAMMAR)
    .argument('<question...>', 'query: words and filters, such as lang:ts -path:vendor')
    .option(
      '--in <where>',
      'folder to use, or roots of a workspace, such as api,web (default: the nearest parent with an index, else the current folder)',
    )
    .option('-n, --limit <n>', 'maximum results', positive)
    .addOption(
      new Option('--mode <how>', 'search mode (default: hybrid if the index has vectors, else keyword)').choices(modes),
    )
    .option('--type <type>', 'only this type: code, docs, test, function, class, model …', several)
    .addOption(sourceTypeFlag('--source-type <type>', 'only this source type'))
    .option('--lang <language>', 'only this language, such as python or ts', several)
    .option('--path <pattern>', 'only matching paths, such as src, cut.ts, *.md', patterns)
    .option('--symbol <name>', 'only this symbol and its members, such as Client or Client.get', several)
    .option('--history', 'also show commits (froe index --history)')
    .option('--since <date>', 'only commits since then: 2026-03-01, 2w, 6m', aDate)
    .option('--author <name>', 'only commits of this author; repeatable', several)
    .option('--not-type <type>', 'exclude this type', several)
    .option('--not-lang <language>', 'exclude this language', several)
    .option('--exclude <pattern>', 'exclude matching paths', patterns)
    .option('--not-symbol <name>', 'exclude this symbol and its members', several)
    .option('--per-source <n>', 'maximum results per file or artifact', positive)
    .option('--min-score <share>', 'exclude results with a lower score, 0 to 1', share)
    .option('--elbow <share>', 'stop when a score drops below this share of the previous one, 0 to 1', share);

/** A query can be answered from a partial new index, because its words tell which files matter. A regular expression cannot. */
export const mayBePartial = ({ sync = true, mode }: AskFlags): { readonly partial: boolean } => ({
  partial: sync && mode !== 'regex',
});

/** The options of a search by its flags, restricted to the requested part of the index. */
export function searchOptions(flags: AskFlags, { below, roots }: Pick<AskedProject, 'below' | 'roots'>): AskOptions {
  const { limit, mode, perSource, minScore, elbow } = flags;
  const filter: SearchFilter = {
    ...(flags.type ? { types: flags.type } : {}),
    ...(flags.sourceType ? { sourceTypes: flags.sourceType } : {}),
    ...(flags.lang ? { languages: flags.lang } : {}),
    ...(flags.path ? { paths: flags.path } : {}),
    ...(flags.symbol ? { symbols: flags.symbol } : {}),
    ...(flags.since ? { since: flags.since } : {}),
    ...(flags.author ? { authors: flags.author } : {}),
    ...(flags.notType ? { notTypes: flags.notType } : {}),
    ...(flags.notLang ? { notLanguages: flags.notLang } : {}),
    ...(flags.exclude ? { notPaths: flags.exclude } : {}),
    ...(flags.notSymbol ? { notSymbols: flags.notSymbol } : {}),
    ...(roots ? { roots } : {}),
  };
  return {
    ...freshness(flags),
    filter: below === '' ? filter : andFilters(filter, { paths: [exactPath(below)] }),
    ...(limit === undefined ? {} : { limit }),
    ...(mode === undefined ? {} : { mode }),
    ...(flags.history ? { history: true } : {}),
    ...(perSource === undefined ? {} : { perSource }),
    ...(minScore === undefined ? {} : { minScore }),
    ...(elbow === undefined ? {} : { elbow }),
  };
}
