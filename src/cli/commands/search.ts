/** `froe search`: lists the results of a query, best first. */
import { type Command, Option } from 'commander';
import pc from 'picocolors';
import { toRecord } from '../../chunkRecord.js';
import type { Engine, SearchAnswer } from '../../engine/engine.js';
import { type NeighbourOptions, withNeighbours } from '../../engine/neighbours.js';
import {
  artifactOf,
  chunkAddress,
  commitOf,
  commitTitle,
  describeCorrection,
  describeMerged,
  describeMerging,
  describeRerankFailure,
  formatExplanation,
  type Result,
  shownPath,
  UNANSWERED,
  workspaceRootOf,
} from '../../engine/results.js';
import { visible } from '../../text/visible.js';
import { type AskFlags, mayBePartial, searchOptions, withQuestion } from '../askFlags.js';
import { checkGrepFlags, type GrepFlags, showGrep } from '../grep.js';
import { coloured, printStyled, say, styled, warn } from '../output.js';
import { asking } from '../project.js';
import { questionOf } from '../question.js';
import { type ExpandFlags, expanding, wholeNumber, withExpand } from '../sharedFlags.js';
import { freshnessRecord, warnOfFreshness } from '../syncFlags.js';

interface SearchFlags extends AskFlags, GrepFlags, ExpandFlags {
  readonly explain?: boolean;
}

export function searchCommand(command: Command): void {
  withExpand(withQuestion(command))
    .option('--explain', 'explain every score')
    .addOption(new Option('--json', 'print results as JSON').conflicts(['jsonl', 'files']))
    .addOption(new Option('--jsonl', 'print one JSON result per line').conflicts('files'))
    .option('--files', 'print only paths and artifact ids, without duplicates')
    .option('-C, --context <n>', 'with --mode regex: lines of context', wholeNumber)
    .option('-c, --count', 'with --mode regex: count matching lines per file')
    .option('-i, --ignore-case', 'with --mode regex: ignore case')
    .action(async (words: readonly string[], flags: SearchFlags) => {
      const { query, path } = questionOf(words, flags.in);
      checkGrepFlags(flags);
      const around = expanding(flags);
      await asking(
        path,
        flags,
        async (engine, project) => {
          if (flags.mode === 'regex') return showGrep(engine, query, flags, project);
          const answer = await engine.search(query, searchOptions(flags, project));
          warnOfAnswer(answer);
          const shown = around && (await expandedIn(engine, answer, around));
          const isData = flags.json || flags.jsonl || flags.files;
          await (isData ? say : printStyled)(written(answer, flags, await addressesOf(engine, answer), shown));
          process.exitCode = answer.results.length === 0 ? 1 : 0;
        },
        mayBePartial(flags),
      );
    });
}

/** Warnings about the index, for the reader of the answer. */
export function warnOfAnswer(answer: SearchAnswer): void {
  const { query, corrections = [], results, confidence, pending, stale, mode, otherModel, notReranked } = answer;
  const { nothing, unread = 0 } = answer;
  warnOfFreshness(answer);
  if (nothing !== undefined) warn(`nothing found: ${nothing}`);
  for (const operator of query.unknown) warn(`'${operator}:' is not an operator; searched as a word`);
  for (const correction of corrections) warn(describeCorrection(correction));
  if (otherModel) warn(`${otherModel.message}: searched keywords only. ${otherModel.hint}`);
  if (notReranked) warn(describeRerankFailure(notReranked));
  if (mode !== 'keyword' && pending > 0)
    warn(`${pending.toLocaleString('en')} chunks have no vector yet: run froe index`);
  if (confidence === 'low' && results.length > 0) warn(UNANSWERED);
  if (stale > 0 && unread === 0)
    warn(
      `${stale} ${stale === 1 ? 'result was' : 'results were'} left out: the file has changed and is not indexed yet`,
    );
}

