/** `froe index`: makes an index of a folder, or brings it up to date. */
import type { Command } from 'commander';
import { FroeError } from '../errors.js';
import { lockFile } from '../store/sqlite/lock.js';
import type { Store } from '../store/store.js';
import { dryRun } from '../sync/dry-run.js';
import { type SyncReport, sync } from '../sync/sync.js';
import { whole } from './flags.js';
import { Meter } from './meter.js';
import {
  type CutFlags,
  openIndex,
  type Place,
  placeOf,
  syncOptions,
  withCut,
  withEmbedder,
  withPlace,
} from './place.js';
import { complain, note, remark, say } from './talk.js';

interface IndexFlags extends CutFlags {
  readonly dryRun?: boolean;
  readonly reEmbed?: boolean;
  readonly json?: boolean;
  readonly wait: number;
}

export function indexCommand(program: Command): void {
  withCut(
    withEmbedder(withPlace(program.command('index').description('Make an index of a folder, or bring it up to date.'))),
  )
    .argument('[path]', 'the folder (default: the nearest one above that has an index, else this one)')
    .option('--dry-run', 'say what would be done, and what it would cost')
    .option('--re-embed', 'drop the vectors of another model, and make them anew')
    .option('--json', 'the report as JSON')
    .option('--wait <seconds>', 'how long to wait for another process that writes', whole, 0)
    .action(async (path: string | undefined, flags: IndexFlags) => {
      process.exitCode = await indexFolder(path, flags);
    });
}

async function indexFolder(path: string | undefined, flags: IndexFlags): Promise<number> {
  const place = placeOf(path, flags);
  const store = openIndex(place);
  try {
    if (flags.dryRun) {
      const planned = await dryRun(store, syncOptions(place, flags));
      await say(flags.json ? `${JSON.stringify(planned)}\n` : describePlan(planned));
      return 0;
    }
    const report = await alone(place, flags.wait, () => bringUp(store, place, flags));
    const { failure, troubles, ...counts } = report;
    const { pending, chunks } = await store.state();
    await say(flags.json ? `${JSON.stringify({ ...counts, pending, troubles })}\n` : describe(report, pending));
    if (failure) complain(failure);
    return failure || chunks === 0 ? 1 : 0;
  } finally {
    await store.close();
  }
}

/** Runs while no other process writes the same index. */
export async function alone<T>({ file }: Pick<Place, 'file'>, seconds: number, what: () => Promise<T>): Promise<T> {
  const release = lockFile(`${file}-writer`, seconds * 1000);
  if (!release)
    throw new FroeError(
      'busy',
      `Another process is writing ${file}`,
      'Wait for it (--wait 60); searching works meanwhile.',
    );
  try {
    return await what();
  } finally {
    release();
  }
}

export async function bringUp(store: Store, place: Place, flags: IndexFlags): Promise<SyncReport> {
  const meter = new Meter();
  const report = await sync(store, {
    ...syncOptions(place, flags),
    ...(flags.reEmbed ? { replaceModel: true } : {}),
    onProgress: (progress) => meter.show(progress),
  });
  meter.clear();
  const loud = report.troubles.filter(({ code }) => code !== 'binary' && code !== 'empty');
  for (const trouble of loud) note(trouble);
  const quiet = report.troubles.length - loud.length;
  if (quiet > 0) remark(`${quiet} ${quiet === 1 ? 'file is' : 'files are'} empty or not text: left out`);
  return report;
}

const n = (count: number): string => count.toLocaleString('en');

export function describe(report: SyncReport, pending: number): string {
  const { added, changed, removed, held, unchanged, pieces, embedded } = report;
  const files = [`${n(added)} added`, `${n(changed)} changed`, `${n(removed)} removed`, `${n(unchanged)} unchanged`];
  if (held > 0) files.push(`${n(held)} held back`);
  const vectors = embedded > 0 || pending > 0 ? `, ${n(embedded)} embedded, ${n(pending)} pending` : '';
  return `files   ${files.join(', ')}\npieces  ${n(pieces)} cut${vectors}\n`;
}

function describePlan({ files, removed, pieces, tokens, cost, seconds }: Awaited<ReturnType<typeof dryRun>>): string {
  return [
    `files    ${n(files)} to read, ${n(removed)} to remove`,
    `pieces   ${n(pieces)} to embed`,
    `tokens   ${n(tokens)}`,
    `cost     ${cost === undefined ? 'none, or not known' : `$${cost.toFixed(4)}`}`,
    `time     about ${Math.ceil(seconds)} s`,
    '',
  ].join('\n');
}
