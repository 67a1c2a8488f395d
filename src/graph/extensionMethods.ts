/**
 * A method that is written outside of its class, and called like one of it:
 *
 *     fun Source.buffer() = …                                      Kotlin, in any file: `source.buffer()`
 *     static class RetryExtensions { … AddRetry(this Builder b) }  C#: `builder.AddRetry()`
 *
 * It must be visible where it is called, and the only one.
 */
import type { ExtensionSyntax } from '../languages/referenceSyntax.js';
import { lastName } from '../text/lastName.js';
import type { Reference } from '../types.js';
import type { Codebase, NamedDefinition, SourceFacts } from './codebase.js';
import { pickDefinition } from './pickDefinition.js';
import { fullNameOf, isClass, ownerOf } from './place.js';

const isExtension: Readonly<Record<ExtensionSyntax, (definition: NamedDefinition) => boolean>> = {
  // Named with the class that it extends, and no part of it.
  'receiver in its name': ({ parentId, docId, name }) => parentId === docId && name.includes('.'),
  'class named so': ({ full }) => /Extensions?$/.test(ownerOf(full)),
};

export async function extensionMethod(
  { key, target, verb, from }: Reference,
  facts: SourceFacts,
  codebase: Codebase,
): Promise<NamedDefinition | undefined> {
  const { extensions } = facts.syntax;
  if (!extensions || verb !== 'calls' || !target.includes('.')) return undefined;
  const visible = namespacesSeen(from, facts);
  const all = (await codebase.definitionsFor(key, facts.row)).filter(
    (one) =>
      one.modules === facts.modules &&
      !isClass(one) &&
      isExtension[extensions](one) &&
      visible.has(ownerOf(ownerOf(one.full))),
  );
  const receiver = target.split('.').at(-2) ?? '';
  const ofReceiver = all.filter(({ full }) => lastName(ownerOf(full)) === receiver);
  return pickDefinition(ofReceiver.length > 0 ? ofReceiver : all, facts.row.path);
}

/** Namespaces that a unit is in, and those that its file imports, whole or a name of. */
function namespacesSeen(from: string, { imports, row }: SourceFacts): ReadonlySet<string> {
  const seen = new Set(imports.map(({ module = '' }) => module));
  for (let namespace = fullNameOf(from, row); namespace !== ''; namespace = ownerOf(namespace)) seen.add(namespace);
  seen.add(String(row.metadata.namespace ?? ''));
  return seen;
}
