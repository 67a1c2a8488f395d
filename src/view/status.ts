/** How an index is: what it holds, what it lacks, how large its pieces are. */
import { basename } from 'node:path';
import { formatNames } from '../format/index.js';
import { defaults } from '../options.js';
import { parserIds } from '../parse/index.js';
import type { SourceRow } from '../store/store.js';
import { plan } from '../sync/plan.js';
import { planOptions } from '../sync/recipe.js';
import type { Kind, Sizes, Status } from './api.js';
import { sizesOf } from './sizes.js';
import type { Viewed } from './viewed.js';

/** Sizes are worked out anew only when the index has changed. */
export class StatusReader {
  readonly #viewed: Viewed;
  #sizes: { readonly of: string; readonly value: Promise<Sizes> } | undefined;

  constructor(viewed: Viewed) {
    this.#viewed = viewed;
  }

  async read(): Promise<Status> {
    const { engine, write, sync, budget, format } = this.#viewed;
    const state = await engine.state();
    const known = await engine.store.sources('main');
    const { jobs, gone } = plan(engine.root, known, planOptions({ ...sync, root: engine.root }));
    const rows = [...known.values()];
    return {
      root: basename(engine.root),
      write,
      sources: state.sources,
      pieces: state.chunks,
      tokens: state.tokens,
      bytes: state.bytes,
      version: state.version,
      model: state.model?.id ?? null,
      embedded: state.embedded,
      pending: state.pending,
      toRead: jobs.length,
      gone: gone.length,
      kinds: kindsOf(rows),
      sizes: await this.#sizesOf(rows, state.chunks, `${state.sources} ${state.chunks} ${state.tokens}`),
      choices: {
        strategies: ['auto', 'window', ...parserIds],
        formats: formatNames,
        maxTokens: sync.cut?.maxTokens ?? defaults.maxTokens,
        budget,
        format,
      },
    };
  }

  #sizesOf(rows: readonly SourceRow[], pieces: number, of: string): Promise<Sizes> {
    if (this.#sizes?.of !== of) this.#sizes = { of, value: sizesOf(this.#viewed.engine.store, rows, pieces) };
    return this.#sizes.value;
  }
}

/** The most files first. What holds no text is of no kind. */
function kindsOf(rows: readonly SourceRow[]): Kind[] {
  const kinds = new Map<string, Kind>();
  for (const { language, tokens } of rows) {
    if (language === '') continue;
    const { files, tokens: sum } = kinds.get(language) ?? { files: 0, tokens: 0 };
    kinds.set(language, { language, files: files + 1, tokens: sum + tokens });
  }
  return [...kinds.values()].sort((a, b) => b.files - a.files || (a.language < b.language ? -1 : 1));
}
