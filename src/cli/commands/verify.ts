/** `froe verify`: reads every source again and proves that its chunks are exact, lossless and bounded. */

import { statSync } from 'node:fs';
import type { Command } from 'commander';
import type { Project } from '../../engine/project.js';
import type { IndexProof } from '../../engine/verifyIndex.js';
import { visible } from '../../text/visible.js';
import { type Flags, withFlags } from '../flags.js';
import { say, warn } from '../output.js';
import { ProgressLine } from '../progressLine.js';
import { taskOptions } from '../settings.js';
import { work } from '../work.js';

interface VerifyFlags extends Flags {
  readonly index?: string | true;
  readonly json?: boolean;
}

export function verifyCommand(command: Command): void {
  withFlags(command)
    .option('--index [where]', 'check an index against its files: the nearest one, or that of a folder')
    .option(
      '--json',
      'print JSON: files, chunks, failures, not_text, unread; with --index sources, not_text, chunks, changed, unreadable, failures, commits',
    )
    .action(async (paths: string[], flags: VerifyFlags, { args: [folder] }: Command) => {
      process.exitCode =
        flags.index === undefined
          ? await verifyPaths(paths, flags)
          : await proveIndexes(flags.index, folder, flags.json === true); // not the default of paths
    });
}

/** The result. Its JSON has the same keys. */
interface Verified {
  /** Files that were cut and checked. */
  readonly files: number;
  readonly chunks: number;
  readonly failures: readonly {
    readonly path: string;
    readonly byte: number;
    readonly promise: string;
    readonly message: string;
  }[];
  /** Read, but not text: binary, empty. */
  readonly not_text: number;
  /** Files that could not be opened: nothing is proven about them. */
  readonly unread: number;
}

async function verifyPaths(paths: readonly string[], flags: VerifyFlags): Promise<number> {
  const task = { output: 'proof', options: await taskOptions(flags), colour: false } as const;
  const failures: Verified['failures'][number][] = [];
  const tally = await work({
    paths,
    flags,
    task,
    bar: true,
    take: async ({ path }, { failures: [first] }, clear) => {
      if (!first) return;
      failures.push({ path, ...first });
      clear();
      if (!flags.json)
        await say(`${visible(path)}: byte ${first.byte}: not ${first.promise}: ${visible(first.message)}\n`);
    },
  });
  const { chunks, unread, notText, closed } = tally;
  const found = { files: tally.files - closed - notText, chunks: chunks, failures, not_text: notText, unread };
  await (flags.json ? say(`${JSON.stringify(found)}\n`) : tell(found));
  return failures.length > 0 || chunks === 0 || unread > 0 || tally.failed ? 1 : 0;
}

async function tell({ files, chunks, failures, not_text, unread }: Verified): Promise<void> {
  const n = (value: number, noun: string): string => `${value.toLocaleString('en')} ${noun}${value === 1 ? '' : 's'}`;
  const apart = [
    ...(not_text > 0 ? [withoutTextNote(not_text)] : []),
    ...(unread > 0 ? [`${unread.toLocaleString('en')} could not be read`] : []),
  ].map((one) => `; ${one}`);
  if (failures.length > 0)
    await say(`${failures.length.toLocaleString('en')} of ${n(files, 'file')} failed${apart.join('')}\n`);
  else if (chunks > 0)
    await say(`${n(files, 'file')}, ${n(chunks, 'chunk')}: exact, lossless, bounded${apart.join('')}\n`);
  else warn(`nothing to check${apart.join('')}`);
}

const withoutTextNote = (files: number): string => `${files.toLocaleString('en')} without text`;

/** `froe verify --index`. `where`: the index itself, its folder, or true for the nearest one. Returns the exit code. */
async function proveIndexes(where: string | true, folder: string | undefined, json: boolean): Promise<number> {
  const isFolder = where !== true && statSync(where, { throwIfNoEntry: false })?.isDirectory() === true;
  const { projectsOf } = await import('../project.js'); // loads a database, which files do not need
  const projects = await projectsOf(isFolder ? where : folder, isFolder || where === true ? {} : { index: where });
  let failed = 0;
  for (const { name, project } of projects) {
    if (name !== undefined && !json) await say(`${name}\n`);
    failed = Math.max(failed, await proveIndex(project, json));
  }
  return failed;
}

async function proveIndex(project: Project, json: boolean): Promise<number> {
  const { verifyIndex } = await import('../../engine/verifyIndex.js');
  const store = await project.openExisting();
  const meter = new ProgressLine();
  try {
    const proof = await verifyIndex(store, project.root, {
      onProgress: (done, total) => meter.show({ stage: 'proving', done, total }),
    });
    meter.clear();
    const { withoutText: not_text, ...rest } = proof;
    await (json ? say(`${JSON.stringify({ ...rest, not_text })}\n`) : describeProof(proof));
    const { sources, failures, unreadable } = proof;
    return failures.length > 0 || unreadable.length > 0 || sources === 0 ? 1 : 0;
  } finally {
    meter.clear();
    await store.close();
  }
}

async function describeProof(proof: IndexProof): Promise<void> {
  const { sources, withoutText, chunks, commits, changed, unreadable, failures } = proof;
  const apart = withoutText > 0 ? `; ${withoutTextNote(withoutText)}` : '';
  const n = (value: number, noun: string): string => `${value.toLocaleString('en')} ${noun}${value === 1 ? '' : 's'}`;
  for (const { path, byte, promise, message } of failures)
    await say(`${visible(path)}: byte ${byte}: not ${promise}: ${visible(message)}\n`);
  for (const path of unreadable) warn(`${visible(path)}: could not be read`);
  if (changed.length > 0) warn(`${n(changed.length, 'file')} changed since and not compared: run froe index`);
  const failed = new Set(failures.map(({ path }) => path)).size;
  if (failed > 0) await say(`${failed.toLocaleString('en')} of ${n(sources, 'file')} failed\n`);
  else if (sources === 0) warn('nothing to check');
  else await say(`${n(sources, 'file')}, ${n(chunks, 'chunk')}: the index matches the files, byte for byte${apart}\n`);
  if (failed === 0 && commits > 0) await say(`${n(commits, 'commit')}: every text is whole\n`);
}
