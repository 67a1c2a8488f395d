/** Accessors for JSON of unknown shape: each returns the requested type, or nothing. */

export type JsonObject = Readonly<Record<string, unknown>>;

const utf8 = new TextDecoder('utf-8');

/** The value, or undefined if the bytes are not JSON. A byte order mark is skipped. */
export function readJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch {
    return undefined;
  }
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const objectIn = (value: unknown): JsonObject => (isObject(value) ? value : {});
export const arrayIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const objectsIn = (value: unknown): readonly JsonObject[] => arrayIn(value).filter(isObject);

/** A string that is not blank. It may become a name, so lone surrogates are replaced. */
export const stringIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.toWellFormed() : undefined;

export const numberIn = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;
