/** A query → the context for a model, with the share of each passage and what was left out. */

import type { Engine } from '../engine/engine.js';
import { tokenizer } from '../engine/files.js';
import { artifactOf, type Result, type SearchFilter, shownPath } from '../engine/results.js';
import type { Passage } from '../format/index.js';
import type { ContextView, LeftOut, PassageView } from './api.js';
import { confidenceView, linesOf } from './found.js';

export interface AssembledOptions {
  readonly budget: number;
  readonly format: string;
  readonly tokenizer: string;
  readonly sync: boolean;
  readonly filter?: SearchFilter;
}

/** The mark of assemble/truncate.ts for removed lines. */
const MARK = /^# \.\.\. \(truncated: /m;

export async function assembled(engine: Engine, query: string, options: AssembledOptions): Promise<ContextView> {
  const { text, tokens, context, answer } = await engine.context(query, options);
  const counter = tokenizer(options.tokenizer);
  const count = (part: string): number => counter.count(part);
  const used = new Set(context.passages.flatMap(({ ids }) => ids));
  const left = answer.results.filter(({ chunks }) => !chunks.some(({ id }) => used.has(id)));
  const artifacts = await artifactsOf(engine, context.passages);
  return {
    text,
    tokens,
    budget: options.budget,
    scope: context.scope,
    ...confidenceView(answer),
    passages: context.passages.map((passage, i) => passageOf(passage, artifacts[i], count)),
    leftOut: left.map(leftOutOf),
  };
}

/** The artifact of each passage, if any. */
async function artifactsOf({ store }: Engine, passages: readonly Passage[]): Promise<readonly (string | null)[]> {
  const firsts = await store.chunks(passages.map(({ ids }) => ids[0]));
  const known = new Map(firsts.map((chunk) => [chunk.id, artifactOf(chunk)]));
  return passages.map(({ ids }) => known.get(ids[0]) ?? null);
}

const passageOf = (passage: Passage, artifact: string | null, count: (text: string) => number): PassageView => ({
  path: passage.file,
  artifact,
  chunk: passage.ids[0],
  name: passage.identifier,
  startLine: passage.startLine,
  endLine: passage.endLine,
  score: passage.relevance,
  tokens: count(passage.text),
  shortened: MARK.test(passage.text),
});

const leftOutOf = ({ chunks, score }: Result): LeftOut => ({
  path: shownPath(chunks[0]),
  artifact: artifactOf(chunks[0]),
  chunk: chunks[0].id,
  name: chunks[0].fullName,
  ...linesOf(chunks),
  score,
  tokens: chunks.reduce((sum, { tokenCount }) => sum + tokenCount, 0),
});
