/**
 * What tells overloads apart, by their ids: their signatures.
 *
 *     main:Gson.java#Gson.toJson      public String toJson(Object src)
 *     main:Gson.java#Gson.toJson@2    public String toJson(Object src, Type typeOfSrc)
 */
import type { Chunk } from '../schema.js';
import type { Store } from '../store/store.js';
import { lastName } from '../text/lastName.js';
import type { Unit } from '../types.js';
import { anchorOf, type GraphPlace } from './place.js';

const MAX_CHARS = 120;

/** Only of places that share their source and their name with another. */
export async function overloadSignatures(
  store: Store,
  places: readonly GraphPlace[],
): Promise<ReadonlyMap<string, string>> {
  const signatures = new Map<string, string>();
  for (const { docId, units } of overloadsIn(places)) {
    const own = new Map((await store.chunks(units.map(({ id }) => id))).map((chunk) => [chunk.id, chunk]));
    for (const unit of units) {
      const { signature } = own.get(unit.id)?.metadata ?? {};
      const text = typeof signature === 'string' ? signature : namingLine(await store.chunksOf(docId), unit);
      if (text) signatures.set(unit.id, short(text));
    }
  }
  return signatures;
}

interface Overloads {
  readonly docId: string;
  readonly units: readonly Unit[];
}

function overloadsIn(places: readonly GraphPlace[]): readonly Overloads[] {
  const byName = new Map<string, Overloads>();
  for (const { docId, unit } of places) {
    if (!unit) continue;
    const name = `${docId}#${anchorOf(unit.id, docId)}`;
    byName.set(name, { docId, units: [...(byName.get(name)?.units ?? []), unit] });
  }
  return [...byName.values()].filter(({ units }) => units.length > 1);
}

/** A comment, or a decorator. */
const BEFORE_NAME = /^\s*(?:\/\/|\/?\*|#|--|;|@)/;

/** A small function shares its chunk with others, which has no signature: the line that names it, after its comment. */
function namingLine(chunks: readonly Chunk[], { name, startLine: from, endLine: to }: Unit): string | undefined {
  for (const { synthetic, content, startLine, endLine } of chunks) {
    if (synthetic || startLine > to || endLine < from) continue;
    const lines = content.split(/\r\n|\n|\r/).slice(Math.max(0, from - startLine), to - startLine + 1);
    const line = lines.find((text) => text.includes(lastName(name)) && !BEFORE_NAME.test(text));
    if (line !== undefined) return line.replace(/[\s{:=]+$/, '');
  }
  return undefined;
}

/** On one line. */
function short(signature: string): string {
  const line = signature.replace(/\s+/g, ' ').trim();
  return line.length > MAX_CHARS ? `${line.slice(0, MAX_CHARS)}…` : line;
}
