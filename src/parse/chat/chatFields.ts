/**
 * Who speaks in a chunk, and when: speakers in the order in which they first
 * speak, the first and the last time as they are written.
 *
 *     [10:15] Ann: hi   [10:16] Bob: hello   [10:20] Ann: bye
 *     → speakers: ["Ann", "Bob"], time_range: ["10:15", "10:20"]
 */
export function chatFields(turns: readonly Readonly<Record<string, unknown>>[]): Readonly<Record<string, unknown>> {
  const speakers = new Set<string>();
  let first: string | undefined;
  let last: string | undefined;
  for (const { speaker, time } of turns) {
    if (typeof speaker === 'string') speakers.add(speaker);
    if (typeof time === 'string') {
      first ??= time;
      last = time;
    }
  }
  return {
    ...(speakers.size > 0 ? { speakers: [...speakers] } : {}),
    ...(first === undefined ? {} : { time_range: [first, last] }),
  };
}
