/** The syntax of addresses: what each form means, what is refused, and that printed addresses can be used as input. */
import { mkdirSync, realpathSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AddressScope, addressOf, resolveAddress, resolveOne } from '../../src/engine/address.js';
import { type Engine, open } from '../../src/engine/engine.js';
import { pathFrom } from '../../src/sources/jail.js';
import { folder } from '../folder.js';

const FILES = {
  'src/client.py':
    'class Client:\n    """Talks."""\n\n    def send(self):\n        return 1\n\n    @property\n    def url(self):\n        return 2\n\n    @url.setter\n    def url(self, value):\n        pass\n\n\ndef connect():\n    return Client()\n',
  'src/src/client.py': 'def inner():\n    pass\n',
  'src/app.py': 'class App:\n    def send(self):\n        return 3\n\n    def run(self):\n        pass\n',
  'lib/acme/order.rb':
    'module Acme\n  class Order\n    def total\n      1\n    end\n\n    def self.make\n      new\n    end\n  end\nend\n',
  'pkg/Box.java':
    'package com.acme;\n\nclass Box {\n  int size() { return 1; }\n\n  Box() {}\n\n  Box(int size) {}\n}\n',
  'docs/guide.md': '# Guide\n\n## Retries and limits\n\nThree times.\n\n## Client\n\nA heading.\n',
  'src/convert.clj': '(defn str->int [text]\n  (Integer/parseInt text))\n',
  'odd/c#/x#y.py': 'def sharp():\n    pass\n',
  'odd/a:3': 'a file that is called like a line\n',
  'odd/with space.txt': 'one\ntwo\nthree\n',
  'main:x.py': 'x = 1\n',
  'lock.yaml': 'importers:\n  lib/acme:\n    version: 1\n',
  'limits.yaml': ['Order', 'elms', ...Array.from({ length: 20 }, (_, i) => `limitation${i}`)]
    .map((key) => `${key}:\n  most: 1\n  least:\n    a: 2\n`)
    .join(''),
  'src/limits.py':
    '# Limits, limits.txt: RETRIES.\n\nRETRIES = 3\n\n\nclass Limits:\n    most = 3\n    least = limits.RETRIES\n',
  'docs/about.txt': 'RETRIES is a limit.\n',
  'src/a.py': 'def f():\n    return RETRIES\n',
  'empty.py': '',
  'logo.png': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 1]),
};

const root = realpathSync(folder(FILES));
let engine: Engine;
let scope: AddressScope;
const artifacts: string[] = [];
beforeAll(async () => {
  engine = await open(root, { index: ':memory:', embedder: 'none' });
  await engine.sync({ threads: 0 });
  const chat = { filename: 'chat.txt', type: 'chat', sourceSystem: 'slack' } as const;
  const taken = [
    { ...chat, sourceId: '1', content: Buffer.from('Ann: oak\nBob: elm\nAnn: ash\n') },
    { ...chat, sourceId: '2', filename: 'log.txt', title: 'Monday talk', content: Buffer.from('Ann: yew\n') },
    { ...chat, sourceId: '3', filename: 'log.txt', title: 'Tuesday talk', content: Buffer.from('Bob: fir\n') },
    { ...chat, sourceId: '4', filename: 'empty.py', content: Buffer.from('Bob: larch\n') },
  ];
  for (const one of taken) artifacts.push((await engine.ingest(one)).artifactId);
  scope = { store: engine.store, root };
});
afterAll(() => engine.close());

/** What an address resolves to, one line each. */
async function resolvedTo(text: string, from = root): Promise<string[]> {
  const all = await resolveAddress({ ...scope, from }, text);
  return all.map(({ source, lines, unit, chunk }) =>
    [chunk ? `chunk ${chunk.id}` : (unit?.id ?? source.docId), ...(lines ? [lines.join('-')] : [])].join(' '),
  );
}

