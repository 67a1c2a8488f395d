/**
 * How often a text is parsed: once for what others must know of it, and once to
 * be cut, because in between all others are read. Who knows the framework and
 * who knows the language read the same tree.
 */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { loadedGrammar, loadGrammar } from '../../src/parse/code/grammars.js';
import { RailsApp } from './railsApp.js';

await loadGrammar('ruby');
const { parser } = loadedGrammar('ruby') ?? expect.fail('no grammar');
const parse = vi.spyOn(Object.getPrototypeOf(parser) as typeof parser, 'parse'); // what every parser inherits
afterAll(() => parse.mockRestore());

/** How often each text was parsed since the last time, the most often first. */
function counts(): number[] {
  const times = new Map<unknown, number>();
  for (const [input] of parse.mock.calls) {
    const text = typeof input === 'function' ? input(0, { row: 0, column: 0 }) : input; // when it is done, all of it
    times.set(text, (times.get(text) ?? 0) + 1);
  }
  parse.mockClear();
  return [...times.values()].sort((a, b) => b - a);
}

describe('a Rails application', () => {
  let app: RailsApp;
  beforeAll(() => {
    app = new RailsApp();
  });
  afterAll(() => app.close());

  it('is parsed twice when it is new, and not at all when nothing changed', async () => {
    await app.embedded();
    expect(counts()).toEqual([...Array(32).fill(2), 1]); // config/application.rb is no unit
    await app.embedded();
    expect(counts()).toEqual([]);
  });

  it('one file, once, when it changes and no other file depends on it', async () => {
    app.edit('app/models/user.rb', 'email.to_s.strip', 'email.to_s.strip.downcase');
    await app.embedded();
    expect(counts()).toEqual([1]);
  });
});
