/** How much of a commit is stored (docs/history.md). */

/** In characters, except for `files`. */
export const commitLimits = {
  message: 8000,
  /** Hunks of one file, and of all files. */
  file: 4000,
  hunks: 12_000,
  line: 400,
  /** Maximum number of file names. */
  files: 200,
  symbols: 50,
} as const;
