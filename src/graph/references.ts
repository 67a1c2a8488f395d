/**
 * Mentions found by a parser → references by unit. Each is kept once per unit, with its
 * first line: dependencies do not depend on the number of mentions.
 */
import { dotted, type Mention, type Mentions } from '../parse/code/mentions.js';
import type { PackMention } from '../parse/pack.js';
import { lastName } from '../text/lastName.js';
import type { Node, Reference, Source, Unit } from '../types.js';
import { type DeclaredMember, DeclaredTypes } from './declaredTypes.js';

export interface References {
  readonly references: readonly Reference[];
  readonly namespace?: string;
}

/** `packMentions`: mentions that a pack of the framework adds. */
export function referencesIn(
  source: Source,
  root: Node,
  units: readonly Unit[],
  packMentions: readonly PackMention[] = [],
): References {
  const mentionsByPart = mentionsOf(root);
  const namespace = mentionsByPart.find((mentions) => mentions.namespace !== undefined)?.namespace;
  const defined = new Set(units.map(({ name }) => lastName(name)));
  const unitAt = unitFinder(source.docId, units);
  const declarations = mentionsByPart.flatMap((mentions) => mentions.declarations).sort((a, b) => a.at - b.at);
  const declared = new DeclaredTypes(source.docId, units, declarations, unitFinder(source.docId, units));
  const bySignature = new Map<string, Reference>();
  const all: PlacedMention[] = [
    ...mentionsByPart.flatMap((mentions) => mentions.all),
    ...declared.members.map(asRead),
    ...packMentions.map(asMention),
  ].sort((a, b) => a.at - b.at);
  for (const mention of all) {
    const { key, at, module, from = unitAt(at) } = mention;
    if (mention.verb === 'bare' && !defined.has(key)) continue;
    const verb = mention.verb === 'bare' ? 'calls' : mention.verb;
    const { target, local } = verb === 'calls' ? declared.targetOf(mention, from) : mention;
    const signature = `${from}\0${verb}\0${target}\0${module ?? ''}\0${local ?? ''}`;
    if (bySignature.has(signature)) continue;
    const names = { ...(module === undefined ? {} : { module }), ...(local === undefined ? {} : { local }) };
    bySignature.set(signature, { from, verb, target, key, line: source.offsets.lineAt(at), ...names });
  }
  return { references: [...bySignature.values()], ...(namespace === undefined ? {} : { namespace }) };
}

/** A mention whose unit may be known already. */
type PlacedMention = Mention & { readonly from?: string };

const asRead = ({ from, name, type, at }: DeclaredMember): PlacedMention => ({
  ...{ verb: 'reads', target: type, key: lastName(type), at, local: name },
  from,
});

function asMention({ verb, target: rawTarget, at }: PackMention): Mention {
  const target = dotted(rawTarget);
  return { verb, target, key: lastName(target), at };
}

/** Mentions of the source itself and of embedded scripts, by offset in the source. */
function mentionsOf(root: Node): Mentions[] {
  const scripts = root.children.filter((node) => node.inner && !node.closed && node.meta?.mentions);
  return [root, ...scripts].flatMap(({ meta, inner }) => {
    const mentions = meta?.mentions as Mentions | undefined; // set by the code parser only
    if (!mentions) return [];
    const offset = inner?.start ?? 0;
    const shifted = <T extends { readonly at: number }>(one: T): T => ({ ...one, at: one.at + offset });
    const { all, declarations } = mentions;
    return [offset === 0 ? mentions : { ...mentions, all: all.map(shifted), declarations: declarations.map(shifted) }];
  });
}

/** The innermost unit at an offset, for ascending offsets. Units are in pre-order. */
function unitFinder(docId: string, units: readonly Unit[]): (at: number) => string {
  const openUnits: Unit[] = [];
  let next = 0;
  return (at) => {
    for (; next < units.length && units[next].charStart <= at; next++) {
      while (openUnits.length > 0 && openUnits[openUnits.length - 1].charEnd <= units[next].charStart) openUnits.pop();
      openUnits.push(units[next]);
    }
    while (openUnits.length > 0 && openUnits[openUnits.length - 1].charEnd <= at) openUnits.pop();
    return openUnits.at(-1)?.id ?? docId;
  };
}
