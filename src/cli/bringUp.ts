/** One run that updates an index, with progress for a terminal. */

import type { IndexState, Store } from '../engine/indexes.js';
import { type SyncOptions, type SyncReport, sync } from '../engine/syncing.js';
import { warn, warnOf } from './output.js';
import { ProgressLine } from './progressLine.js';
import { WithoutText } from './withoutText.js';

export async function bringUp(store: Store, options: SyncOptions, run = sync): Promise<SyncReport> {
  const meter = new ProgressLine();
  const interrupted = (): void => {
    meter.clear();
    warn('interrupted: what is indexed so far stays, and the next run continues');
  };
  process.prependOnceListener('SIGINT', interrupted); // before runProgram.ts ends the process
  try {
    const report = await run(store, { ...options, onProgress: (progress) => meter.show(progress) });
    meter.clear();
    tell(report);
    return report;
  } finally {
    meter.clear();
    process.off('SIGINT', interrupted);
  }
}

function tell({ troubles }: SyncReport): void {
  const withoutText = new WithoutText();
  for (const trouble of troubles) if (!withoutText.counts(trouble)) warnOf(trouble);
  withoutText.sumUp();
}

export function describeSync(report: SyncReport, { model, pending }: Pick<IndexState, 'model' | 'pending'>): string {
  const { added, changed, removed, held, unchanged, chunks, embedded } = report;
  // toLocaleString() would load all locale data first, which takes longer than most runs.
  const n = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',');
  const files = [`${n(added)} added`, `${n(changed)} changed`, `${n(removed)} removed`, `${n(unchanged)} unchanged`];
  if (held > 0) files.push(`${n(held)} held back`);
  const { history } = report;
  const commits = history && [
    `${n(history.added)} added`,
    `${n(history.removed)} removed`,
    `${n(history.commits)} in all`,
  ];
  const more = commits ? `commits ${commits.join(', ')}; ${n(history.chunks)} chunks\n` : '';
  // Chunks that are never searched need none, and a text that has a vector needs no second one.
  const others = pending === 0 ? chunks - embedded : 0;
  const unneeded = others > 0 ? `; ${n(others)} needed no new vector` : '';
  const vectors = model ? `, ${n(embedded)} embedded, ${n(pending)} pending${unneeded}` : '';
  return `files   ${files.join(', ')}\nchunks  ${n(chunks)} cut${vectors}\n${more}`;
}
