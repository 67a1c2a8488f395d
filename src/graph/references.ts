/**
 * Mentions found by a parser → references by unit. Each is kept once per unit, with its
 * first line: dependencies do not depend on the number of mentions.
 */
import { dotted, type Mention, type Mentions } from '../parse/code/mentions.js';
import type { PackMention } from '../parse/pack.js';
import { lastName } from '../text/lastName.js';
import type { Node, Reference, Source, Unit } from '../types.js';

export interface References {
  readonly references: readonly Reference[];
  readonly namespace?: string;
}

/** `known`: mentions that a pack of the framework adds. */
export function referencesIn(
  source: Source,
  root: Node,
  units: readonly Unit[],
  known: readonly PackMention[] = [],
): References {
  const found = mentionsOf(root);
  const namespace = found.find((mentions) => mentions.namespace !== undefined)?.namespace;
  const defined = new Set(units.map(({ name }) => lastName(name)));
  const place = placing(source.docId, units);
  const once = new Map<string, Reference>();
  const all = [...found.flatMap((mentions) => mentions.all), ...known.map(asMention)].sort((a, b) => a.at - b.at);
  for (const { verb, target, key, at, ...imported } of all) {
    if (verb === 'bare' && !defined.has(key)) continue;
    const from = place(at);
    const outVerb = verb === 'bare' ? 'calls' : verb;
    const signature = `${from}\0${outVerb}\0${target}\0${imported.module ?? ''}\0${imported.local ?? ''}`;
    if (!once.has(signature))
      once.set(signature, { from, verb: outVerb, target, key, line: source.offsets.lineAt(at), ...imported });
  }
  return { references: [...once.values()], ...(namespace === undefined ? {} : { namespace }) };
}

function asMention({ verb, target: written, at }: PackMention): Mention {
  const target = dotted(written);
  return { verb, target, key: lastName(target), at };
}

/** Mentions of the source itself and of embedded scripts, by offset in the source. */
function mentionsOf(root: Node): Mentions[] {
  const scripts = root.children.filter((node) => node.inner && !node.closed && node.meta?.mentions);
  return [root, ...scripts].flatMap(({ meta, inner }) => {
    const mentions = meta?.mentions as Mentions | undefined; // set by the code parser only
    if (!mentions) return [];
    const by = inner?.start ?? 0;
    const move = (mention: Mention): Mention => ({ ...mention, at: mention.at + by });
    return [by === 0 ? mentions : { ...mentions, all: mentions.all.map(move) }];
  });
}

/** The innermost unit at an offset, for ascending offsets. Units are in pre-order. */
function placing(docId: string, units: readonly Unit[]): (at: number) => string {
  const open: Unit[] = [];
  let next = 0;
  return (at) => {
    for (; next < units.length && units[next].charStart <= at; next++) {
      while (open.length > 0 && open[open.length - 1].charEnd <= units[next].charStart) open.pop();
      open.push(units[next]);
    }
    while (open.length > 0 && open[open.length - 1].charEnd <= at) open.pop();
    return open.at(-1)?.id ?? docId;
  };
}
