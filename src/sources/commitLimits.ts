/** How much is kept of a commit (docs/history.md). */

/** In characters, but for the files. */
export const commitLimits = {
  message: 8000,
  /** Of the hunks of one file, and of all. */
  file: 4000,
  hunks: 12_000,
  line: 400,
  /** Names of files that are kept. */
  files: 200,
  symbols: 50,
} as const;
