/** `froe index`: creates or updates the index of a folder. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Command, Option } from 'commander';
import { openStore, storeExists } from '../../engine/indexes.js';
import type { DryRunReport } from '../../engine/indexing.js';
import type { Project } from '../../engine/project.js';
import { trackedIndex } from '../../engine/projectRoot.js';
import { sync } from '../../engine/syncing.js';
import { visible } from '../../text/visible.js';
import { bringUp, describeSync } from '../bringUp.js';
import { type CutFlags, withCut } from '../indexFlags.js';
import { printError, say, warn } from '../output.js';
import { projectAt, type WorkspaceFlags, workspaceOf } from '../project.js';
import { wholeNumber, withRoots } from '../sharedFlags.js';

interface IndexFlags extends CutFlags, WorkspaceFlags {
  readonly dryRun?: boolean;
  readonly reEmbed?: boolean;
  readonly sameTree?: boolean;
  readonly json?: boolean;
  readonly nested?: boolean;
  readonly from?: string;
  readonly wait: number;
  readonly workers: 'here' | 'remote';
  readonly shared?: boolean;
  readonly lease: number;
}

export function indexCommand(command: Command): void {
  withRoots(withCut(command))
    .argument('[path]', 'folder to use (default: the nearest parent with an index, else the current folder)')
    .option('--dry-run', 'print what would be done and what it would cost')
    .option('--re-embed', 'replace the vectors of another model')
    .option('--same-tree', 'the index is of this tree at another path or on another machine')
    .addOption(
      new Option('--workers <where>', 'where to index: in this process, or in froe worker processes')
        .choices(['here', 'remote'])
        .default('here'),
    )
    .option('--shared', 'remote workers can read this folder at the same path: do not send contents')
    .option('--lease <seconds>', 'time a remote worker has for a batch of files', wholeNumber, 120)
    .option('--from <folder>', 'start from the index of another clone; a linked git worktree does so by itself')
    .option('--nested', 'create a separate index inside an indexed folder')
    .option('--json', 'print the report as JSON')
    .option('--wait <seconds>', 'maximum time to wait for another writer', wholeNumber, 0)
    .action(async (path: string | undefined, flags: IndexFlags) => {
      const workspace = path === undefined ? await workspaceOf(undefined, flags) : undefined;
      if (!workspace) return indexProject(projectAt(path ?? flags.root?.[0], flags, flags.from), flags);
      for (const { name, project } of workspace.projects) {
        if (!flags.json) await say(`${name}\n`);
        await indexProject(project, { ...flags, nested: true }); // the folder was named
      }
    });
}

async function indexProject(project: Project, flags: IndexFlags): Promise<void> {
  project.refuseNested(flags.nested);
  project.refuseEmpty();
  warnOfTracked(project.root);
  if (!flags.dryRun) warnOfPassing(project);
  const failed = flags.dryRun ? await rehearse(project, flags) : await project.repairing(() => index(project, flags));
  process.exitCode = Math.max(failed, Number(process.exitCode ?? 0));
}

function warnOfTracked(root: string): void {
  const warning = trackedIndex(root);
  if (warning !== undefined) warn(visible(warning));
}

/** Otherwise the next command would read excluded files again, and nobody would know why. */
function warnOfPassing({ passingFlags: flags, root }: Project): void {
  if (flags.length === 0) return;
  const [holds, them] = flags.length === 1 ? ['holds', 'it'] : ['hold', 'them'];
  const file = existsSync(join(root, '.froe/config.json')) ? 'config.json' : 'config.yaml';
  warn(`${flags.join(', ')} ${holds} for this run only: to keep ${them}, write ${them} into .froe/${file}`);
}

async function index(project: Project, flags: IndexFlags): Promise<number> {
  return project.withVectors(flags.embed ?? true, async (vectors) => {
    const store = await project.openStore();
    try {
      const options = { ...project.syncOptions(vectors), ...replacing(flags), brief: true };
      const run = runOf(project, flags);
      const report = await project.withWriteLock(flags.wait, (signal) => bringUp(store, { ...options, signal }, run));
      const { failure, troubles, ...counts } = report;
      const state = await store.state();
      const { pending } = state;
      await say(flags.json ? `${JSON.stringify({ ...counts, pending, troubles })}\n` : describeSync(report, state));
      if (failure) printError(failure);
      if (state.sources === 0) warn(NO_FILES);
      return failure || state.chunks === 0 ? 1 : 0;
    } finally {
      await store.close();
    }
  });
}

const NO_FILES = 'found no files to index: there are none, or .gitignore, .froeignore or the settings exclude them';

/** Options that replace something; only on request. */
const replacing = ({ reEmbed = false, sameTree = false }: IndexFlags) => ({ replaceModel: reEmbed, sameTree });

/** With remote workers, the run feeds them instead. */
function runOf(project: Project, { workers, shared = false, lease }: IndexFlags): typeof sync {
  if (workers === 'here') return sync;
  return async (store, options) => {
    // Loads PostgreSQL, which a file does not need.
    const [{ openQueue }, { feed }] = await Promise.all([import('./worker.js'), import('../../engine/indexing.js')]);
    const queue = await openQueue(project);
    try {
      return await feed(store, queue, { ...options, shared, lease });
    } finally {
      await queue.close();
    }
  };
}

/** Creates no index if there is none. */
async function rehearse(project: Project, flags: IndexFlags): Promise<number> {
  const { dryRun } = await import('../../engine/indexing.js'); // with every parser
  return project.withVectors(flags.embed ?? true, async (vectors) => {
    const store = await openStore(storeExists(project.file) ? project.file : ':memory:');
    try {
      const options = { ...project.syncOptions(vectors), ...replacing(flags) };
      const planned = await dryRun(store, options);
      await say(flags.json ? `${JSON.stringify(planned)}\n` : describePlan(planned));
      if (planned.replaces !== undefined && !flags.reEmbed)
        warn(`the index holds vectors of ${planned.replaces}: to replace them, add --re-embed`);
      return 0;
    } finally {
      await store.close();
    }
  });
}

function describePlan({ files, removed, chunks, tokens, cost, seconds }: DryRunReport): string {
  const n = (count: number): string => count.toLocaleString('en');
  return [
    `files    ${n(files)} to read, ${n(removed)} to remove`,
    `chunks   ${n(chunks)} to embed`,
    `tokens   ${n(tokens)}`,
    `cost     ${cost === undefined ? 'none, or not known' : `$${cost.toFixed(4)}`}`,
    `time     about ${Math.ceil(seconds)} s`,
    '',
  ].join('\n');
}
