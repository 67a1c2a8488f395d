/** The names of definitions, in one form for every language. */
import { expect, it } from 'vitest';
import { open } from '../../src/engine/engine.js';
import { anchorOf } from '../../src/graph/place.js';
import { folder } from '../folder.js';

it.each([
  ['A::B.self.find', 'A.B.find'],
  ['Client.open', 'Client.open'],
  ['Client@2.open@3', 'Client.open'],
  ['From<Error> for Lexer.from', 'Lexer.from'],
  ['mod.Display for &Lexer.fmt', 'mod.Lexer.fmt'],
  ['NamesTest.`waits for a lock`', 'NamesTest.`waits for a lock`'],
  ['Lexer.a%2Eb', 'Lexer.a.b'],
])('%s is named %s', (anchor, name) => {
  expect(anchorOf(`main:src/a.x#${anchor}`, 'main:src/a.x')).toBe(name);
});

it('finds a name in backticks that has words of other syntax', async () => {
  const files = {
    'names.kt':
      'class NamesTest {\n    fun `waits for a lock`() {\n        target()\n    }\n}\n\nfun target() {\n    println(1)\n}\n',
  };
  const engine = await open(folder(files));
  const { symbols } = await engine.references('target');
  expect(symbols[0].callers.map(({ name }) => name)).toEqual(['NamesTest.`waits for a lock`']);
  expect((await engine.get('NamesTest.`waits for a lock`')).lines).toEqual([2, 4]);
  await engine.close();
});
