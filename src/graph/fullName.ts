/**
 * A definition by all of its names, in one form for every language:
 *
 *     main:app/models/a/b.rb#A::B.self.find      → A.B.find
 *     main:src/Client.java#Client.open           → com.acme.Client.open, in a file of com.acme
 *     main:lexer.rs#From<Error> for Lexer.from   → Lexer.from
 */
import type { SourceRow } from '../store/store.js';

export function anchorOf(id: string, docId: string): string {
  return id
    .slice(docId.length + 1)
    .replace(/%([0-9A-F]{2})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/@\d+(?=\.|$)/g, '')
    .replace(/(^|\.)[^.]*? for &?/g, '$1')
    .replace(/::|\\/g, '.')
    .replace(/(^|\.)self\./g, '$1');
}

export function fullNameOf(id: string, { docId, metadata }: Pick<SourceRow, 'docId' | 'metadata'>): string {
  const anchor = anchorOf(id, docId);
  return typeof metadata.namespace === 'string' ? `${metadata.namespace}.${anchor}` : anchor;
}

/** All names but the last. */
export const ownerOf = (name: string): string => name.slice(0, Math.max(0, name.lastIndexOf('.')));
