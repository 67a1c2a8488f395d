/** Keeps the roots of a workspace up to date while a server runs: each by itself, so that a change in one reads only that one. */
import type { FroeError } from '../errors.js';
import type { SyncReport } from '../sync/sync.js';
import { AutoSync, type SyncStep } from './autoSync.js';
import { addedUp, type WorkspaceRoot } from './workspaceFolders.js';

/** The part of an AutoSync that a server needs: for one root, or for several. */
export type IndexKeeper = Pick<
  AutoSync,
  'start' | 'step' | 'watching' | 'failure' | 'ready' | 'refresh' | 'listen' | 'close'
>;

type ProgressListener = (step: SyncStep) => void;

export class AutoSyncs implements IndexKeeper {
  readonly #keepers: readonly AutoSync[];

  constructor(roots: readonly WorkspaceRoot[]) {
    this.#keepers = roots.map(({ engine }) => new AutoSync(engine));
  }

  start(): void {
    for (const keeper of this.#keepers) keeper.start();
  }

  /** The percentage of all roots; finished ones count as finished. */
  get step(): SyncStep | undefined {
    const steps = this.#keepers.map(({ step }) => step);
    const [first] = steps.flatMap((step) => step ?? []);
    if (!first) return undefined;
    const sum = steps.reduce((total, step) => total + (step?.percent ?? 100), 0);
    return { ...first, percent: Math.floor(sum / steps.length) };
  }

  get watching(): boolean {
    return this.#keepers.every(({ watching }) => watching);
  }

  get failure(): FroeError | undefined {
    return this.#keepers.find(({ failure }) => failure)?.failure;
  }

  async ready(timeoutMs: number, follow?: ProgressListener, signal?: AbortSignal): Promise<void> {
    await Promise.all(this.#keepers.map((keeper) => keeper.ready(timeoutMs, this.#combinedProgress(follow), signal)));
  }

  async refresh(follow?: ProgressListener, signal?: AbortSignal): Promise<SyncReport> {
    return addedUp(
      await Promise.all(this.#keepers.map((keeper) => keeper.refresh(this.#combinedProgress(follow), signal))),
    );
  }

  listen(listener: () => void): () => void {
    const stops = this.#keepers.map((keeper) => keeper.listen(listener));
    return () => {
      for (const stop of stops) stop();
    };
  }

  async close(): Promise<void> {
    await Promise.all(this.#keepers.map((keeper) => keeper.close()));
  }

  /** Reports the progress of all roots together. */
  #combinedProgress(follow: ProgressListener | undefined): ProgressListener | undefined {
    return follow && ((step) => follow(this.step ?? step));
  }
}
