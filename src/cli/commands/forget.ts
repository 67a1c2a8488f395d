/** `froe forget`: takes an artifact, or a file, out of the index again. */
import type { Command } from 'commander';
import { FroeError } from '../../errors.js';
import { type IndexFlag, withIndex } from '../indexFlags.js';
import { say } from '../output.js';
import { projectAt } from '../project.js';

export function forgetCommand(program: Command): void {
  withIndex(program.command('forget').description('Remove an artifact or a file from the index.'))
    .argument('<id...>', 'ids of artifacts (art_…) or files (main:src/app.py)')
    .option('--root <path>', 'folder of the index (default: the nearest parent with an index)')
    .action(async (ids: string[], flags: IndexFlag & { readonly root?: string }) => {
      const known = await projectAt(flags.root, flags).inspect((engine) => engine.forget(ids));
      for (const id of known) await say(`forgot ${id}\n`);
      const missing = ids.filter((id) => !known.includes(id));
      if (missing.length > 0) throw new FroeError('not-found', `Not in the index: ${missing.join(', ')}`);
    });
}
