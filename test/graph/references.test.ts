/** The stored references of a source: each once per unit, and for any text. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeLanguages } from '../../src/languages/index.js';
import { lastName } from '../../src/text/lastName.js';
import { verbs } from '../../src/types.js';
import { preparedFile } from './edges.js';

const referenceLines = async (path: string, text: string) =>
  (await preparedFile(path, text)).references.map(({ from, verb, target, key, line }) =>
    [from.replace(/^main:/, ''), verb, target, key, line].join(' '),
  );

describe('references', () => {
  it('are stored once per unit, at the first line', async () => {
    const text = 'def run():\n    go()\n    go()\n\n\ndef other():\n    go()\n';
    expect(await referenceLines('a.py', text)).toEqual(['a.py#run calls go go 2', 'a.py#other calls go go 7']);
  });

  it('include the qualifier of the name, as far as it is named', async () => {
    const text = `function run() {
  this.a.b();
  open(x).read();
  list[0].go();
  a?.b!.c();
  [...rest()];
}
`;
    expect(await referenceLines('a.ts', text)).toEqual([
      'a.ts#run calls this.a.b b 2',
      'a.ts#run calls open open 3',
      'a.ts#run calls ?.read read 3',
      'a.ts#run calls ?.go go 4',
      'a.ts#run calls a.b.c c 5',
      'a.ts#run calls rest rest 6',
    ]);
  });

  it('include what is called inside the arguments of a Rust macro', async () => {
    const text = `fn run() {
    assert_eq!(target(1), sum[0]);
    println!("{}", self.pool.take(other::make(2)));
    bail!("{} {:?}", Size { width: 1 }, (3));
}
`;
    expect((await referenceLines('a.rs', text)).sort()).toEqual([
      'a.rs#run calls assert_eq assert_eq 2',
      'a.rs#run calls bail bail 4',
      'a.rs#run calls other.make make 3',
      'a.rs#run calls println println 3',
      'a.rs#run calls self.pool.take take 3',
      'a.rs#run calls target target 2',
    ]);
  });

  it('are looked up by the original name of an alias', async () => {
    const [name, module, call] = (
      await preparedFile('a.ts', "import { Client as C } from './net/client.js';\nnew C();\n")
    ).references;
    expect(name).toMatchObject({ target: 'Client', key: 'Client', local: 'C', module: './net/client.js' });
    expect(module).toMatchObject({ target: '', key: 'client', module: './net/client.js' });
    expect(call).toMatchObject({ verb: 'creates', target: 'C', key: 'Client' });
  });

  it('of a script inside a component have the lines of the component', async () => {
    const script = `import { load } from './load.js';\n${'// a long script\n'.repeat(120)}load();\n`;
    const text = `<template>\n  <p />\n</template>\n<script lang="ts">\n${script}</script>\n`;
    const lines = (await preparedFile('a.vue', text)).references.map(({ key, line }) => [key, line]);
    expect(lines).toEqual([
      ['load', 5],
      ['load', 5],
      ['load', 126],
    ]);
  });

  const words =
    'import from use class def fn ( ) { } . :: -> "a" \'b\' , ; = < > new x Y :: \\ @ # \n require include as * \0 é 😀';
  const text = fc.array(fc.constantFrom(...words.split(' ')), { maxLength: 60 }).map((all) => all.join(' '));
  const referring = Object.entries(codeLanguages).filter(([, { references }]) => references);

  it.each(referring)('are read from any text declared as %s', async (_id, { extensions }) => {
    await fc.assert(
      fc.asyncProperty(text, async (any) => {
        const { references, units, source } = await preparedFile(`a${extensions[0]}`, any);
        const places = new Set([source.docId, ...units.map(({ id }) => id)]);
        const lines = any.split('\n').length;
        for (const { from, verb, key, line, target } of references) {
          expect(places.has(from)).toBe(true);
          expect(verbs).toContain(verb);
          expect(line).toBeGreaterThan(0);
          expect(line).toBeLessThanOrEqual(lines);
          expect(target.length).toBeLessThanOrEqual(Math.max(120, any.length));
          expect(key).toBe(lastName(key));
        }
      }),
      { numRuns: 15 },
    );
  });
});

describe('a reference', () => {
  it('is a valid name, whatever the grammar returns', async () => {
    expect((await preparedFile('a.scala', 'new >')).references).toEqual([]);
  });
});

describe('the last name', () => {
  it.each([
    ['get', 'get'],
    ['Client.get', 'get'],
    ['Acme::Client', 'Client'],
    ['App\\Client', 'Client'],
    ['self.find', 'find'],
    ['operator bool', 'operator bool'],
    ['Read for File', 'Read for File'],
    ['', ''],
  ])('of %j is %j', (name, last) => expect(lastName(name)).toBe(last));
});