/** Which reranker was used, for programs. */
const rerankedRecord = ({ rerankedBy, notReranked }: SearchAnswer) => ({
  ...(rerankedBy === undefined ? {} : { reranked_by: rerankedBy }),
  ...(notReranked ? { not_reranked: notReranked.message } : {}),
});

/** A chunk of each file with its text. */
const withCopies = ({ chunks: [best], copies = [] }: Result): Result['chunks'] => [best, ...copies];

/** By document: the start of its addresses, as seen from here. */
type Addresses = ReadonlyMap<string, string>;

async function addressesOf(engine: Engine, { results, commitResults = [] }: SearchAnswer): Promise<Addresses> {
  const firsts = new Map([...results, ...commitResults].flatMap(withCopies).map((chunk) => [chunk.docId, chunk]));
  const addressOf = async (chunk: Result['chunks'][number]): Promise<string> =>
    commitOf(chunk) ?? (await engine.addressOf(chunk));
  const pairs = [...firsts].map(async ([docId, chunk]) => [docId, await addressOf(chunk)] as const);
  return new Map(await Promise.all(pairs));
}

/** By result: its chunks with their neighbours. */
type Shown = ReadonlyMap<Result, string>;

async function expandedIn(engine: Engine, answer: SearchAnswer, around: NeighbourOptions): Promise<Shown> {
  const { results, commits } = answer;
  const store = (commits && (await engine.store.history())) || engine.store;
  const texts = results.map(
    async (result) => [result, (await withNeighbours(store, result.docId, result.chunks, around)).text] as const,
  );
  return new Map(await Promise.all(texts));
}

function written(answer: SearchAnswer, flags: SearchFlags, addresses: Addresses, shown: Shown = new Map()): string {
  const { results, commitResults } = answer;
  if (flags.files)
    return [
      ...new Set(results.flatMap(withCopies).map((one) => artifactOf(one) ?? addresses.get(one.docId) ?? one.docId)),
    ]
      .map((path) => `${visible(path)}\n`)
      .join('');
  if (flags.jsonl) return results.map((result) => `${JSON.stringify(record(result, flags, shown))}\n`).join('');
  if (flags.json) return `${JSON.stringify(answerRecord(answer, flags, shown))}\n`;
  const merging = flags.explain && answer.merging ? [`Merging: ${describeMerging(answer.merging)}.\n`] : [];
  const beside = commitResults ? [commitResults.length > 0 ? 'Commits:\n' : 'No commits found.\n'] : [];
  const draw = (result: Result, i: number): string => drawn(result, i + 1, flags, addresses, shown.get(result));
  return [...results.map(draw), ...beside, ...(commitResults ?? []).map(draw), ...merging].join('\n');
}

function answerRecord(answer: SearchAnswer, flags: SearchFlags, shown: Shown) {
  const { query, corrections, mode, confidence, pending, nothing, merging, results, commitResults } = answer;
  const recordOf = (result: Result) => record(result, flags, shown);
  return {
    query: query.text,
    ...(corrections ? { corrections } : {}),
    mode,
    confidence,
    pending,
    ...freshnessRecord(answer),
    ...rerankedRecord(answer),
    ...(nothing === undefined ? {} : { nothing }),
    ...(flags.explain && merging ? { merging } : {}),
    results: results.map(recordOf),
    ...(commitResults ? { commits: commitResults.map(recordOf) } : {}),
  };
}

function record(result: Result, { explain }: SearchFlags, shown: Shown) {
  const { id, docId, score, merged, mergedBy, chunks, copies, explanation } = result;
  const text = shown.get(result);
  const root = workspaceRootOf(chunks[0]);
  return {
    id,
    doc_id: docId,
    ...(root === undefined ? {} : { root }),
    score: Number(score.toFixed(4)),
    merged,
    location: locationOf(chunks),
    ...(artifactOf(chunks[0]) === null ? {} : { title: shownPath(chunks[0]) }),
    chunks: chunks.map(toRecord),
    ...(copies ? { copies: copies.map((copy) => locationOf([copy])) } : {}),
    ...(text === undefined ? {} : { expanded: text }),
    ...(explain ? { explanation, ...(mergedBy ? { merged_by: mergedBy } : {}) } : {}),
  };
}

