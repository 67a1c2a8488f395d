/** What mutation testing changes, area by area, and the tests that must notice. */

/** @type {Readonly<Record<string, { mutate: string[], tests: string[] }>>} */
export const areas = {
  merge: { mutate: ['src/search/merge.ts'], tests: ['test/search/merge.test.ts'] },
  assemble: { mutate: ['src/assemble/**/*.ts'], tests: ['test/assemble/**/*.test.ts'] },
  text: { mutate: ['src/text/**/*.ts'], tests: ['test/text/**/*.test.ts'] },
  chunk: { mutate: ['src/chunk/**/*.ts'], tests: ['test/chunk/**/*.test.ts', 'test/golden.test.ts'] },
};
