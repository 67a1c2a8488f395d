/** Syntax that a grammar lacks is rewritten in syntax that it has; without it, the rest of the file would be an error. */
import { describe, expect, it } from 'vitest';
import { parseableText } from '../../../src/parse/code/parseableText.js';
import { withSyntax } from '../../../src/parse/code/syntaxTree.js';

const readable: readonly (readonly [grammar: string, what: string, text: string])[] = [
  ['kotlin', 'a modifier as a name', 'fun f() {\n  final = true\n  open()\n  while (final) { sealed.close() }\n}\n'],
  ['kotlin', 'a variable called by', 'fun f() {\n  val cx = base\n  by.write()\n}\n'],
  ['kotlin', 'a call of get after a property', 'fun f() {\n  val copy = ByteArray(1)\n  get(copy)\n  set(1, 2)\n}\n'],
  ['kotlin', 'a trailing comma between types', 'fun <\n  T,\n  A,\n> call(a: Map<T, A,>): T = run(a)\n'],
  ['kotlin', 'a function type with a context', 'fun f(block: context(A, B) () -> Any?): Any? = block(a, b)\n'],
  [
    'kotlin',
    'context parameters',
    'context(log: Log, users: List<User>)\nfun f() = 1\n\nclass A {\n  context(_: Log) val x get() = 1\n}\n',
  ],
  ['kotlin', 'guards', 'fun f() = when (x) {\n  is A if x.y > 1 -> 2\n  else if z -> 3\n  else -> 4\n}\n'],
  ['kotlin', 'a string with more dollars', 'val schema = $$"""{ "$schema": $$url }"""\nval b = 1\n'],
  [
    'kotlin',
    'a constructor on its own line',
    'actual class A\n@Inject internal actual constructor(\n  val x: Int,\n) : B {\n  fun f() = 1\n}\n',
  ],
  ['kotlin', 'classes on one line', 'class A { companion object { fun of() = A() } }\n'],
  ['kotlin', 'an annotation on an accessor', 'class A {\n  val size\n    @JvmName("size")\n    get() = 1\n}\n'],
  [
    'csharp',
    'extension blocks',
    'static class E\n{\n    extension<T>(List<T?> list)\n        where T : IPart<T>\n    {\n        public int Twice() => 2;\n    }\n\n    extension(string)\n    {\n        public static int One() => 1;\n    }\n}\n',
  ],
  ['csharp', 'ref partial struct', 'internal ref partial struct Hash\n{\n    const int Prime = -2;\n}\n'],
  [
    'cpp',
    'directives among initialisers',
    'class Limiter {\n public:\n  Limiter(int most)\n      :\n#if !defined(NDEBUG)\n        most_(most),\n#endif  // NDEBUG\n        allowed_(most) {\n    run(most,\n#ifdef A\n        1\n#else\n        2\n#endif\n    );\n  }\n};\n',
  ],
];

describe('parseableText', () => {
  it.each(readable)('%s: %s', async (grammar, _, text) => {
    expect(await withSyntax(grammar, text, (root) => root.hasError)).toBe(false);
  });

  it.each(readable)('keeps every offset and line of %s: %s', (grammar, _, text) => {
    const shape = (written: string): string => written.replace(/[^\n]/g, ' ');
    expect(shape(parseableText(text, grammar))).toBe(shape(text));
    expect(shape(parseableText(text.replaceAll('\n', '\r\n'), grammar))).toBe(shape(text.replaceAll('\n', '\r\n')));
  });

  const plain = [
    [
      'kotlin',
      'open class A<T>(private val x: Int) : B by x {\n  val f: suspend (A) -> B = { it }\n  val y by lazy { 1 }\n  context("a") { }\n  private\n  val z = 1\n}\n',
    ],
    ['csharp', 'class A\n{\n    void Run()\n    {\n        extension(1);\n        var extension = 2;\n    }\n}\n'],
    ['cpp', 'int a;\n#if A\nint b;\n#else\nint c;\n#endif\n'],
  ] as const;

  it.each(plain)('leaves what %s reads as it is', (grammar, text) => {
    expect(parseableText(text, grammar)).toBe(text);
  });

  it.each([
    ['kotlin', 'is if '],
    ['kotlin', 'class A\n'],
    ['kotlin', 'context(a: '],
    ['kotlin', 'class } } '],
    ['kotlin', ', '],
    ['csharp', 'extension<('],
    ['cpp', ',\n#if\n'],
  ])('takes little time over much of the same: %s %j', (grammar, piece) => {
    const start = performance.now();
    parseableText(piece.repeat(200_000 / piece.length), grammar);
    parseableText(piece + ' '.repeat(200_000), grammar);
    parseableText(piece + '\n'.repeat(200_000), grammar);
    expect(performance.now() - start).toBeLessThan(2000);
  });
});
