/** The areas of mutation testing: the files that are changed, and the tests that must fail. */

/** @type {Readonly<Record<string, { mutate: string[], tests: string[] }>>} */
export const areas = {
  merge: { mutate: ['src/search/merge.ts'], tests: ['test/search/merge.test.ts'] },
  // context.test.ts indexes the whole project: too slow to run a thousand times.
  assemble: { mutate: ['src/assemble/**/*.ts'], tests: ['test/assemble/!(context).test.ts'] },
  text: { mutate: ['src/text/*.ts'], tests: ['test/text/!(tokens).test.ts'] },
  // Loops that run a million times are slow with a thousand mutants in them: only tests with small tables and texts.
  tokens: { mutate: ['src/text/tokens/**/*.ts'], tests: ['test/text/tokens/!(longTexts).test.ts'] },
  // The excluded ones load every parser, cut long tables or read a million dots; golden.test.ts cuts a hundred files.
  chunk: { mutate: ['src/chunk/**/*.ts'], tests: ['test/chunk/!(text|window|lead|longRuns).test.ts'] },
};
