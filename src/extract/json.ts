/** Accessors for JSON of unknown shape: each returns the requested type, or nothing. */

export type JsonObject = Readonly<Record<string, unknown>>;

const utf8 = new TextDecoder('utf-8');

/** The value, or undefined when the bytes are no JSON. A byte order mark is skipped. */
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

/** A string that says something. It may become a name, so half characters are put right. */
export const stringIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.toWellFormed() : undefined;

export const numberIn = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;
