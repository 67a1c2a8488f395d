/**
 * Fills a context with passages, and measures it as it is rendered. What was selected by its own size may not fit as a
 * whole, so the last passages are dropped until it does; a single one is truncated.
 */
import { type Context, type Dependency, type Formatter, renderContext } from '../format/index.js';
import type { SourceRow, Store } from '../store/store.js';
import type { Tokenizer } from '../text/tokens/index.js';
import type { BudgetShares } from './budgetShares.js';
import type { LineOrigins } from './lineOrigin.js';
import { type DraftPassage, passageOf, withoutDraftFields } from './passage.js';
import type { ContextCandidate } from './preferSource.js';
import { dependenciesOf, type Relations } from './relations.js';
import { type ContextSegment, segmentsOf, type ValuedChunk } from './segments.js';
import { type Selection, type ShownPassage, selectChunks } from './selectChunks.js';
import { sourceSize, type TruncateOptions, truncateLines, truncateText } from './truncate.js';

/** What a context can be made of. */
export interface Material {
  readonly candidates: readonly ContextCandidate[];
  /** Of the results themselves, best first. */
  readonly segments: readonly ContextSegment[];
  readonly sources: ReadonlyMap<string, SourceRow>;
  /** By synthetic chunk. */
  readonly origins: ReadonlyMap<string, LineOrigins>;
}

interface BuilderParts {
  readonly store: Store;
  readonly relations: Relations;
  readonly material: Material;
  /** A context without passages. */
  readonly bare: Context;
  readonly shares: BudgetShares;
  /** Tokens of the rendered string. */
  readonly budget: number;
  readonly formatter: Formatter;
  readonly tokenizer: Tokenizer;
}

export class ContextBuilder {
  readonly #parts: BuilderParts;
  readonly #emptySize: number;
  /** Of each candidate, from 0: they are shown in this order, whichever was chosen first. */
  readonly #rank: ReadonlyMap<string, number>;

  constructor(parts: BuilderParts) {
    this.#parts = parts;
    this.#rank = new Map(parts.material.candidates.map(({ chunk }, i) => [chunk.id, i]));
    this.#emptySize = this.sizeOf(parts.bare);
  }

  sizeOf(context: Context): number {
    return renderContext(context, this.#parts.formatter, this.#count).tokens;
  }

  fits(context: Context): boolean {
    return this.sizeOf(context) <= this.#parts.budget;
  }

  /** `base` with as many passages and dependencies as fit. Passages are chosen for the room beside `frame`. */
  async fill(base: Context, frame: Context, reserved = 0): Promise<Context> {
    const shown = await this.#passages(frame, reserved);
    const segments = shown.map(({ segment }) => segment);
    const dependencies = await dependenciesOf(segments, this.#parts.relations);
    return withMostDependencies(contextOf(base, shown), dependencies, (context) => this.fits(context));
  }

  async #passages(frame: Context, reserved: number): Promise<ShownPassage[]> {
    const { budget, material } = this.#parts;
    const room = budget - reserved - this.sizeOf(frame);
    const selection = await selectChunks(material.candidates, room, {
      passageOf: (segment) => this.#draft(segment),
      ofPassage: (passage) => this.#cost(passage),
      ofText: this.#count,
      cut: async (passage, maxTokens) =>
        truncateLines(passage, await this.#truncation(passage, (truncated) => this.#cost(truncated) <= maxTokens)),
    });
    const { relations } = this.#parts;
    const show = async (segment: ContextSegment): Promise<DraftPassage> =>
      this.#draft(segment, await relations.countDependents(segment));
    const shown = await dropUntilFits(selection, show, (passages) => this.fits(contextOf(frame, passages)), this.#rank);
    const [single] = shown;
    if (shown.length !== 1 || this.fits(contextOf(frame, shown))) return shown;
    const fits = (truncated: DraftPassage): boolean => this.fits(contextOf(frame, [{ ...single, passage: truncated }]));
    const truncation = await this.#truncation(single.passage, fits);
    const passage = truncateLines(single.passage, truncation) ??
      truncateText(single.passage, truncation) ?? { ...single.passage, text: '' };
    return [{ ...single, passage }];
  }

  #draft(segment: ContextSegment, dependents?: number): DraftPassage {
    const { material, shares } = this.#parts;
    const [{ id, docId }] = segment.chunks;
    return passageOf(segment, {
      source: material.sources.get(docId),
      dependents,
      origins: material.origins.get(id),
      headers: shares.headers,
    });
  }

  /** Tokens of a passage with its frame. */
  #cost(passage: DraftPassage): number {
    return this.sizeOf({ ...this.#parts.bare, passages: [withoutDraftFields(passage)] }) - this.#emptySize;
  }

  async #truncation(passage: DraftPassage, fits: (shortened: DraftPassage) => boolean): Promise<TruncateOptions> {
    return { whole: await sourceSize(this.#parts.store, passage.docId), count: this.#count, fits };
  }

  readonly #count = (text: string): number => this.#parts.tokenizer.count(text);
}

const contextOf = (base: Context, shown: readonly ShownPassage[]): Context => ({
  ...base,
  passages: shown.map(({ passage }) => withoutDraftFields(passage)).filter(({ text }) => text !== ''),
});

/** The selection, less what turns out not to fit; the last passage stays. */
async function dropUntilFits(
  selection: Selection,
  show: (segment: ContextSegment) => Promise<DraftPassage>,
  fits: (shown: readonly ShownPassage[]) => boolean,
  rank: ReadonlyMap<string, number>,
): Promise<ShownPassage[]> {
  const rankOf = ({ chunk }: ValuedChunk): number => rank.get(chunk.id) ?? rank.size;
  for (;;) {
    const shown: ShownPassage[] = [];
    const whole = [...selection.whole].sort((a, b) => rankOf(a) - rankOf(b));
    for (const segment of segmentsOf(whole)) shown.push({ segment, passage: await show(segment) });
    shown.push(...selection.cut);
    shown.sort((a, b) => b.segment.score - a.segment.score);
    if (fits(shown) || selection.whole.length + selection.cut.length < 2) return shown;
    if (selection.cut.length > 0) selection.cut.pop();
    else selection.whole.pop();
  }
}

/** With as many lines of dependencies as fit. Mostly that is all of them; else it is searched by halves. */
function withMostDependencies(
  context: Context,
  dependencies: readonly Dependency[],
  fits: (context: Context) => boolean,
): Context {
  const withLines = (lines: number): Context => ({ ...context, dependencies: dependencies.slice(0, lines) });
  if (dependencies.length > 0 && fits(withLines(dependencies.length))) return withLines(dependencies.length);
  let [fitting, tooMany] = [0, dependencies.length];
  while (tooMany - fitting > 1) {
    const lines = (fitting + tooMany) >> 1;
    if (fits(withLines(lines))) fitting = lines;
    else tooMany = lines;
  }
  return withLines(fitting);
}
