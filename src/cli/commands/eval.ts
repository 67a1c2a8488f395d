/** `froe eval`: measures retrieval on this repository, with froe and other chunking strategies. */
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { embedder as embedderOf } from '../../engine/settings.js';
import { FroeError, reasonOf } from '../../errors.js';
import { chatModel } from '../../eval/chatModel.js';
import { type EvalReport, evaluate, missedThresholds, readThresholds } from '../../eval/evaluate.js';
import { readFixture } from '../../eval/fixture.js';
import { type FormatTrial, runTrial } from '../../eval/formats.js';
import { findPeers } from '../../eval/peers.js';
import { type QuestionSet, questionsOf, readDocuments } from '../../eval/questions.js';
import { reportHtml } from '../../eval/reportHtml.js';
import { formatTable, reportTable } from '../../eval/reportTable.js';
import { type EvalStrategy, evalStrategies, strategyNames } from '../../eval/strategies.js';
import { patterns } from '../indexFlags.js';
import { printError, say, warn } from '../output.js';
import { ProgressLine } from '../progressLine.js';
import { projectAt } from '../project.js';
import { positive } from '../sharedFlags.js';

interface EvalFlags {
  readonly questions?: string;
  readonly queries: number;
  readonly strategies?: readonly string[];
  readonly peers?: string | true;
  readonly embedder: string;
  readonly exclude?: readonly string[];
  readonly include?: readonly string[];
  readonly json?: boolean;
  readonly html?: string;
  readonly failUnder?: string;
  readonly formats?: string;
  readonly formatsUrl?: string;
  readonly formatsQueries: number;
  readonly budget: number;
}

const named = (value: string): readonly string[] => {
  const names = value.split(',').map((name) => name.trim());
  const known: readonly string[] = strategyNames;
  if (names.every((name) => known.includes(name))) return names;
  throw new InvalidArgumentError(`Known: ${known.join(', ')}.`);
};

export function evalCommand(command: Command): void {
  command
    .argument('[path]', 'folder to use (default: the nearest parent with an index, else the current folder)')
    .option('--questions <file>', 'file of questions, one JSON object per line (default: questions from the folder)')
    .option('--queries <n>', 'maximum questions of each kind', positive, 50)
    .option(
      '--strategies <names>',
      `strategies; the first is compared with the others (default: ${strategyNames.join(',')})`,
      named,
    )
    .option('--peers [folder]', 'also run the chunkers installed in this folder (default: the folder itself)')
    .option('--embedder <name>', 'embedder', 'builtin')
    .option('--exclude <pattern>', 'exclude these paths, as in a .gitignore; repeatable', patterns)
    .option('--include <pattern>', 'include only these paths, as in a .gitignore; repeatable', patterns)
    .option('--json', 'print the report as JSON')
    .option('--html <file>', 'write an HTML report with plots to this file')
    .option('--fail-under <limits>', 'exit 1 if the first strategy scores lower, such as mrr=0.4,cover4k=0.7')
    .option('--formats <model>', 'also compare context formats with a model: openai/…, anthropic/…; sends texts to it')
    .option('--formats-url <url>', 'base URL of another server with the same API')
    .option('--formats-queries <n>', 'number of questions per format', positive, 10)
    .option('--budget <n>', 'tokens per context', positive, 4000)
    .action((path: string | undefined, flags: EvalFlags) => run(path, flags));
}

async function run(path: string | undefined, flags: EvalFlags): Promise<void> {
  const limits = flags.failUnder === undefined ? undefined : readThresholds(flags.failUnder);
  const { formats, formatsUrl } = flags;
  const model = formats === undefined ? undefined : chatModel(formats, { baseUrl: formatsUrl, env: process.env });
  // Each strategy is embedded again: a project's configuration must not decide what that costs.
  const project = projectAt(path, flags);
  const embedder = embedderOf(flags.embedder, { env: process.env });
  const meter = new ProgressLine();
  const show = (stage: string, done: number, total: number): void => meter.show({ stage, done, total });
  try {
    const questions = await questionSet(project.root, flags, project.syncOptions().wants);
    const report = await evaluate(questions, await strategiesOf(project.root, flags), { embedder, onProgress: show });
    const trials = model
      ? await runTrial(questions, { model, embedder, most: flags.formatsQueries, budget: flags.budget })
      : [];
    meter.clear();
    await written(report, trials, flags);
    const short = limits ? missedThresholds(report, limits) : [];
    for (const message of short) printError({ message, hint: undefined });
    process.exitCode = short.length > 0 ? 1 : 0;
  } finally {
    meter.clear();
  }
}

async function questionSet(
  root: string,
  flags: EvalFlags,
  wants: ((path: string) => boolean) | undefined,
): Promise<QuestionSet> {
  const documents = await readDocuments(root, wants ? { wants } : {});
  if (flags.questions !== undefined) {
    const given = readFixture(readGiven(flags.questions), flags.questions);
    return { questions: given, texts: documents };
  }
  const generated = questionsOf(root, documents, flags.queries);
  if (generated.questions.length > 0) return generated;
  throw new FroeError(
    'not-found',
    `${root} has no doc comments, question headings, links or history to make questions of`,
    'Pass your own with --questions FILE.',
  );
}

async function strategiesOf(root: string, flags: EvalFlags): Promise<EvalStrategy[]> {
  const chosen = (flags.strategies ?? strategyNames).map((name) => evalStrategies[name as keyof typeof evalStrategies]); // named() accepts no others
  if (flags.peers === undefined) return chosen;
  const found = await findPeers(resolve(flags.peers === true ? root : flags.peers));
  for (const one of found.missing) warn(`skipped: ${one}`);
  return [...chosen, ...found.strategies];
}

function readGiven(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new FroeError('unreadable', `${file} ${reasonOf(error)}`, undefined, error);
  }
}

async function written(report: EvalReport, trials: readonly FormatTrial[], flags: EvalFlags): Promise<void> {
  if (flags.html !== undefined) {
    try {
      writeFileSync(flags.html, reportHtml(report, trials));
    } catch (error) {
      throw new FroeError('unreadable', `${flags.html} could not be written`, undefined, error);
    }
  }
  if (flags.json)
    await say(`${JSON.stringify(trials.length > 0 ? { ...report, formats: trials } : report, undefined, 2)}\n`);
  else await say(trials.length > 0 ? `${reportTable(report)}\n${formatTable(trials)}` : reportTable(report));
}
