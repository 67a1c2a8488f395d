/** Every language's data, held against its grammar: a kind that the grammar does not have is a mistake. */
import { describe, expect, it } from 'vitest';
import { codeLanguages } from '../../src/languages/index.js';
import { hasGrammar, loadedGrammar, loadGrammar } from '../../src/parse/code/grammars.js';

describe.each(Object.entries(codeLanguages))('%s', (_id, { syntax }) => {
  it('has a grammar', () => {
    expect(hasGrammar(syntax.grammar)).toBe(true);
  });

  it('names only kinds that its grammar has', async () => {
    await loadGrammar(syntax.grammar);
    const language = loadedGrammar(syntax.grammar)?.language;
    const known = new Set(
      Array.from({ length: language?.nodeTypeCount ?? 0 }, (_, kind) => language?.nodeTypeForId(kind)),
    );
    const {
      definitions,
      imports,
      comments,
      decorators,
      wrappers,
      through,
      holders,
      tails,
      roleByNode: either,
    } = syntax;
    const lists = [imports, comments, decorators, wrappers, through, holders, tails];
    const named = [definitions, either ?? {}].flatMap(Object.keys).concat(lists.flatMap((kinds) => kinds ?? []));
    expect(named.filter((kind) => !known.has(kind))).toEqual([]);
  });
});

it('there are at least thirty', () => {
  expect(Object.keys(codeLanguages).length).toBeGreaterThanOrEqual(30);
});
