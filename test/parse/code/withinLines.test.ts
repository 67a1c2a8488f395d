/** Members that do not begin their line are units, and nothing is cut at them. */
import { describe, expect, it } from 'vitest';
import { unitsOf } from '../../../src/chunk/branch.js';
import { mapFile } from '../../../src/enrich/map.js';
import { chunk, parse } from '../../../src/pipeline/chunk.js';
import { cuts } from '../../chunk/cases.js';

/** Ids without the file, with the text of each unit. */
async function unitsIn(path: string, text: string): Promise<string[]> {
  const { source, root, parser } = await parse(text, { path });
  return unitsOf(source, root, parser).map(
    ({ id, kind, charStart, charEnd }) =>
      `${kind} ${id.slice(id.indexOf('#') + 1)}: ${source.text.slice(charStart, charEnd).trimEnd()}`,
  );
}

const oneLine: readonly (readonly [path: string, text: string, members: readonly string[]])[] = [
  ['D.kt', 'class D { fun x() {} ; val y get() = 1 }', ['method D.x: fun x() {}', 'method D.y: val y get() = 1']],
  ['O.kt', 'object O { class P { fun x() = 1 } }', ['class O.P: class P { fun x() = 1 }', 'method O.P.x: fun x() = 1']],
  ['D.cs', 'class D { void X() { } int Y => 1; }', ['method D.X: void X() { }', 'method D.Y: int Y => 1;']],
  [
    'N.cs',
    'namespace N { class D { void X() { } } }',
    ['class N.D: class D { void X() { } }', 'method N.D.X: void X() { }'],
  ],
  [
    'D.java',
    'class D { void x() { } void x(int a) { } }',
    ['method D.x: void x() { }', 'method D.x@2: void x(int a) { }'],
  ],
  ['E.java', 'enum E { A, B; void f() { } }', ['method E.f: void f() { }']],
  ['d.ts', 'export class D { x() { return 1 } }', ['method D.x: x() { return 1 }']],
  ['d.js', 'export default class D { static x() {} }', ['method D.x: static x() {}']],
  ['d.swift', 'struct D { let a = 1; func b() -> Int { a } }', ['method D.b: func b() -> Int { a }']],
  [
    'd.rs',
    'impl D { fn x() {} pub fn y(&self) -> u8 { 1 } }',
    ['method D.x: fn x() {}', 'method D.y: pub fn y(&self) -> u8 { 1 }'],
  ],
  ['d.scala', 'class D { def x = 1 }', ['method D.x: def x = 1']],
  ['d.cpp', 'struct D { int x() { return 1; } };', ['method D.x: int x() { return 1; }']],
  ['d.rb', 'class D; def x; 1; end; end', ['method D.x: def x; 1; end']],
];

describe('Members within a line', () => {
  it.each(oneLine)('are units: %s', async (path, text, members) => {
    expect((await unitsIn(path, `${text}\n`)).slice(1)).toEqual(members);
  });

  it('are units beside those that begin their lines', async () => {
    const text = `class D { fun x() = 1
  fun y() = 2
}
`;
    expect(await unitsIn('D.kt', text)).toEqual([
      `class D: ${text.trimEnd()}`,
      'method D.x: fun x() = 1',
      'method D.y:   fun y() = 2',
    ]);
  });

  it('are units of the class around a block on one line', async () => {
    const text = `static class Orders
{
    extension(Order order) { public void Pay() { } }
}
`;
    expect((await unitsIn('Orders.cs', text)).slice(1)).toEqual(['method Orders.Pay: public void Pay() { }']);
  });

  it('are no units in a long line, which is generated', async () => {
    const text = `class D { ${'x() { return 1 } '.repeat(50)}}\n`;
    expect(await unitsIn('d.js', text)).toHaveLength(1);
  });

  it('are in the outline of a file', async () => {
    const parsed = await parse('class D { fun x() = 1 }\n', { path: 'D.kt' });
    expect(mapFile('D.kt', parsed).levels.at(-1)).toBe('D.kt\n  class D\n    fun x()\n');
  });

  it(
    'are not cut apart',
    cuts(
      { path: 'D.kt', granularity: 'node', minTokens: 0 },
      `
class D { fun x() {} }
--8<--
class E { fun y() {} }
`,
    ),
  );

  it('refer to what they call', async () => {
    const { chunks } = await chunk('class D { fun x() = y() }\n', { path: 'D.kt', granularity: 'node' });
    expect(chunks.map(({ id }) => id)).toEqual(['main:D.kt#D']);
  });
});
