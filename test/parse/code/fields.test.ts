import { expect, it } from 'vitest';
import { plainDoc } from '../../../src/parse/code/fields.js';

it.each([
  ['/** Says which. */', 'Says which.'],
  ['/**\n * First.\n *\n * @param x a number\n */', 'First.\n\n@param x a number'],
  ['/// One.\n/// Two.\n#[inline]', 'One.\nTwo.'],
  ['"""Greets.\n\n    Politely.\n    """', 'Greets.\n\nPolitely.'],
  ["r'''Raw.'''", 'Raw.'],
  ['@doc """\nAdds an item.\n"""\n@spec add(t) :: t', 'Adds an item.'],
  ['@doc "Adds an item."', 'Adds an item.'],
  ['@moduledoc false', ''],
  ['<#\n.SYNOPSIS\n  Cleans up.\n#>', '.SYNOPSIS\nCleans up.'],
  ['<!-- Where to go. -->', 'Where to go.'],
  ['#[[\nA bracket.\n]]', 'A bracket.'],
  ['-- | Things.\n-- More.', 'Things.\nMore.'],
  ['{- Things. -}', 'Things.'],
  ['(** Things. *)', 'Things.'],
  ['// says "hi"', 'says "hi"'],
])('%j', (doc, plain) => {
  expect(plainDoc(doc)).toBe(plain);
});