describe('an address', () => {
  it.each([
    ['a path', 'src/client.py', 'main:src/client.py'],
    ['a path with a dot before it', './src/client.py', 'main:src/client.py'],
    ['a path that goes round', 'docs/../src/client.py', 'main:src/client.py'],
    ['an absolute path', join(root, 'src/client.py'), 'main:src/client.py'],
    ['a document', 'main:src/client.py', 'main:src/client.py'],
    ['a line', 'src/client.py:10', 'main:src/client.py 10-10'],
    ['lines', 'src/client.py:2-4', 'main:src/client.py 2-4'],
    ['lines of a document', 'main:src/client.py:2-4', 'main:src/client.py 2-4'],
    ['lines of an absolute path', `${join(root, 'src/client.py')}:2`, 'main:src/client.py 2-2'],
    ['a symbol of a file', 'src/client.py#Client.send', 'main:src/client.py#Client.send'],
    ['the end of its name', 'src/client.py#send', 'main:src/client.py#Client.send'],
    ['the second of a name', 'src/client.py#Client.url@2', 'main:src/client.py#Client.url@2'],
    ['a section by its slug', 'docs/guide.md#retries-and-limits', 'main:docs/guide.md#retries-and-limits'],
    ['a section as it reads', 'docs/guide.md#Retries and limits', 'main:docs/guide.md#retries-and-limits'],
    ['a section of any file', 'Retries and limits', 'main:docs/guide.md#retries-and-limits'],
    ['a function', 'connect', 'main:src/client.py#connect'],
    ['a call', 'connect()', 'main:src/client.py#connect'],
    ['a class, not the heading of its name', 'Client', 'main:src/client.py#Client'],
    ['a method', 'App.run', 'main:src/app.py#App.run'],
    ['a method as Ruby writes it', 'Acme::Order#total', 'main:lib/acme/order.rb#Acme.Order.total'],
    ['a method as PHP writes it', 'Acme\\Order->total()', 'main:lib/acme/order.rb#Acme.Order.total'],
    ['a name with an arrow in it', 'str->int', 'main:src/convert.clj#str->int'],
    ['a method of a class itself', 'Order.make', 'main:lib/acme/order.rb#Acme.Order.self.make'],
    ['a name with its package', 'com.acme.Box.size', 'main:pkg/Box.java#Box.size'],
    ['a path with a sharp in it', 'odd/c#/x#y.py', 'main:odd/c#/x#y.py'],
    ['a symbol of such a file', 'odd/c#/x#y.py#sharp', 'main:odd/c#/x#y.py#sharp'],
    ['a file that is called like a line', 'odd/a:3', 'main:odd/a:3'],
    ['a path with a space', 'odd/with space.txt:2-3', 'main:odd/with space.txt 2-3'],
    ['a path that looks like a document', './main:x.py', 'main:main:x.py'],
  ])('can be %s', async (_, text, expected) => {
    expect(await resolvedTo(text)).toEqual([expected]);
  });

  it('can be the id of a chunk, which may also be the id of a unit', async () => {
    for (const docId of ['main:src/client.py', 'main:docs/guide.md'])
      for (const { id } of await engine.store.chunksOf(docId)) {
        const [{ chunk, source }] = await resolveAddress(scope, id);
        expect([chunk?.id ?? source.docId, source.docId]).toEqual([id, docId]);
      }
  });

  it('that is the id of a class and of the chunk with its head means all of the class', async () => {
    const body = [...Array(20).keys()].map((n) => `        value_${n} = "number ${n}"\n`).join('');
    const large = folder({ 'big.py': `class Big:\n    def one(self):\n${body}\n    def two(self):\n${body}` });
    const own = await open(large, { index: ':memory:', embedder: 'none' });
    await own.sync({ threads: 0 });
    const [head] = await own.store.chunks(['main:big.py#Big']);
    expect(head).toMatchObject({ startLine: 1, endLine: 1, metadata: { head: true } });
    const [found] = await resolveAddress({ store: own.store, root: large }, 'main:big.py#Big');
    expect(found).toMatchObject({ unit: { startLine: 1, endLine: 44 } });
    expect(found.chunk).toBeUndefined();
    await own.close();
  });

  it('can be an artifact, by its id, its title, and the name of its file', async () => {
    const [chat, monday, tuesday, shadowed] = artifacts;
    expect(await resolvedTo(chat)).toEqual([chat]);
    expect(await resolvedTo('chat.txt')).toEqual([chat]);
    expect(await resolvedTo('chat.txt:1-3')).toEqual([`${chat} 1-3`]);
    expect(await resolvedTo(`${chat}:2`)).toEqual([`${chat} 2-2`]);
    expect(await resolvedTo('Monday talk:1')).toEqual([`${monday} 1-1`]);
    expect(await resolvedTo('log.txt')).toEqual([monday, tuesday]);
    expect((await engine.get('chat.txt:2')).text).toBe('Bob: elm\n');
    await expect(engine.get('log.txt:1')).rejects.toMatchObject({
      code: 'ambiguous',
      hint: `Choose one: ${monday}, ${tuesday}`,
    });
    // What is printed of one is its alone.
    const printed = async (docId: string): Promise<string> => {
      const [chunk] = await engine.store.chunksOf(docId);
      return engine.addressOf(chunk);
    };
    expect(await Promise.all([chat, monday, shadowed].map(printed))).toEqual(['chat.txt', 'Monday talk', shadowed]);
  });

  it('is resolved from the current folder, or else from the root', async () => {
    const src = join(root, 'src');
    expect(await resolvedTo('client.py', src)).toEqual(['main:src/client.py']);
    expect(await resolvedTo('./client.py:3', src)).toEqual(['main:src/client.py 3-3']);
    expect(await resolvedTo('../docs/guide.md', src)).toEqual(['main:docs/guide.md']);
    expect(await resolvedTo('docs/guide.md#retries-and-limits', src)).toEqual([
      'main:docs/guide.md#retries-and-limits',
    ]);
    // Both are there: the one that is meant by whoever stands there.
    expect(await resolvedTo('src/client.py', src)).toEqual(['main:src/src/client.py']);
    // From above the root, and from a folder that has nothing to do with it.
    expect(await resolvedTo(`${root.split('/').at(-1)}/src/app.py`, join(root, '..'))).toEqual(['main:src/app.py']);
    expect(await resolvedTo('src/app.py', '/')).toEqual(['main:src/app.py']);
  });

  it('may name the root by another path', async () => {
    const elsewhere = folder();
    mkdirSync(join(elsewhere, 'x'));
    symlinkSync(root, join(elsewhere, 'x/link'));
    expect(await resolvedTo(join(elsewhere, 'x/link/src/app.py'))).toEqual(['main:src/app.py']);
  });

  it.each(['../../etc/passwd', '/etc/passwd', 'src/../../x', '/etc/passwd:1-3', '../x#y'])(
    '%s is refused: it is outside of the root',
    async (text) => {
      await expect(resolveAddress(scope, text)).rejects.toMatchObject({ code: 'outside' });
    },
  );

  it('that names several means all of them, or must be more exact', async () => {
    expect(await resolvedTo('send')).toEqual(['main:src/app.py#App.send', 'main:src/client.py#Client.send']);
    await expect(resolveOne(scope, 'send')).rejects.toMatchObject({
      code: 'ambiguous',
      message: 'send is ambiguous: it names 2 things',
      hint: 'Choose one: src/app.py#App.send, src/client.py#Client.send',
    });
    await expect(resolveOne({ ...scope, from: join(root, 'src') }, 'Client.url')).rejects.toMatchObject({
      hint: 'Choose one:\nclient.py#Client.url  def url(self)\nclient.py#Client.url@2  def url(self, value)',
    });
    const offers = ({ path }: { readonly path: string }): boolean => path === 'src/app.py';
    expect((await resolveOne({ ...scope, offers }, 'send')).unit?.id).toBe('main:src/app.py#App.send');
  });

  it.each([
    ['src/client.py#Nope', /src\/client\.py#/],
    ['src/client.py#Clinet.send', /src\/client\.py#Client\.send/],
    ['src/clinet.py', /src\/client\.py/],
    ['client.py', /src\/client\.py/],
    ['client.py:3', /src\/client\.py/],
    ['conect', /connect/],
    ['Client.sned', /Client\.send/],
    ['Acme::Ordr#total', /Acme\.Order\.total/],
    ['Mondy talk', /Monday talk/],
    ['zzzzzzzzzzzzzzzz', /^An address is a path, path:10-24/],
    ['zzzzzzzz\0zzzzzzzz', /^An address is/],
  ])('%j is unknown, with suggestions', async (text, hint) => {
    await expect(resolveAddress(scope, text)).rejects.toMatchObject({
      code: 'not-found',
      message: `Not in the index: ${text}`,
      hint: expect.stringMatching(hint),
    });
  });

  it.each([
    ['RETRIES', 'it', 'src/limits.py:3'],
    ['$RETRIES', 'RETRIES', 'src/limits.py:3'],
    ['src/limits.py#RETRIES', 'RETRIES', 'src/limits.py:3'],
    ['Limits.most', 'most', 'src/limits.py:7'],
    ['limits.RETRIES', 'it', 'src/limits.py:8'],
  ])('%s is no symbol, and the error says where it is in the text', async (text, what, place) => {
    const name = what === 'it' ? text : what;
    await expect(resolveAddress(scope, text)).rejects.toMatchObject({
      code: 'not-found',
      message: `${text} is not a symbol; the text has ${what} at ${place}`,
      hint: expect.stringContaining(
        `Search for it: froe search ${name}, or line by line: froe search ${name} --mode regex.`,
      ),
    });
  });

  it('is a path rather than text, if it is like one', async () => {
    await expect(resolveAddress(scope, 'limits.txt')).rejects.toMatchObject({
      message: 'Not in the index: limits.txt',
    });
  });

  it('is not said to be in the text if only a part of a name there is, or the file may not be named', async () => {
    await expect(resolveAddress(scope, 'RETRIE')).rejects.toMatchObject({ message: 'Not in the index: RETRIE' });
    const offers = ({ path }: { readonly path: string }): boolean => path.startsWith('lib/');
    await expect(resolveAddress({ ...scope, offers }, 'RETRIES')).rejects.toMatchObject({
      message: 'Not in the index: RETRIES',
    });
  });

  it.each(['', '  '])('%j is refused as empty', async (text) => {
    await expect(resolveAddress(scope, text)).rejects.toMatchObject({
      code: 'bad-option',
      message: 'The address is empty',
      hint: expect.stringMatching(/^An address is a path/),
    });
  });

  // A key of lock.yaml is called lib/acme, too.
  it.each(['src', './src/', '.', root, 'lib/acme'])('%s is a folder', async (text) => {
    await expect(resolveAddress(scope, text)).rejects.toMatchObject({
      code: 'not-found',
      message: `${text} is a folder`,
    });
  });

  it('is what code defines, not a key of a configuration file', async () => {
    expect((await resolveOne(scope, 'Order')).source.path).toBe('lib/acme/order.rb');
    expect((await resolveAddress(scope, 'Order')).map(({ source }) => source.path).sort()).toEqual([
      'lib/acme/order.rb',
      'limits.yaml',
    ]);
    expect((await resolveOne(scope, 'elms')).source.path).toBe('limits.yaml');
  });

  it('is a class, not its constructors of the same name', async () => {
    for (const text of ['Box', 'com.acme.Box', 'pkg/Box.java#Box'])
      expect((await resolveOne(scope, text)).unit?.id).toBe('main:pkg/Box.java#Box');
    expect((await resolveOne(scope, 'pkg/Box.java#Box.Box@2')).unit?.id).toBe('main:pkg/Box.java#Box.Box@2');
  });

  it('is a class, not its constructor in another file, nor what adds to it in its own', async () => {
    const files = {
      'pool.h': 'namespace lib {\nclass Pool {\n public:\n  explicit Pool(int n);\n  int size();\n};\n}\n',
      'pool.cc': 'namespace lib {\nPool::Pool(int n) {\n  size();\n}\nint Pool::size() {\n  return 1;\n}\n}\n',
      'writer.rs':
        'pub struct Writer {\n    n: u32,\n}\n\nimpl Writer {\n    pub fn go(&self) -> u32 {\n        self.n\n    }\n}\n',
    };
    const small = await open(folder(files));
    const placeOf = async (address: string): Promise<string> => {
      const { source, lines } = await small.get(address);
      return `${source.path}:${lines.join('-')}`;
    };
    expect(await placeOf('Pool')).toBe('pool.h:2-6');
    expect(await placeOf('pool.cc#lib.Pool::Pool')).toBe('pool.cc:2-4');
    expect(await placeOf('Writer')).toBe('writer.rs:1-3');
    expect(await placeOf('writer.rs#Writer@2')).toBe('writer.rs:5-9');
    await small.close();
  });

  it('never names hidden sources', async () => {
    const offers = ({ path }: { readonly path: string }): boolean => path.startsWith('docs/');
    for (const text of ['src/clinet.py', 'conect', 'Client.sned']) {
      const error = await resolveAddress({ ...scope, offers }, text).catch((thrown) => thrown);
      expect(error.hint).toMatch(/^An address is/);
    }
  });
});

describe('a printed address', () => {
  it('of every unit and every source resolves, from any folder', async () => {
    const folders = ['', 'src', 'src/src', 'odd/c#', 'nowhere/deep', '..', '../elsewhere'].map((one) =>
      join(root, one),
    );
    for (const from of folders)
      for (const source of (await engine.store.sources('main')).values()) {
        const here = { ...scope, from };
        expect((await resolveOne(here, addressOf(here, { source }))).source).toEqual(source);
        for (const unit of await engine.store.units(source.docId)) {
          expect((await resolveOne(here, addressOf(here, { source, unit }))).unit).toEqual(unit);
          const lines = `${pathFrom(root, from, source.path)}:${unit.startLine}-${unit.endLine}`;
          expect(await resolveOne(here, lines)).toEqual({ source, lines: [unit.startLine, unit.endLine] });
        }
      }
  });

  it('resolves for any root, folder and path', () => {
    const name = fc.stringMatching(/^[a-z.# ]{1,5}$/).filter((one) => !['.', '..'].includes(one));
    const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join('/'));
    fc.assert(
      fc.property(path, path, path, (top, place, file) => {
        const base = `/${top}`;
        for (const from of [base, join(base, place), `/${place}`, '/'])
          expect(join('/', pathFrom(base, from, file).startsWith('/') ? '' : from, pathFrom(base, from, file))).toBe(
            join(base, file),
          );
      }),
    );
  });
});
