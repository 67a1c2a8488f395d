/** `froe refs` and `froe impact` on the command line; the index is created first. */
import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { tokenizer } from '../../src/text/tokens/index.js';
import { folder } from '../folder.js';
import { commandHost } from './hosted.js';

const { run } = commandHost();

const files = {
  'lexer.py': 'class Lexer:\n    def advance(self):\n        return 1\n',
  'parser.py': `from lexer import Lexer


class Parser:
    def __init__(self, lexer: Lexer):
        self.lexer = lexer

    def expect(self):
        self.lexer.advance()

    def statement(self):
        self.expect()
`,
  'main.py': 'from parser import Parser\n\n\ndef main(parser: Parser):\n    parser.statement()\n',
};

describe('froe refs', () => {
  const root = folder(files);

  it('creates an index, and prints references to a symbol and from it', async () => {
    const { code, stdout } = await run(root, ['refs', 'Parser.statement']);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: [
        'parser.py:11-12  Parser.statement\n',
        '  <- main.py:5  main (calls)\n',
        '  -> parser.py:12  Parser.expect (calls)\n',
      ].join(''),
    });
  });

  it('has one row for the import of a symbol, which names its file, too', async () => {
    const { stdout } = await run(root, ['refs', 'lexer.py']);
    expect(stdout).toBe(
      [
        'lexer.py\n',
        '  <- parser.py:1  parser.py (imports Lexer)\n',
        '  <- parser.py:5  Parser.__init__ (reads Lexer)\n',
        '  <- parser.py:9  Parser.expect (calls Lexer.advance)\n',
      ].join(''),
    );
    expect((await run(root, ['refs', 'main.py', '--callees'])).stdout).toMatch(
      /^main\.py\n {2}-> main\.py:1 {2}Parser \(imports\)\n {2}-> main\.py:4 /,
    );
  });

  it('shows one side, as JSON when asked', async () => {
    const { stdout } = await run(root, ['refs', 'Lexer', '--callers', '--json']);
    const [{ symbol, callers, callees }] = JSON.parse(stdout);
    expect(symbol).toEqual({
      id: 'main:lexer.py#Lexer',
      doc_id: 'main:lexer.py',
      ...{ name: 'Lexer', kind: 'class', path: 'lexer.py', start_line: 1, end_line: 3 },
    });
    expect(callees).toEqual([]);
    expect(callers.map(({ name, verb, site, own }: Record<string, string>) => [name, verb, site, own])).toEqual([
      ['parser.py', 'imports', 'parser.py:1', 'Lexer'],
      ['Parser.__init__', 'reads', 'parser.py:5', 'Lexer'],
      ['Parser.expect', 'calls', 'parser.py:9', 'Lexer.advance'],
    ]);
    expect((await run(root, ['refs', 'main', '--callees'])).stdout).toBe(
      'main.py:4-5  main\n  -> main.py:4  Parser (reads)\n  -> main.py:5  Parser.statement (calls)\n',
    );
  });

  it('reports an ambiguous name', async () => {
    expect((await run(root, ['refs', 'Lexer', '--callers'])).stdout).toBe(
      [
        'lexer.py:1-3  Lexer\n',
        '  <- parser.py:1  parser.py (imports)\n',
        '  <- parser.py:5  Parser.__init__ (reads)\n',
        '  <- parser.py:9  Parser.expect (calls Lexer.advance)\n',
      ].join(''),
    );
  });

  it('says which calls may be of it, and that nobody is known to call it is no proof', async () => {
    const shelves = folder({
      'book.py': 'class Book:\n    def relabel(self, name):\n        return name\n',
      'shelf.py': 'class Shelf:\n    def relabel(self, name):\n        return name\n',
      'run.py': 'def run(thing):\n    thing.relabel(1)\n\n\ndef again(other):\n    other.relabel(2)\n',
      // A module that is not here, and a function: neither is of a class of this tree.
      'other.py': 'import printer\n\n\ndef label(relabel):\n    printer.relabel(3)\n    relabel(4)\n',
    });
    const note = "froe: 2 calls of 'relabel' could not be resolved: some may be of it (run.py:2, run.py:6)\n";
    const found = await run(shelves, ['refs', 'Book.relabel', '--callers']);
    expect([found.code, found.stdout, found.stderr]).toEqual([
      1,
      'book.py:2-3  Book.relabel\n',
      expect.stringContaining(note),
    ]);
    const { stdout } = await run(shelves, ['refs', 'Book.relabel', '--json']);
    expect(JSON.parse(stdout)[0]).toMatchObject({ callers: [], unresolved: ['run.py:2', 'run.py:6'] });
    // Once for both definitions; and not for what they call.
    expect((await run(shelves, ['refs', 'relabel'])).stderr.split('could not be resolved')).toHaveLength(2);
    expect((await run(shelves, ['refs', 'Book.relabel', '--callees'])).stderr).not.toContain('resolved');
    const affected = await run(shelves, ['impact', 'relabel']);
    expect(affected.stderr.split(note)).toHaveLength(2);
    const impact = await run(shelves, ['impact', 'Book.relabel', '--json']);
    expect(JSON.parse(impact.stdout)).toMatchObject({ dependents: [], unresolved: ['run.py:2', 'run.py:6'] });
  });

  it('says what tells overloads apart', async () => {
    const boxes = folder({
      'Box.java':
        'class Box {\n  /** The size of it. */\n  int size() {\n    return 1;\n  }\n\n  int size(int most) {\n    return most;\n  }\n}\n',
    });
    expect((await run(boxes, ['refs', 'Box.size'])).stdout).toBe(
      ['Box.java:2-5  Box.size  int size()\n', '\n', 'Box.java:7-9  Box.size  int size(int most)\n'].join(''),
    );
    const { stdout } = await run(boxes, ['impact', 'Box.size', '--json']);
    expect(JSON.parse(stdout).symbols.map(({ signature }: { signature: string }) => signature)).toEqual([
      'int size()',
      'int size(int most)',
    ]);
    expect((await run(boxes, ['get', 'size'])).stderr).toContain(
      [
        'froe: size is ambiguous: it names 2 things\n',
        '      Choose one:\n',
        '      Box.java#Box.size  int size()\n',
        '      Box.java#Box.size@2  int size(int most)\n',
      ].join(''),
    );
    expect((await run(boxes, ['get', 'Box.java#Box.size@2'])).stdout).toMatch(/^ {2}int size\(int most\)/);
  });

  it.each(['refs', 'impact', 'get', 'why'])(
    'froe %s says that a constant is no symbol, and where it is',
    async (command) => {
      const limits = folder({ 'limits.py': '# Limits.\nMOST = 3\n' });
      const { code, stdout, stderr } = await run(limits, [command, 'MOST']);
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toContain(
        'froe: MOST is not a symbol; the text has it at limits.py:2\n' +
          '      Search for it: froe search MOST, or line by line: froe search MOST --mode regex.\n',
      );
      expect((await run(limits, ['search', 'MOST', '--mode', 'regex'])).stdout).toContain('limits.py:2:MOST = 3');
    },
  );

  it('counts a call on an interface among those that may be of a method', async () => {
    const stores = folder({
      'store.go': 'package x\n\ntype Store interface {\n\tKeep(name string)\n}\n',
      'file.go': 'package x\n\ntype fileStore struct{}\n\nfunc (f *fileStore) Keep(name string) {}\n',
      // A class of its own, whose method is another one: surely not of fileStore.
      'other.go': 'package x\n\ntype other struct{ sync.Mutex }\n\nfunc (o *other) Run() {\n\to.Keep("a")\n}\n',
      'run.go': 'package x\n\nfunc run(s Store, f *fileStore) {\n\ts.Keep("a")\n\tf.Keep("b")\n}\n',
    });
    const found = await run(stores, ['refs', 'fileStore.Keep', '--callers']);
    expect(found.stdout).toBe('file.go:5-5  fileStore.Keep\n  <- run.go:5  run (calls)\n');
    expect(found.stderr).toContain("1 call of 'Keep' could not be resolved: some may be of it (run.go:4)");
  });

  it('exits with 1 without references, and reports an unknown symbol', async () => {
    const nobody = await run(root, ['refs', 'main', '--callers']);
    expect({ code: nobody.code, stdout: nobody.stdout }).toEqual({ code: 1, stdout: 'main.py:4-5  main\n' });
    const none = await run(root, ['refs', 'Nothing']);
    expect(none.code).toBe(1);
    expect(none.stderr).toMatch(/^froe: Not in the index: Nothing\n {6}An address is a path/);
    expect((await run(root, ['refs', 'main', '--callers', '--callees'])).stderr).toContain('cannot be used with');
  });

  it('sees recent edits', async () => {
    const edited = folder(files);
    await run(edited, ['refs', 'Lexer.advance']);
    writeFileSync(
      `${edited}/parser.py`,
      '\n\nfrom lexer import Lexer\n\n\ndef scan(lexer: Lexer):\n    lexer.advance()\n',
    );
    expect((await run(edited, ['refs', 'Lexer.advance'])).stdout).toBe(
      'lexer.py:2-3  Lexer.advance\n  <- parser.py:7  scan (calls)\n',
    );
  });
});

