/**
 * Where the text has a name that no symbol has: constants, variables and fields are not symbols.
 *
 *     DEFAULTS              in any source
 *     App.limit             as it is written, in any source; else the last name in App
 *     src/app.py#DEFAULTS   in this file
 *
 * Of several places the first that gives it a value, in code; then the first in code; then any.
 */
import type { Chunk } from '../schema.js';
import { fileKindOf } from '../text/fileKinds.js';
import type { AddressScope, ResolvedAddress } from './address.js';
import { pathsOf } from './indexPaths.js';

export interface NameInText {
  readonly name: string;
  /** `src/app.py:12` */
  readonly place: string;
}

/** A name, and what it is said to be in. Sigils are not part of it: `$limit`, `@limit`. */
const NAME = /^(?:(.+)(?:[#.]|::|->))?[$@]*([\p{L}_][\p{L}\p{N}_]*)$/su;

/** Sources that are read for a name: all that are listed have its trigrams, and nearly always the name. */
const MAX_SOURCES = 64;

/** `ownersOf`: what an address names. */
export async function nameInText(
  scope: AddressScope,
  text: string,
  ownersOf: (text: string) => Promise<readonly ResolvedAddress[]>,
): Promise<NameInText | undefined> {
  const [, owner, name] = NAME.exec(text) ?? [];
  if (name === undefined || (await isFileName(scope, text))) return undefined;
  const written = owner === undefined ? name : text;
  const isInFile = /[#/]/.test(owner ?? '');
  const place = isInFile ? undefined : await bestPlace(scope, await sourcesWith(scope, written), written);
  if (place !== undefined) return { name: written, place };
  const placeInOwner = owner === undefined ? undefined : await bestPlace(scope, await ownersOf(owner), name);
  return placeInOwner === undefined ? undefined : { name, place: placeInOwner };
}

/** `app.py`: it is more likely a path, even if some text mentions it. */
async function isFileName({ store }: AddressScope, text: string): Promise<boolean> {
  const [extension] = /\.\w+$/.exec(text) ?? [];
  if (extension === undefined || text.includes('#')) return false;
  return [...(await store.sources('main')).values()].some(({ path }) => path.endsWith(extension));
}

/** Those that may have the name; tests, translations and other kinds of files last. */
async function sourcesWith(
  { store, offers = () => true }: AddressScope,
  name: string,
): Promise<readonly ResolvedAddress[]> {
  const listed = await store.listSources({}, [name]);
  const isPlain = ({ path }: { readonly path: string }): boolean => fileKindOf(path) === undefined;
  const ordered = [...listed.filter(isPlain), ...listed.filter((one) => !isPlain(one))].slice(0, MAX_SOURCES);
  const sources = await Promise.all(ordered.map(({ docId }) => store.source(docId)));
  return sources.flatMap((source) => (source && offers(source) ? [{ source }] : []));
}

async function bestPlace(
  scope: AddressScope,
  candidates: readonly ResolvedAddress[],
  name: string,
): Promise<string | undefined> {
  const mentions = mentionsOf(name);
  let best: { readonly place: string; readonly rank: number } | undefined;
  for (const { source, unit } of candidates) {
    for (const { line, rank } of linesWith(await scope.store.chunksOf(source.docId), mentions)) {
      const isOutside = unit && (line < unit.startLine || line > unit.endLine);
      if (isOutside || (best && rank <= best.rank)) continue;
      best = { place: `${source.kind === 'file' ? pathsOf(scope).written(source.path) : source.docId}:${line}`, rank };
    }
    if (best?.rank === MAX_RANK) break;
  }
  return best?.place;
}

const MAX_RANK = 2;

interface Mentions {
  /** The name as a whole. */
  readonly any: RegExp;
  /** `LIMIT = 3`, `const LIMIT: number`, `type Id = u32`, `#define LIMIT 3` */
  readonly definition: RegExp;
}

function mentionsOf(name: string): Mentions {
  const whole = `(?<![\\p{L}\\p{N}_])${name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}(?![\\p{L}\\p{N}_])`;
  return {
    any: new RegExp(whole, 'u'),
    definition: new RegExp(
      `\\b(?:const|let|var|val|type|static|define)\\s+${whole}|${whole}[^=()!<>]{0,80}=(?![=>])`,
      'u',
    ),
  };
}

function* linesWith(
  chunks: readonly Chunk[],
  { any, definition }: Mentions,
): Generator<{ readonly line: number; readonly rank: number }> {
  for (const { synthetic, sourceType, content, startLine } of chunks) {
    if (synthetic || !any.test(content)) continue;
    const isCode = sourceType === 'code';
    for (const [i, text] of content.split(/\r\n|\n|\r/).entries())
      if (any.test(text)) yield { line: startLine + i, rank: Number(isCode) + Number(isCode && definition.test(text)) };
  }
}
