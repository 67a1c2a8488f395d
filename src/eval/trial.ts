/** The formats, tried on the index as froe makes it. */
import type { Embedder } from '../embed/index.js';
import { SqliteStore } from '../store/sqlite.js';
import type { ChatModel } from './chatModel.js';
import { fillStore } from './fill.js';
import { type FormatTrial, tryFormats } from './formats.js';
import type { QuestionSet } from './questions.js';
import { evalStrategies } from './strategies.js';

export interface TrialSettings {
  readonly model: ChatModel;
  readonly embedder?: Embedder | undefined;
  /** Questions; each is asked three times, and judged three times. */
  readonly most: number;
  readonly budget: number;
}

export async function runTrial(
  { questions, texts }: QuestionSet,
  { model, embedder, most, budget }: TrialSettings,
): Promise<FormatTrial[]> {
  const store = new SqliteStore(':memory:');
  try {
    await fillStore(store, texts, evalStrategies.semantic, { embedder });
    const lines = new Map(texts.map(({ path, text }) => [path, text.split('\n')]));
    // Spread over all kinds: every so many, from the first on.
    const step = Math.max(1, Math.floor(questions.length / most));
    const chosen = questions.filter((_, i) => i % step === 0).slice(0, most);
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
