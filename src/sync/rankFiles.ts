/**
 * Which files to read first for a question, if there is no time to read all of them:
 * whole files, ranked by its words, without parsing.
 *
 *     question ─words→ counts in each file, in all files, in paths → BM25 × the kind of the file
 *
 * A word matches anywhere in the text (`hook` in `webhooks`): an extra file costs little,
 * and chunks are ranked later.
 */
import type { Job } from '../jobs/job.js';
import { isBinary } from '../sources/read.js';
import { readRegular } from '../sources/readRegular.js';
import { termScorer } from '../store/bm25.js';
import { fileKindOf, kindsMentioned } from '../text/fileKinds.js';
import { queryWords } from '../text/words.js';

/** Weight of files that are neither sources nor documents, unless the question mentions their kind. */
const OTHER_KIND_WEIGHT = 0.5;
/** Larger files are ranked by their paths alone. */
const MAX_BYTES = 1 << 20;
/** Higher counts count no more. */
const MAX_COUNT = 12;
/** Weight of a word in the path, relative to the text. */
const PATH_WEIGHT = 1.5;

interface WordCounts {
  readonly path: string;
  readonly length: number;
  readonly inText: readonly number[];
  readonly inPath: readonly boolean[];
}

/** Path → priority, higher first. Files that could not be searched in time have the priority of their paths. */
export function rankFiles(question: string, jobs: readonly Job[], seconds: number): ReadonlyMap<string, number> {
  const words = queryWords(question).map((stem) => stem.replace(/(?<=..)i$/, '')); // retri: matches retry and retries
  const deadline = performance.now() + seconds * 1000;
  const counts = jobs.map((job) => countsOf(job, words, deadline));
  const termScore = termScorer(counts.reduce((sum, { length }) => sum + length, 0) / (counts.length || 1));
  const idfs = words.map((_, i) => {
    const files = counts.filter(({ inText, inPath }) => inText[i] > 0 || inPath[i]).length;
    return Math.log(1 + (counts.length - files + 0.5) / (files + 0.5));
  });
  const mentioned = kindsMentioned(question);
  const weightOf = (path: string): number => {
    const kind = fileKindOf(path);
    return kind === undefined || mentioned.has(kind) ? 1 : OTHER_KIND_WEIGHT;
  };
  return new Map(
    counts.map(({ path, length, inText, inPath }) => {
      const score = idfs.reduce(
        (sum, idf, i) => sum + termScore(idf, inText[i], length) + (inPath[i] ? idf * PATH_WEIGHT : 0),
        0,
      );
      return [path, score * weightOf(path)];
    }),
  );
}

function countsOf({ file, path }: Job, words: readonly string[], deadline: number): WordCounts {
  const text = file === undefined || performance.now() > deadline ? '' : readLowerCase(file);
  const lowerPath = path.toLowerCase();
  return {
    path,
    length: text.length,
    inText: words.map((word) => occurrences(text, word)),
    inPath: words.map((word) => lowerPath.includes(word)),
  };
}

/** In lower case, one byte per letter: enough to search for words. Empty if it is large, not text, or cannot be read. */
function readLowerCase(file: string): string {
  try {
    const bytes = readRegular(file, MAX_BYTES);
    return isBinary(bytes) ? '' : bytes.toString('latin1').toLowerCase();
  } catch {
    return ''; // reported when the file is indexed
  }
}

function occurrences(text: string, word: string): number {
  let count = 0;
  for (let at = text.indexOf(word); at >= 0 && count < MAX_COUNT; at = text.indexOf(word, at + word.length)) count++;
  return count;
}