/** `src/app.py:10-24`, an address for froe get. In JSON always relative to the root. */
function locationOf(chunks: Result['chunks'], path = artifactOf(chunks[0]) ?? chunks[0].filePath): string {
  const from = Math.min(...chunks.map(({ startLine }) => startLine));
  return `${path}:${from}-${Math.max(...chunks.map(({ endLine }) => endLine))}`;
}

const LINES_SHOWN = 6;
/** Digits of an explained score. */
const DIGITS = 3;

function drawn(
  { id, docId, chunks, score, explanation, merged, mergedBy, copies = [] }: Result,
  number: number,
  { explain }: SearchFlags,
  addresses: Addresses,
  shown: string | undefined,
): string {
  const [best] = chunks;
  const address = addresses.get(docId);
  const [, path = '', lines = ''] = /^(.*:)(\d+-\d+)$/s.exec(visible(locationOf(chunks, address))) ?? [];
  const name = `${bold(visible(nameOf(best, address)))}${merged ? ` (${chunks.length} chunks)` : ''}`;
  const head = `${number}. ${magenta(path)}${green(lines)}  ${name}  ${dim(score.toFixed(explain ? DIGITS : 2))}`;
  const text = shown === undefined ? previewOf(best) : linesOf(shown.trim());
  const why = explain ? [`   ${visible(formatExplanation(explanation, DIGITS))}`] : [];
  if (explain && mergedBy) why.push(`   merged into ${visible(id)}: ${describeMerged(mergedBy)}`);
  const same = copies.map((copy) => visible(locationOf([copy], addresses.get(copy.docId))));
  const also = same.length === 0 ? [] : [`   ${dim(`same text: ${shortList(same)}`)}`];
  return `${[head, ...also, ...why, ...text].join('\n')}\n`;
}

const MAX_NAMES = 3;

/** `a, b, c and 4 more` */
const shortList = (names: readonly string[]): string =>
  `${names.slice(0, MAX_NAMES).join(', ')}${names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : ''}`;

const { magenta, green, bold, dim } = pc.createColors(coloured(process.stdout));

const linesOf = (text: string): string[] => text.split('\n').map((line) => `   ${visible(line)}`);

/** The first lines of a chunk; with line numbers on a terminal, unless it is synthetic. */
function previewOf({ content, startLine, synthetic }: Result['chunks'][number]): string[] {
  if (!styled(process.stdout) || synthetic) return linesOf(content.trim()).slice(0, LINES_SHOWN);
  const blank = /^(?:[^\S\n]*\n)*/.exec(content)?.[0] ?? '';
  const first = startLine + blank.split('\n').length - 1;
  const lines = content.slice(blank.length).trimEnd().split('\n', LINES_SHOWN);
  const width = String(first + lines.length - 1).length;
  return lines.map((line, i) => `   ${green(String(first + i).padStart(width))}  ${visible(line)}`);
}

/** An artifact is identified by its title and its id, one of which is its address; the file name adds nothing. */
function nameOf(chunk: Result['chunks'][number], address: string | undefined): string {
  const artifact = artifactOf(chunk);
  if (commitOf(chunk) !== null) return commitTitle(chunk);
  if (artifact === null) return chunk.fullName;
  const title = shownPath(chunk);
  const root = workspaceRootOf(chunk); // the path of a file begins with it
  const known = chunk.fullName === chunk.filename || chunk.fullName === title;
  const number = chunkAddress(chunk.id);
  return [
    ...(known ? [] : [chunk.fullName]),
    ...(address === artifact ? [title] : []),
    ...(number !== undefined || address !== artifact ? [number ?? artifact] : []),
    ...(root === undefined ? [] : [`in ${root}`]),
  ].join('  ');
}
