/**
 * A method that is written outside of its class, and called like one of it:
 *
 *     fun Source.buffer() = …                                      Kotlin, in any file: `source.buffer()`
 *     static class RetryExtensions { … AddRetry(this Builder b) }  C#: `builder.AddRetry()`
 *
 * It must be visible where it is called, and the only one; and of the class of its receiver, if
 * both are known. If the receiver may be of any class, no class may have a method of that name.
 */
import type { ExtensionSyntax } from '../languages/referenceSyntax.js';
import { lastName } from '../text/lastName.js';
import type { Reference } from '../types.js';
import type { Codebase, NamedDefinition, SourceFacts } from './codebase.js';
import { isCommon } from './commonMethods.js';
import type { Members } from './members.js';
import { pickDefinition } from './pickDefinition.js';
import { fullNameOf, type GraphPlace, isClass, ownerOf, placeOf } from './place.js';

const isExtension: Readonly<Record<ExtensionSyntax, (definition: NamedDefinition) => boolean>> = {
  // Named with the class that it extends, and no part of it.
  'receiver in its name': ({ parentId, docId, name }) => parentId === docId && name.includes('.'),
  'class named so': ({ full }) => /Extensions?$/.test(ownerOf(full)),
};

/** `fun <T> T.use()` */
const TYPE_PARAMETER = /^\p{Lu}\d?$/u;

/** `receiver`: its class, if that is known and in this tree. */
export async function extensionMethod(
  { key, target, verb, from }: Reference,
  facts: SourceFacts,
  codebase: Codebase,
  members: Members,
  receiver: GraphPlace | undefined,
): Promise<NamedDefinition | undefined> {
  const { extensions } = facts.syntax;
  if (!extensions || verb !== 'calls' || !target.includes('.')) return undefined;
  // An import by name decides: `kotlin.concurrent.withLock`.
  const imported = facts.imports.find(({ local }) => local === key)?.module;
  const visible = imported === undefined ? namespacesSeen(from, facts) : new Set([imported]);
  const definitions = (await codebase.definitionsFor(key, facts.row)).filter(
    (one) => one.modules === facts.modules && !isClass(one),
  );
  const all = definitions.filter((one) => isExtension[extensions](one) && visible.has(ownerOf(ownerOf(one.full))));
  const { path } = facts.row;
  if (extensions === 'class named so' || all.length === 0) return pickDefinition(all, path);
  const name = receiver?.unit && isClass(receiver.unit) ? receiver.unit.name : target.split('.').at(-2);
  const ofClass = all.filter(({ full }) => lastName(ownerOf(full)) === name);
  if (ofClass.length > 0) return pickDefinition(ofClass, path);
  const ofAny = all.filter(({ full }) => TYPE_PARAMETER.test(lastName(ownerOf(full))));
  if (ofAny.length > 0) return pickDefinition(ofAny, path);
  if (receiver?.unit && isClass(receiver.unit)) {
    const ofBases: NamedDefinition[] = [];
    for (const one of all) {
      const bases = await codebase.definitionsCalled(ownerOf(one.full), facts.row);
      for (const base of bases.map((definition) => placeOf(definition)))
        if (!ofBases.includes(one) && (await members.isKindOf([receiver], base))) ofBases.push(one);
    }
    return pickDefinition(ofBases, path);
  }
  return definitions.length === all.length && !isCommon(key) ? pickDefinition(all, path) : undefined;
}

/** Namespaces that a unit is in, and those that its file imports, whole or a name of. */
function namespacesSeen(from: string, { imports, row }: SourceFacts): ReadonlySet<string> {
  const seen = new Set(imports.map(({ module = '' }) => module));
  for (let namespace = fullNameOf(from, row); namespace !== ''; namespace = ownerOf(namespace)) seen.add(namespace);
  seen.add(String(row.metadata.namespace ?? ''));
  return seen;
}