describe('froe impact', () => {
  const root = folder(files);

  it('lists what a change would affect, nearest first', async () => {
    const { code, stdout } = await run(root, ['impact', 'Lexer.advance']);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: [
        'lexer.py:2-3  Lexer.advance\n',
        '1  parser.py:9  Parser.expect (calls Lexer.advance)\n',
        '2  parser.py:12  Parser.statement (calls Parser.expect)\n',
        '3  main.py:5  main (calls Parser.statement)\n',
      ].join(''),
    });
  });

  it('takes a path, and stays within a budget', async () => {
    const whole = await run(root, ['impact', 'lexer.py']);
    expect(whole.stdout.split('\n').slice(0, 3)).toEqual([
      'lexer.py',
      '1  parser.py:5  Parser.__init__ (reads Lexer)',
      '1  parser.py:9  Parser.expect (calls Lexer.advance)',
    ]);
    const { stdout, stderr } = await run(root, ['impact', 'lexer.py', '--budget', '40']);
    expect(tokenizer('cl100k_base').count(stdout)).toBeLessThanOrEqual(40);
    expect(whole.stdout.startsWith(stdout)).toBe(true);
    expect(stderr).toContain('more results exist');
    const one = JSON.parse((await run(root, ['impact', 'lexer.py', '--limit', '1', '--json'])).stdout);
    expect(one.dependents).toHaveLength(1);
    expect(one.more).toBe(true);
  });
});
