/** What every export comes down to, and what a format supplies to get there. */
export interface Conversation {
  readonly title?: string | undefined;
  readonly messages: readonly Message[];
}

export interface Message {
  readonly speaker?: string | undefined;
  readonly time?: string | undefined;
  readonly text: string;
  /** The text has markup, and may have fences and headings in it. */
  readonly markdown?: boolean;
  /** What it answers, where the program keeps threads. */
  readonly thread?: string | undefined;
}

export interface ChatFormat {
  /** All of them are found near the start of such a file. Others may have them too: read() looks closer. */
  readonly marks: readonly RegExp[];
  /** Undefined when the file has another shape. */
  read(file: unknown): readonly Conversation[] | undefined;
}

/** Seconds since 1970, as a number or as text → `2024-01-02T10:15:03Z`. */
export function utc(seconds: unknown): string | undefined {
  const number = typeof seconds === 'string' && seconds !== '' ? Number(seconds) : seconds;
  if (typeof number !== 'number' || !Number.isFinite(number) || Math.abs(number) > 8.64e12) return undefined;
  return `${new Date(Math.floor(number) * 1000).toISOString().slice(0, -5)}Z`;
}
