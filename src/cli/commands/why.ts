/** `froe why`: the commits that made lines or a symbol what they are. */
import type { Command } from 'commander';
import { visible } from '../../text/visible.js';
import { type LimitFlags, withIndex, withLimit } from '../indexFlags.js';
import { say, warn } from '../output.js';
import { asking } from '../project.js';
import { positive } from '../sharedFlags.js';
import { freshness, freshnessRecord, type SyncFlags, warnOfFreshness, withSync } from '../syncFlags.js';

interface WhyFlags extends LimitFlags, SyncFlags {
  readonly budget?: number;
  readonly json?: boolean;
  readonly root?: string;
}

export function whyCommand(command: Command): void {
  withSync(withLimit(withIndex(command)))
    .argument('<address>', 'path:10-20, path, path#Symbol, Symbol or Class.method')
    .option('--root <path>', 'folder of the index (default: the nearest parent with an index)')
    .option('-b, --budget <tokens>', 'maximum tokens of the output (default: 2000)', positive)
    .option('--json', 'print JSON')
    .action(async (address: string, flags: WhyFlags) => {
      await asking(flags.root, { ...flags, root: [], embed: 'local' }, async (engine) => {
        const { budget } = flags;
        const report = await engine.why(address, { ...freshness(flags), ...(budget === undefined ? {} : { budget }) });
        const { path, startLine, endLine, commits, uncommitted, more, tokens } = report;
        warnOfFreshness(report);
        if (more && !flags.json) warn('more commits exist: raise --budget');
        const lines = { path, start_line: startLine, end_line: endLine };
        const json = { ...lines, commits, uncommitted, more, tokens, ...freshnessRecord(report) };
        await say(flags.json ? `${JSON.stringify(json)}\n` : report.text.split('\n').map(visible).join('\n'));
        process.exitCode = commits.length === 0 ? 1 : 0;
      });
    });
}
