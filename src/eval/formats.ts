/**
 * The same results in three formats for a model, and a judgement of its answers: correct,
 * complete, and does it name the file?
 *
 *     question ─context, three forms→ prompt ─model→ answer ─judge→ correct? complete?
 *                                                           └ names a file of the answer? → attributed
 *
 * The judge is the same model, and sees the lines that are known to answer.
 * Whether a file is named needs no judge.
 */
import { assemble } from '../assemble/assemble.js';
import type { Embedder } from '../embed/index.js';
import { formatter } from '../format/index.js';
import { search } from '../search/search.js';
import { SqliteStore } from '../store/sqlite.js';
import type { Store } from '../store/store.js';
import { tokenizer } from '../text/tokens/index.js';
import type { ChatModel } from './chatModel.js';
import type { EvalQuestion, LineRange } from './question.js';
import type { QuestionSet } from './questions.js';
import { evalStrategies, fillStore } from './strategies.js';

export interface FormatTrial {
  readonly format: string;
  readonly answers: number;
  /** Shares of the answers. */
  readonly correct: number;
  /** Mean completeness by the judge: nothing that matters in those lines is missing. */
  readonly complete: number;
  readonly attributed: number;
  /** Mean of the contexts. */
  readonly tokens: number;
}

const FORMATS = ['claude', 'gpt', 'generic'] as const;

export interface TrialOptions {
  readonly store: Store;
  readonly embedder?: Embedder | undefined;
  readonly model: ChatModel;
  readonly budget: number;
  /** What the lines of an answer say. */
  readonly linesOf: (place: LineRange) => string;
  readonly signal?: AbortSignal;
}

async function tryFormats(questions: readonly EvalQuestion[], options: TrialOptions): Promise<FormatTrial[]> {
  const trials: FormatTrial[] = [];
  for (const format of FORMATS) {
    let [correct, complete, attributed, tokens] = [0, 0, 0, 0];
    for (const question of questions) {
      options.signal?.throwIfAborted();
      const trial = await tryFormat(question, format, options);
      correct += trial.correct ? 1 : 0;
      complete += trial.complete;
      attributed += trial.attributed ? 1 : 0;
      tokens += trial.tokens;
    }
    const count = Math.max(1, questions.length);
    trials.push({
      format,
      answers: questions.length,
      correct: correct / count,
      complete: complete / count,
      attributed: attributed / count,
      tokens: Math.round(tokens / count),
    });
  }
  return trials;
}

interface TrialResult {
  readonly correct: boolean;
  /** 0 to 1. */
  readonly complete: number;
  readonly attributed: boolean;
  readonly tokens: number;
}

async function tryFormat(
  question: EvalQuestion,
  format: string,
  { store, embedder, model, budget, linesOf, signal }: TrialOptions,
): Promise<TrialResult> {
  const { query, answers } = question;
  const searchResults = await search(store, embedder, query, { limit: 30 });
  const { text, tokens } = await assemble(store, query, searchResults, {
    budget,
    formatter: formatter(format),
    tokenizer: tokenizer('cl100k_base'),
  });
  const answer = await model.ask(`${text}\n\n${questionPrompt(query)}`, signal);
  const verdict = parseVerdict(await model.ask(judgePrompt(query, answers.map(linesOf).join('\n\n'), answer), signal));
  return {
    ...verdict,
    attributed: answers.some(({ path }) => answer.includes(path)),
    tokens,
  };
}

const questionPrompt = (query: string): string =>
  `Which code or text above is described by: "${query}"? Answer in two sentences: what it does and how. Name the file it is in, with its path.`;

const judgePrompt = (query: string, reference: string, answer: string): string =>
  `Question: ${query}\n\nWhat truly answers it:\n${reference}\n\nAnswer to be judged:\n${answer}\n\nReply with two words. First, does the answer describe that very code or text, and say nothing false of it: yes or no. Second, how much of what matters in it does the answer tell: all, most, some or none.`;

const COMPLETENESS: Readonly<Record<string, number>> = { all: 1, most: 2 / 3, some: 1 / 3, none: 0 };

/** `yes, most` → correct, and two thirds complete. A judge that answers only yes or no has not judged completeness: then it is zero. */
function parseVerdict(reply: string): Pick<TrialResult, 'correct' | 'complete'> {
  const share = /\b(all|most|some|none)\b/i.exec(reply)?.[1].toLowerCase();
  return { correct: /^\W*(?:yes|1|true)\b/i.test(reply), complete: share === undefined ? 0 : COMPLETENESS[share] };
}

/** The formats, tried on the index as froe makes it. */
interface TrialSettings {
  readonly model: ChatModel;
  readonly embedder?: Embedder | undefined;
  /** Questions; each is answered three times, and judged three times. */
  readonly most: number;
  readonly budget: number;
}

export async function runTrial(
  { questions, texts }: QuestionSet,
  { model, embedder, most: maxQuestions, budget }: TrialSettings,
): Promise<FormatTrial[]> {
  const store = new SqliteStore(':memory:');
  try {
    await fillStore(store, texts, evalStrategies.semantic, { embedder });
    const lines = new Map(texts.map(({ path, text }) => [path, text.split('\n')]));
    // Spread over all kinds: every so many, from the first on.
    const step = Math.max(1, Math.floor(questions.length / maxQuestions));
    const chosen = questions.filter((_, i) => i % step === 0).slice(0, maxQuestions);
    return await tryFormats(chosen, {
      store,
      embedder,
      model,
      budget,
      linesOf: ({ path, startLine, endLine }) => (lines.get(path) ?? []).slice(startLine - 1, endLine).join('\n'),
    });
  } finally {
    await store.close();
  }
}
