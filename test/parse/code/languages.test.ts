/** Every language's data, held against its grammar: a kind that the grammar does not have is a mistake. */
import { describe, expect, it } from 'vitest';
import { grammar, hasGrammar, loadGrammar } from '../../../src/parse/code/grammars.js';
import { syntaxes } from '../../../src/parse/code/languages/index.js';
import { languages } from '../../../src/parse/index.js';

describe.each(Object.entries(syntaxes))('%s', (id, syntax) => {
  it('has a grammar, and a place in the delimited table to fall back on', () => {
    expect(hasGrammar(syntax.grammar)).toBe(true);
    expect(Object.keys(languages)).toContain(id);
  });

  it('names only kinds that its grammar has', async () => {
    await loadGrammar(syntax.grammar);
    const language = grammar(syntax.grammar)?.language;
    const known = new Set(
      Array.from({ length: language?.nodeTypeCount ?? 0 }, (_, kind) => language?.nodeTypeForId(kind)),
    );
    const { definitions, imports, comments, decorators, wrappers, through, holders, tails, either } = syntax;
    const lists = [imports, comments, decorators, wrappers, through, holders, tails];
    const named = [definitions, either ?? {}].flatMap(Object.keys).concat(lists.flatMap((kinds) => kinds ?? []));
    expect(named.filter((kind) => !known.has(kind))).toEqual([]);
  });
});

it('there are at least thirty', () => {
  expect(Object.keys(syntaxes).length).toBeGreaterThanOrEqual(30);
});
