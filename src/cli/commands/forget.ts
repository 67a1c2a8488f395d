/** `froe forget`: removes an artifact or a file from the index. */
import type { Command } from 'commander';
import { FroeError } from '../../errors.js';
import { type IndexFlag, withIndex } from '../indexFlags.js';
import { say } from '../output.js';
import { inspecting } from '../project.js';

export function forgetCommand(command: Command): void {
  withIndex(command)
    .argument('<id...>', 'ids of artifacts (art_…) or files (main:src/app.py)')
    .option('--root <path>', 'folder of the index (default: the nearest parent with an index)')
    .option('--json', 'print JSON: forgotten, missing')
    .action(async (ids: string[], flags: IndexFlag & { readonly root?: string; readonly json?: boolean }) => {
      const forgotten = await inspecting(flags.root, flags, (engine) => engine.forget(ids));
      const missing = ids.filter((id) => !forgotten.includes(id));
      if (flags.json) {
        await say(`${JSON.stringify({ forgotten, missing })}\n`);
        process.exitCode = missing.length > 0 ? 1 : 0;
        return;
      }
      for (const id of forgotten) await say(`forgot ${id}\n`);
      if (missing.length > 0)
        throw new FroeError(
          'not-found',
          `Not in the index: ${missing.join(', ')}`,
          'An id is art_…, as froe artifacts lists it, or main:src/app.py.',
        );
    });
}
