/** `froe artifacts`: lists the artifacts. */
import type { Command } from 'commander';
import { snake } from '../../chunkRecord.js';
import type { ListedArtifact } from '../../engine/listArtifacts.js';
import { visible } from '../../text/visible.js';
import { type LimitFlags, withIndex, withLimit } from '../indexFlags.js';
import { say, warn } from '../output.js';
import { inspecting, projectAnswering } from '../project.js';

export function artifactsCommand(command: Command): void {
  withLimit(withIndex(command))
    .argument('[path]', 'folder to use (default: the nearest parent with an index)')
    .option('--json', 'print one JSON artifact per line')
    .action(async (path: string | undefined, flags: LimitFlags & { readonly json?: boolean }) => {
      const all = await inspecting(path, flags, (engine) => engine.artifacts(), projectAnswering);
      for (const line of flags.json ? all.map(record) : drawn(all)) await say(`${line}\n`);
      if (all.length === 0) warn('no artifacts; add some with froe ingest FILE');
      process.exitCode = all.length === 0 ? 1 : 0;
    });
}

const record = (artifact: ListedArtifact): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(artifact)
        .filter(([, value]) => value !== '')
        .map(([key, value]) => [snake(key), value]),
    ),
  );

/** `art_0123456789ab  email  2026-01-31  3 chunks  Offer` */
function drawn(all: readonly ListedArtifact[]): readonly string[] {
  const widest = Math.max(...all.map(({ type }) => type.length));
  const count = (chunks: number): string => `${chunks.toLocaleString('en')} ${chunks === 1 ? 'chunk' : 'chunks'}`;
  const counted = Math.max(...all.map(({ chunks }) => count(chunks).length));
  return all.map(({ id, type, ts, chunks, title, sensitivity }) => {
    const level = sensitivity === 'normal' || sensitivity === '' ? '' : `  (${sensitivity})`;
    const day = (ts.slice(0, 10) || '-').padEnd(10);
    return `${id}  ${type.padEnd(widest)}  ${day}  ${count(chunks).padStart(counted)}  ${visible(title)}${level}`;
  });
}
