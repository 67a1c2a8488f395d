/** `froe forget`: takes an artifact, or a file, out of the index again. */
import type { Command } from 'commander';
import { FroeError } from '../../errors.js';
import { type IndexFlag, withIndex } from '../indexFlags.js';
import { say } from '../output.js';
import { projectAt } from '../project.js';

export function forgetCommand(program: Command): void {
  withIndex(program.command('forget').description('Take an artifact, or a file, out of the index with all its chunks.'))
    .argument('<id...>', 'ids of artifacts (art_…), or of files (main:src/app.py)')
    .option('--root <path>', 'the folder whose index it is (default: the nearest one above that has one)')
    .action(async (ids: string[], flags: IndexFlag & { readonly root?: string }) => {
      const known = await projectAt(flags.root, flags).inspect((engine) => engine.forget(ids));
      for (const id of known) await say(`forgot ${id}\n`);
      const missing = ids.filter((id) => !known.includes(id));
      if (missing.length > 0) throw new FroeError('not-found', `The index has no ${missing.join(', ')}`);
    });
}
