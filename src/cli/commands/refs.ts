/** `froe refs`: what refers to a symbol, and what it refers to. */
import { type Command, Option } from 'commander';
import {
  formatSite,
  type Neighbour,
  type RelatedPlace,
  type SymbolRelations,
  symbolLine,
  unresolvedNotes,
} from '../../engine/results.js';
import { visible } from '../../text/visible.js';
import { type LimitFlags, withIndex, withLimit } from '../indexFlags.js';
import { say, warn } from '../output.js';
import { asking, type WorkspaceFlags } from '../project.js';
import { withRoots } from '../sharedFlags.js';
import { freshness, freshnessRecord, type SyncFlags, warnOfFreshness, withSync } from '../syncFlags.js';

interface RefsFlags extends LimitFlags, SyncFlags, WorkspaceFlags {
  readonly callers?: boolean;
  readonly callees?: boolean;
  readonly json?: boolean;
}

export function refsCommand(command: Command): void {
  withRoots(withSync(withLimit(withIndex(command))))
    .argument('<symbol>', 'an address: Client, Client.send, path#Symbol, path, path:10, or an id')
    .argument('[path]', 'folder of the index, or roots of a workspace (default: the nearest parent with an index)')
    .addOption(new Option('--callers', 'only references to it').conflicts('callees'))
    .option('--callees', 'only references from it')
    .option('--json', 'print JSON')
    .action(async (symbol: string, path: string | undefined, flags: RefsFlags) => {
      await asking(path, { ...flags, embed: 'local' }, async (engine, { below, roots }) => {
        const { symbols, ...known } = await engine.references(symbol, { ...freshness(flags), below, roots });
        warnOfFreshness(known);
        const all = symbols.map((one) => withSides(one, flags));
        const records = all.map((one) => ({ ...record(one), ...freshnessRecord(known) }));
        const written = (path: string): string => engine.written(path);
        for (const note of unresolvedNotes(all)) warn(note);
        await say(flags.json ? `${JSON.stringify(records)}\n` : all.map((one) => drawn(one, written)).join('\n'));
        process.exitCode = all.some(({ callers, callees }) => callers.length + callees.length > 0) ? 0 : 1;
      });
    });
}

/** Only callers or callees, as the flags say. */
const withSides = ({ symbol, callers, callees, unresolved }: SymbolRelations, flags: RefsFlags): SymbolRelations => ({
  symbol,
  callers: flags.callees ? [] : callers,
  callees: flags.callers ? [] : callees,
  unresolved: flags.callees ? [] : unresolved,
});

function drawn({ symbol, callers, callees }: SymbolRelations, written: (path: string) => string): string {
  // For a file or a class: the part of it that the reference is about.
  const part = (own: string): string => (own === symbol.name ? '' : ` ${visible(own)}`);
  const line = (sign: string, { site, name, verb, own }: Neighbour): string =>
    `  ${sign} ${visible(written(formatSite(site)))}  ${visible(name)} (${verb}${sign === '<-' ? part(own) : ''})\n`;
  return [
    `${visible(symbolLine(symbol, written).trimEnd())}\n`,
    ...callers.map((one) => line('<-', one)),
    ...callees.map((one) => line('->', one)),
  ].join('');
}

const record = ({ symbol, callers, callees, unresolved }: SymbolRelations) => ({
  symbol: symbolRecord(symbol),
  callers: callers.map(neighbour),
  callees: callees.map(neighbour),
  ...(unresolved.length > 0 ? { unresolved: unresolved.map(formatSite) } : {}),
});

const neighbour = ({ verb, site, own, ...other }: Neighbour) => ({
  ...symbolRecord(other),
  ...{ verb, site: formatSite(site), own },
});

export const symbolRecord = ({ docId, startLine, endLine, ...rest }: RelatedPlace) => ({
  ...rest,
  doc_id: docId,
  ...(startLine === undefined ? {} : { start_line: startLine, end_line: endLine }),
});
