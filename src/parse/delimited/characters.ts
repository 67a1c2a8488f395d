/** Which characters belong to words, and which may start a token. */

/** Above ASCII every character belongs to a word. */
export const inWord = (wordUnits: Uint8Array, unit: number): boolean => unit >= 128 || wordUnits[unit] === 1;

/** By code unit below 128: 1 where it belongs to a word. */
export function wordCharacters(letters: string): Uint8Array {
  const wordUnits = new Uint8Array(128);
  for (const char of `abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_${letters}`) {
    wordUnits[char.charCodeAt(0)] = 1;
  }
  return wordUnits;
}

/** The code units a text may start with. */
export function firstUnits(text: string, caseless: boolean): ReadonlySet<number> {
  const first = text[0];
  return new Set((caseless ? [first.toLowerCase(), first.toUpperCase()] : [first]).map((char) => char.charCodeAt(0)));
}
