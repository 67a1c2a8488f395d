/**
 * Where the text has a name that no symbol has: constants, variables and fields are not symbols.
 *
 *     DEFAULTS                in any source
 *     App.limit, a.py#limit   in what is before the last name, if that is something; else as it is written, in any
 */
import type { Store } from '../store/store.js';
import type { AddressScope, ResolvedAddress } from './address.js';
import { pathsOf } from './indexPaths.js';

export interface NameInText {
  readonly name: string;
  /** `src/app.py:12` */
  readonly place: string;
}

/** A name, and what it is said to be in. Sigils are not part of it: `$limit`, `@limit`. */
const NAME = /^(?:(.+)(?:[#.]|::|->))?[$@]*([\p{L}_][\p{L}\p{N}_]*)$/su;

/** Sources that are read for a name: nearly always the first has it, which is listed because of its trigrams. */
const MAX_SOURCES = 64;

/** `ownersOf`: what an address names. */
export async function nameInText(
  scope: AddressScope,
  text: string,
  ownersOf: (text: string) => Promise<readonly ResolvedAddress[]>,
): Promise<NameInText | undefined> {
  const [, owner, name] = NAME.exec(text) ?? [];
  if (name === undefined) return undefined;
  for (const address of owner === undefined ? [] : await ownersOf(owner)) {
    const place = await placeIn(scope, address, name);
    if (place !== undefined) return { name, place };
  }
  if (/[#/]/.test(owner ?? '')) return undefined;
  const written = owner === undefined ? name : text;
  const { store, offers = () => true } = scope;
  for (const { docId } of (await store.listSources({}, [written])).slice(0, MAX_SOURCES)) {
    const source = await store.source(docId);
    const place = source && offers(source) ? await placeIn(scope, { source }, written) : undefined;
    if (place !== undefined) return { name: written, place };
  }
  return undefined;
}

/** The first line that has the name as a whole. */
async function placeIn(
  scope: AddressScope,
  { source, unit }: ResolvedAddress,
  name: string,
): Promise<string | undefined> {
  const line = await lineOf(scope.store, source.docId, wholeName(name), unit?.startLine, unit?.endLine);
  const written = source.kind === 'file' ? pathsOf(scope).written(source.path) : source.docId;
  return line === undefined ? undefined : `${written}:${line}`;
}

const wholeName = (name: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}_])${name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}(?![\\p{L}\\p{N}_])`, 'u');

async function lineOf(
  store: Store,
  docId: string,
  expression: RegExp,
  from = 1,
  to = Number.POSITIVE_INFINITY,
): Promise<number | undefined> {
  for (const { synthetic, content, startLine } of await store.chunksOf(docId)) {
    if (synthetic) continue;
    for (const [i, text] of content.split(/\r\n|\n|\r/).entries()) {
      const line = startLine + i;
      if (line >= from && line <= to && expression.test(text)) return line;
    }
  }
  return undefined;
}
