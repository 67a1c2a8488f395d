/** `froe eval`: how well this repository is found again, by froe and by other ways of cutting it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { reasonOf } from '../../engine/files.js';
import { embedder as embedderOf } from '../../engine/settings.js';
import { FroeError } from '../../errors.js';
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

export function evalCommand(program: Command): void {
  program
    .command('eval')
    .description('Measure how well a folder is found again, by froe and by other ways of cutting it.')
    .argument('[path]', 'the folder (default: the nearest one above that has an index, else this one)')
    .option(
      '--questions <file>',
      'questions of your own, one JSON object a line, instead of those made from the folder',
    )
    .option('--queries <n>', 'most questions of each kind', positive, 50)
    .option(
      '--strategies <names>',
      `the first is compared with the others (default: ${strategyNames.join(',')})`,
      named,
    )
    .option('--peers [folder]', 'also the chunkers installed in this folder; they are run (default: the folder itself)')
    .option('--embedder <name>', 'what makes vectors', 'builtin')
    .option('--exclude <pattern>', 'paths that are left out, as in an ignore file; may be given again', patterns)
    .option('--include <pattern>', 'paths that are taken, and no others; may be given again', patterns)
    .option('--json', 'the report as JSON')
    .option('--html <file>', 'write the report, with plots, to a file')
    .option('--fail-under <limits>', 'exit with 1 when the first strategy has less: mrr=0.4,cover4k=0.7')
    .option('--formats <model>', 'also compare the formats with a model: openai/…, anthropic/…; texts are sent to it')
    .option('--formats-url <url>', 'another server that speaks like it')
    .option('--formats-queries <n>', 'how many questions it is asked, in each format', positive, 10)
    .option('--budget <n>', 'tokens of each context it gets', positive, 4000)
    .action((path: string | undefined, flags: EvalFlags) => run(path, flags));
}

async function run(path: string | undefined, flags: EvalFlags): Promise<void> {
  const limits = flags.failUnder === undefined ? undefined : readThresholds(flags.failUnder);
  const { formats, formatsUrl } = flags;
  const model = formats === undefined ? undefined : chatModel(formats, { baseUrl: formatsUrl, env: process.env });
  // Each strategy is embedded anew: what that costs is not for a project's configuration to decide.
  const project = projectAt(path, flags);
  const embedder = embedderOf(flags.embedder, { env: process.env });
  const meter = new ProgressLine();
  const show = (stage: string, done: number, total: number): void => meter.show({ stage, done, total });
  try {
    const asked = await askedOf(project.root, flags, project.syncOptions().wants);
    const report = await evaluate(asked, await strategiesOf(project.root, flags), { embedder, onProgress: show });
    const trials = model
      ? await runTrial(asked, { model, embedder, most: flags.formatsQueries, budget: flags.budget })
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

async function askedOf(
  root: string,
  flags: EvalFlags,
  wants: ((path: string) => boolean) | undefined,
): Promise<QuestionSet> {
  const documents = await readDocuments(root, wants ? { wants } : {});
  if (flags.questions !== undefined) {
    const given = readFixture(readGiven(flags.questions), flags.questions);
    return { questions: given, texts: documents };
  }
  const asked = questionsOf(root, documents, flags.queries);
  if (asked.questions.length > 0) return asked;
  throw new FroeError(
    'not-found',
    `Nothing in ${root} makes a question: no doc comments, no headings that ask, no links, no history`,
    'Give questions of your own with --questions FILE.',
  );
}

async function strategiesOf(root: string, flags: EvalFlags): Promise<EvalStrategy[]> {
  const chosen = (flags.strategies ?? strategyNames).map((name) => evalStrategies[name as keyof typeof evalStrategies]); // named() let no other through
  if (flags.peers === undefined) return chosen;
  const found = await findPeers(resolve(flags.peers === true ? root : flags.peers));
  for (const one of found.missing) warn(`left out: ${one}`);
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
