/** `froe clean`: removes an index, damaged or not. The indexed files are not touched. */
import type { Command } from 'commander';
import {
  countStoredArtifacts,
  isShared,
  refuseForeignFile,
  removeStore,
  storeExists,
  withoutPassword,
} from '../../engine/indexes.js';
import { FroeError } from '../../errors.js';
import { type IndexFlag, withIndex } from '../indexFlags.js';
import { say } from '../output.js';
import { projectsOf } from '../project.js';

export function cleanCommand(command: Command): void {
  withIndex(command)
    .argument('[path]', 'folder to use (default: the nearest parent with an index)')
    .option('--yes', 'also remove artifacts and shared indexes, which cannot be rebuilt from files')
    .action(async (path: string | undefined, flags: IndexFlag & { readonly yes?: boolean }) => {
      const projects = (await projectsOf(path, flags)).map(({ project }) => project);
      const existing = projects.filter(({ file }) => storeExists(file));
      // Of several roots, none is removed if one may not be.
      for (const { file } of existing) {
        refuseForeignFile(file);
        if (!flags.yes) await refuseLoss(file);
      }
      for (const project of projects) {
        const isThere = existing.includes(project);
        if (isThere) await project.withWriteLock(0, () => removeStore(project.file));
        await say(`${isThere ? 'removed' : 'no index at'} ${withoutPassword(project.file)}\n`);
      }
      if (existing.length === 0) process.exitCode = 1;
    });
}

/** Data that cannot be rebuilt is removed only with --yes. */
async function refuseLoss(file: string): Promise<void> {
  const artifacts = await countStoredArtifacts(file);
  const lost = [
    ...(artifacts === 0 ? [] : [`${artifacts.toLocaleString('en')} ${artifacts === 1 ? 'artifact' : 'artifacts'}`]),
    ...(isShared(file) ? ['data of other users'] : []),
  ];
  if (lost.length === 0) return;
  const first = artifacts === 0 ? '' : 'Export them first: froe export --artifacts > artifacts.jsonl. ';
  throw new FroeError(
    'unconfirmed',
    `${withoutPassword(file)} holds data that cannot be rebuilt: ${lost.join(' and ')}`,
    `${first}Then: froe clean --yes`,
  );
}
