/** `froe impact`: what depends on a symbol or a file. */
import type { Command } from 'commander';
import { formatSite, unresolvedImpact } from '../../engine/results.js';
import { visible } from '../../text/visible.js';
import { type LimitFlags, withIndex, withLimit } from '../indexFlags.js';
import { say, warn } from '../output.js';
import { asking, type WorkspaceFlags } from '../project.js';
import { positive, withRoots } from '../sharedFlags.js';
import { freshness, freshnessRecord, type SyncFlags, warnOfFreshness, withSync } from '../syncFlags.js';
import { symbolRecord } from './refs.js';

interface ImpactFlags extends LimitFlags, SyncFlags, WorkspaceFlags {
  readonly budget?: number;
  readonly limit?: number;
  readonly json?: boolean;
}

export function impactCommand(command: Command): void {
  withRoots(withSync(withLimit(withIndex(command))))
    .argument('<symbol>', 'an address: path, Client, Client.send, path#Symbol, path:10, or an id')
    .argument('[path]', 'folder of the index, or roots of a workspace (default: the nearest parent with an index)')
    .option('--budget <tokens>', 'maximum tokens of the output, nearest first', positive)
    .option('--limit <n>', 'maximum results (default: 200)', positive)
    .option('--json', 'print JSON')
    .action(async (symbol: string, path: string | undefined, flags: ImpactFlags) => {
      await asking(path, { ...flags, embed: 'local' }, async (engine, { below, roots }) => {
        const { budget, limit } = flags;
        const { symbols, dependents, more, unresolved, text, tokens, ...known } = await engine.impact(symbol, {
          ...freshness(flags),
          below,
          roots,
          ...(budget === undefined ? {} : { budget }),
          ...(limit === undefined ? {} : { limit }),
        });
        warnOfFreshness(known);
        if (more && !flags.json) warn('more results exist: raise --budget or --limit');
        for (const note of unresolvedImpact({ symbols, unresolved })) warn(note);
        const records = dependents.map(({ distance, verb, on, site, ...named }) => ({
          ...symbolRecord(named),
          ...{ distance, verb, on, site: formatSite(site) },
        }));
        const json = {
          symbols: symbols.map(symbolRecord),
          dependents: records,
          more,
          ...(unresolved.length > 0 ? { unresolved: unresolved.map(formatSite) } : {}),
          tokens,
          ...freshnessRecord(known),
        };
        await say(flags.json ? `${JSON.stringify(json)}\n` : text.split('\n').map(visible).join('\n'));
        process.exitCode = dependents.length === 0 ? 1 : 0;
      });
    });
}
