/** How an index is: what it holds, what it lacks, of what kinds its files are. */
import { basename } from 'node:path';
import { ARTIFACTS, type SourceRow } from '../engine/indexes.js';
import type { LanguageTotals, Status } from './api.js';
import type { Viewed } from './viewed.js';

export async function statusOf({ engine, write }: Viewed): Promise<Status> {
  const state = await engine.state();
  const known = await engine.store.sources('main');
  const { unread, gone } = await engine.behind();
  return {
    root: basename(engine.root),
    write,
    sources: state.sources,
    artifacts: (await engine.store.sources(ARTIFACTS)).size,
    chunks: state.chunks,
    tokens: state.tokens,
    bytes: state.bytes,
    version: state.version,
    model: state.model?.id ?? null,
    embedded: state.embedded,
    pending: state.pending,
    toRead: unread,
    gone,
    kinds: kindsOf(known.values()),
  };
}

/** The most files first. What holds no text is of no kind. */
function kindsOf(rows: Iterable<SourceRow>): LanguageTotals[] {
  const kinds = new Map<string, LanguageTotals>();
  for (const { language, tokens } of rows) {
    if (language === '') continue;
    const { files, tokens: sum } = kinds.get(language) ?? { files: 0, tokens: 0 };
    kinds.set(language, { language, files: files + 1, tokens: sum + tokens });
  }
  return [...kinds.values()].sort((a, b) => b.files - a.files || (a.language < b.language ? -1 : 1));
}
