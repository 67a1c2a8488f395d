/** The declarations of a model, as written in its file. */
import type { Span } from '../../types.js';
import type { PackFrame, PackItem } from '../pack.js';
import type { EnclosingBlock } from '../ruby/call.js';

/** The lines of some calls, as written; several calls on one line, or of one loop, give the line once. */
export function itemsOf(
  text: string,
  calls: readonly (Span & { readonly frames?: readonly EnclosingBlock[] })[],
): PackItem[] {
  const items: PackItem[] = [];
  const lineAt = lineCounter(text);
  let coveredEnd = -1;
  for (const { start, end, frames = [] } of calls) {
    if (start < coveredEnd) continue;
    const from = lineStart(text, start);
    coveredEnd = lineEnd(text, end);
    // A block that opens on the line of the declaration is in that line.
    const outerFrames = frames
      .filter(({ opens }) => lineEnd(text, opens) < from)
      .map((frame) => packFrame(text, frame));
    items.push({
      text: text.slice(from, coveredEnd).trimEnd(),
      ...(outerFrames.length > 0 ? { frames: outerFrames } : {}),
      lines: [lineAt(from), lineAt(Math.max(from, end - 1))],
    });
  }
  return items;
}

function packFrame(text: string, { start, end, opens, closes }: EnclosingBlock): PackFrame {
  const open = text.slice(lineStart(text, start), lineEnd(text, opens)).trimEnd();
  return closes
    ? { at: start, open, close: text.slice(lineStart(text, end), lineEnd(text, end)).trimEnd() }
    : { at: start, open };
}

export const lineStart = (text: string, at: number): number => text.lastIndexOf('\n', at - 1) + 1;

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}

/** The line number of an offset; offsets must be ascending. */
export function lineCounter(text: string): (at: number) => number {
  let [line, scannedTo] = [1, 0];
  return (at) => {
    for (; scannedTo < at; scannedTo++) if (text[scannedTo] === '\n') line++;
    return line;
  };
}

/** Sections of a model, by the purpose of a call. Separate from the parsers, because answers use it without loading them. */
export const sectionNames = ['associations', 'callbacks', 'validations', 'scopes'] as const;
export type SectionName = (typeof sectionNames)[number];

const ASSOCIATIONS: ReadonlySet<string> = new Set([
  'belongs_to',
  'has_many',
  'has_one',
  'has_and_belongs_to_many',
  'has_one_attached',
  'has_many_attached',
  'has_rich_text',
  'delegated_type',
  'accepts_nested_attributes_for',
]);
const CALLBACK =
  /^(before|after|around)_(validation|save|create|update|destroy|commit|rollback|initialize|find|touch|\w+_commit)$/;
const VALIDATION = /^(validates?|validates_\w+)$/;
const SCOPE = /^(default_)?scope$/;

export function sectionOf(name: string): SectionName | undefined {
  if (ASSOCIATIONS.has(name)) return 'associations';
  if (CALLBACK.test(name)) return 'callbacks';
  if (VALIDATION.test(name)) return 'validations';
  return SCOPE.test(name) ? 'scopes' : undefined;
}
