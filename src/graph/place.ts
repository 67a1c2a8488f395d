/** A node of the graph: a unit, or a source as a whole. */
import type { SourceRow, UnitDefinition } from '../store/store.js';
import type { Unit } from '../types.js';

export interface GraphPlace {
  readonly docId: string;
  readonly unit?: Unit;
}

export const idOf = ({ docId, unit }: GraphPlace): string => unit?.id ?? docId;

export function placeOf(definition: UnitDefinition): GraphPlace;
export function placeOf(definition: UnitDefinition | undefined): GraphPlace | undefined;
export function placeOf(definition: UnitDefinition | undefined): GraphPlace | undefined {
  return definition && { docId: definition.docId, unit: definition };
}

const NON_CLASS_KINDS: ReadonlySet<string> = new Set(['function', 'method', 'module']);

/** Any kind of class: packs call it model, controller or job. */
export const isClass = ({ kind }: Pick<Unit, 'kind'>): boolean => !NON_CLASS_KINDS.has(kind);

export const isFunction = ({ kind }: Pick<Unit, 'kind'>): boolean => kind === 'function' || kind === 'method';

/** Without any of these nothing is to be replaced, which is nearly always so. */
const SPECIAL = /[%@\\]|::| for |self\./;

/**
 * The full name of a definition, in one form for every language:
 *
 *     main:app/models/a/b.rb#A::B.self.find      → A.B.find
 *     main:src/Client.java#Client.open           → com.acme.Client.open, in a file of com.acme
 *     main:lexer.rs#From<Error> for Lexer.from   → Lexer.from
 *     main:a.kt#ATest.`waits for a lock`         → ATest.`waits for a lock`
 */
export function anchorOf(id: string, docId: string): string {
  const anchor = id.slice(docId.length + 1);
  if (!SPECIAL.test(anchor)) return anchor;
  return anchor
    .replace(/%([0-9A-F]{2})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/@\d+(?=\.|$)/g, '')
    .replace(/(^|\.)[^.`]*? for &?/g, '$1')
    .replace(/::|\\/g, '.')
    .replace(/(^|\.)self\./g, '$1');
}

export function fullNameOf(id: string, { docId, metadata }: Pick<SourceRow, 'docId' | 'metadata'>): string {
  const anchor = anchorOf(id, docId);
  return typeof metadata.namespace === 'string' ? `${metadata.namespace}.${anchor}` : anchor;
}

/** All names but the last. */
export const ownerOf = (name: string): string => name.slice(0, Math.max(0, name.lastIndexOf('.')));
