/** `froe status`: what an index holds, what it still lacks, and what has changed on disk since. */
import type { Command } from 'commander';
import { plan } from '../sync/plan.js';
import { planOptions } from '../sync/sync.js';
import { openExisting, type PlaceFlags, placeOf, syncOptions, withPlace } from './place.js';
import { say } from './talk.js';

interface StatusFlags extends PlaceFlags {
  readonly json?: boolean;
}

export function statusCommand(program: Command): void {
  withPlace(program.command('status').description('Say what an index holds, and what it still lacks.'))
    .argument('[path]', 'the folder (default: the nearest one above that has an index)')
    .option('--json', 'as JSON')
    .action(async (path: string | undefined, flags: StatusFlags) => {
      const place = placeOf(path, flags);
      const store = openExisting(place);
      try {
        const state = await store.state();
        const { jobs, gone } = plan(
          place.root,
          await store.sources('main'),
          planOptions(syncOptions(place, { embed: false })),
        );
        const stale = jobs.length + gone.length;
        const { file, root } = place;
        const { sources, chunks, tokens, embedded, pending, bytes, model } = state;
        if (flags.json) {
          await say(`${JSON.stringify({ root, index: file, ...state, stale })}\n`);
          return;
        }
        const n = (count: number): string => count.toLocaleString('en');
        await say(
          [
            `root     ${root}`,
            `index    ${file} (${(bytes / 1e6).toFixed(1)} MB, format ${state.version})`,
            `sources  ${n(sources)}${stale > 0 ? `, ${n(stale)} to be read again: froe index` : ', up to date'}`,
            `pieces   ${n(chunks)}, ${n(tokens)} tokens`,
            model ? `vectors  ${n(embedded)} of ${model.id}, ${n(pending)} pending` : 'vectors  none: words only',
            '',
          ].join('\n'),
        );
      } finally {
        await store.close();
      }
    });
}
