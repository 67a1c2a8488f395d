/**
 * Declarations as a text again, each inside of what it stands in:
 *
 *     with_options dependent: :destroy do
 *       has_many :orders
 *     end
 *     # from Trackable
 *       after_save :track
 *
 * Any run of them can be written alone, so a section can be cut between any two.
 */
import type { PackFrame, PackItem } from './pack.js';

export function writeItems(items: readonly PackItem[]): string {
  const lines: string[] = [];
  let open: readonly PackFrame[] = [];
  let from: string | undefined;
  const closeTo = (depth: number): void => {
    for (const { close } of open.slice(depth).reverse()) if (close !== undefined) lines.push(close);
    open = open.slice(0, depth);
  };
  for (const { text, frames = [], from: { name } = { name: undefined } } of items) {
    closeTo(name === from ? sharedDepth(open, frames) : 0);
    if (name !== from && name !== undefined) lines.push(`  # from ${name}`);
    from = name;
    lines.push(...frames.slice(open.length).map((frame) => frame.open), text);
    open = frames;
  }
  closeTo(0);
  return lines.map((line) => `${line}\n`).join('');
}

function sharedDepth(some: readonly PackFrame[], others: readonly PackFrame[]): number {
  const differs = some.findIndex(({ at }, i) => at !== others[i]?.at);
  return differs < 0 ? some.length : differs;
}
