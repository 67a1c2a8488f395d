/** What mutation testing changes, area by area, and the tests that must notice. */

/** @type {Readonly<Record<string, { mutate: string[], tests: string[] }>>} */
export const areas = {
  merge: { mutate: ['src/search/merge.ts'], tests: ['test/search/merge.test.ts'] },
  // context.test.ts asks an index of the whole project: too slow to be asked a thousand times.
  assemble: { mutate: ['src/assemble/**/*.ts'], tests: ['test/assemble/!(context).test.ts'] },
  text: { mutate: ['src/text/*.ts'], tests: ['test/text/!(tokens).test.ts'] },
  // Loops that run a million times are slow with a thousand faults in them to choose from: tiny tables, tiny texts.
  tokens: { mutate: ['src/text/tokens/**/*.ts'], tests: ['test/text/tokens/!(longTexts).test.ts'] },
  // Those left out open every parser, cut long tables or read a million dots; golden.test.ts cuts a hundred files.
  chunk: { mutate: ['src/chunk/**/*.ts'], tests: ['test/chunk/!(text|window|lead|longRuns).test.ts'] },
};
