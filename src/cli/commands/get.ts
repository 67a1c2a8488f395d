/** `froe get`: prints what is at an address, byte for byte. */
import type { Command } from 'commander';
import { toRecord } from '../../chunkRecord.js';
import { visible } from '../../text/visible.js';
import { type LimitFlags, withIndex, withLimit } from '../indexFlags.js';
import { say, warn } from '../output.js';
import { asking, type WorkspaceFlags } from '../project.js';
import { type ExpandFlags, expanding, withExpand, withRoots } from '../sharedFlags.js';
import { freshness, type SyncFlags, warnOfFreshness, withSync } from '../syncFlags.js';

interface GetFlags extends LimitFlags, SyncFlags, ExpandFlags, WorkspaceFlags {
  readonly json?: boolean;
}

export function getCommand(command: Command): void {
  withRoots(withExpand(withSync(withLimit(withIndex(command)))))
    .argument(
      '<address>',
      'path, path:10-24, path#Symbol, Symbol, Class.method, an id, an artifact, or art_…::chunk::3',
    )
    .option('--json', 'print the records of its chunks')
    .action(async (address: string, flags: GetFlags) => {
      const around = expanding(flags) ?? {};
      await asking(undefined, { ...flags, embed: 'local' }, async (engine) => {
        const { source, chunks, bytes, fresh, ...known } = await engine.get(address, {
          ...freshness(flags),
          ...around,
        });
        warnOfFreshness(known);
        if (!fresh) warn(`${visible(source.path)} has changed since it was indexed; showing the indexed text`);
        await say(flags.json ? chunks.map((chunk) => `${JSON.stringify(toRecord(chunk))}\n`).join('') : bytes);
      });
    });
}
