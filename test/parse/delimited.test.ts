import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cLike } from '../../src/languages/families.js';
import type { Language } from '../../src/languages/language.js';
import { delimited, delimitedWith, headed, headedWith } from '../../src/parse/delimited.js';
import type { Shape } from '../../src/parse/parser.js';
import type { Node } from '../../src/types.js';
import { FAR_FROM_SQUARE, growth } from '../growth.js';
import { sourceOf } from './document/drawDocument.js';
import { drawDelimited, expectSoundTree } from './drawDelimited.js';

/** Each file is a small program, a line `=== tree`, and the tree it must give. Its name is the language. */
const cases = new URL('../cases/delimited/', import.meta.url);

describe('a real program', () => {
  for (const file of readdirSync(cases)) {
    const language = file.replace(/\.txt$/, '');
    const [program, tree] = readFileSync(new URL(file, cases), 'utf8').split('=== tree\n');

    it(`in ${language} is drawn`, () => {
      expect(drawDelimited(program, language)).toBe(tree.trimEnd());
      expectSoundTree(program, language);
    });

    it(`in ${language} is the same with CRLF`, () => {
      const crlf = program.replaceAll('\n', '\r\n');
      expect(drawDelimited(crlf, language)).toBe(tree.trimEnd());
      expectSoundTree(crlf, language);
    });
  }
});

/** `draws('c', 'int f() {\n…}', 'function f [1-3]')`: the children of the root. */
function draws(language: string, program: string, tree: string): void {
  const [, ...children] = drawDelimited(program, language).split('\n');
  expect(children.map((line) => line.slice(2)).join('\n')).toBe(tree);
}

describe('brackets', () => {
  it('closes everything up to a matching opener, and ignores a closer without one', () => {
    draws('c', '};\n);\nint f() {\n  g((1);\n}\nint x;', 'statements [1-2]\nfunction f [3-5]\nstatements [6-6]');
  });

  it('extends an unclosed block to the end', () => {
    draws('c', 'int f() {\n  x;\n\nint y;\n', 'function f [1-4]\n  statements [2-2]\n  statements [4-4]');
  });

  it('does not let a parenthesis close a brace', () => {
    draws('javascript', 'function f() {\n  a)\n  b\n}\nx', 'function f [1-4]\nstatements [5-5]');
  });

  it('has no children in a block of two lines', () => {
    draws('c', 'int f() { g();\n}', 'function f [1-2]');
  });

  it('takes comments and attributes with what follows, unless a blank line is between', () => {
    draws(
      'rust',
      '// about x\n\n// about f\n#[inline]\n#[cfg(\n  test\n)]\nfn f() {\n}',
      'comment [1-1]\nfunction f [3-9]',
    );
  });

  it('does not take a field with an annotation for an annotation', () => {
    draws(
      'java',
      'class A {\n  @Inject String a;\n  @Inject String b;\n  void f() {\n  }\n}',
      'class A [1-6]\n  statements [2-3]\n  method f [4-5]',
    );
  });

  it('counts each branch of a condition from the same depth', () => {
    draws(
      'c',
      '#if A\nint f(int a) {\n#else\nint f(void) {\n#endif\n  x;\n}\nint y;',
      'statements [1-1]\nfunction f [2-3]\nfunction f [4-7]\nstatements [8-8]',
    );
  });

  it('reads past strings, characters, patterns and templates that hold brackets', () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the program that interpolates
    const tricky = [`'{'`, `"{"`, '/[{(]/.test(x)', '`{ ${f({ a: `}` })} (`', `"\\"{"`, '/\\/{/g'];
    for (const value of tricky) {
      draws('javascript', `function f() {\n  return ${value};\n}\ng();`, 'function f [1-3]\nstatements [4-4]');
    }
  });

  it('does not take a division for a pattern', () => {
    draws('javascript', 'f(a / 2, () => {\n  b;\n}, c / 2);\nd;', 'block [1-3]\nstatements [4-4]');
  });

  it('joins else and catch to what they belong to', () => {
    draws(
      'javascript',
      'try {\n  a;\n}\ncatch {\n  b;\n}\nfinally {\n  c;\n}\nd;',
      'block [1-9]\n  statements [2-2]\n  statements [5-5]\n  statements [8-8]\nstatements [10-10]',
    );
  });

  it('keeps its count after an apostrophe that opens nothing', () => {
    draws('c', "#error don't {\nint f() {\n  x = 1'000;\n}", 'statements [1-1]\nfunction f [2-4]');
    draws(
      'rust',
      "fn f<'a>(x: &'a str) {\n  'outer: loop {\n    break 'outer;\n  }\n}",
      'function f [1-5]\n  block [2-4]',
    );
  });
});

describe('words', () => {
  it('distinguishes a modifier from a statement', () => {
    draws(
      'ruby',
      'def f\n  x if y\n  z = if y\n    1\n  end\nend\ng',
      'function f [1-6]\n  statements [2-2]\n  block [3-5]\nstatements [7-7]',
    );
  });

  it('corrects its count after a word that opened nothing', () => {
    draws(
      'ruby',
      'class A\n  def a = 1\n  def b = 2\nend\ndef c\n  1\nend',
      'class A [1-4]\n  method a [2-2]\n  method b [3-3]\nfunction c [5-7]',
    );
  });

  it('ignores closers inside brackets of the same line', () => {
    draws('julia', 'function f(x)\n  x[end]\n  x[1:end]\nend\ng()', 'function f [1-4]\nstatements [5-5]');
  });

  it('reads one end for a loop, with or without its do', () => {
    draws('ruby', 'while a do\n  b\nend\nwhile a\n  b\nend\nc', 'block [1-3]\nblock [4-6]\nstatements [7-7]');
  });

  it('skips here-documents, and reads other << as a shift', () => {
    draws('bash', "f() {\n  cat <<-'EOF'\n\tif { don't\n\tEOF\n}\ng", 'function f [1-5]\nstatements [6-6]');
    draws('ruby', 'def f\n  a <<b\nend\nc', 'function f [1-3]\nstatements [4-4]');
  });
});

describe('indentation', () => {
  it('opens no block in the middle of brackets', () => {
    draws('python', 'x = [\n    1,\n\n        2,\n]\ny = 3', 'statements [1-6]');
  });

  it('recovers after a bracket that is never closed', () => {
    draws('python', 'x = (1,\n\ndef f():\n    return 1', 'statements [1-2]\nfunction f [3-4]');
  });

  it('leaves a comment with the code it is indented like', () => {
    draws(
      'python',
      'def f():\n    a\n    # of f\n# of g\ndef g():\n# of b\n    b',
      'function f [1-3]\n  statements [2-2]\n  comment [3-3]\nfunction g [4-7]',
    );
  });

  it('reads tabs as columns', () => {
    draws('python', 'def f():\n\tif x:\n\t\ty\n\tz\n', 'function f [1-4]\n  block [2-3]\n  statements [4-4]');
  });

  it('joins the clauses of a function', () => {
    draws('haskell', 'f 0 = 1\nf n =\n  n * f (n - 1)\ng = 2', 'function f [1-3]\nstatements [4-4]');
  });
});

describe('headings', () => {
  const sections = (language: string, text: string): string =>
    drawDelimited(text, language).split('\n').slice(1).join('\n');

  it('nests sections by level, whatever levels are left out', () => {
    expect(sections('markdown', '### a\n# b\n### c\n## d\n')).toBe(
      '  section a [1-1]\n  section b [2-4]\n    section c [3-3]\n    section d [4-4]',
    );
  });

  it('finds none in a fence, even in one that is never closed', () => {
    expect(sections('markdown', '~~~~\n# a\n~~~\n# b\n~~~~\n# c\n```\n# d')).toBe('  section c [6-8]');
  });

  it('keeps the text before the first heading in the document', () => {
    expect(sections('markdown', 'text\n\n# a')).toBe('  section a [3-3]');
  });

  it('has the level', () => {
    const root = headed.parse(sourceOf('## a', 'markdown'));
    expect(root?.children[0]?.meta).toEqual({ level: 2 });
  });

  it('reads levels from the longest mark down where the language does', () => {
    expect(sections('dokuwiki', '====== a ======\n===== b =====')).toBe('  section a [1-2]\n    section b [2-2]');
  });
});

describe('odd texts', () => {
  it('become a document without nodes', () => {
    for (const text of ['', ' ', '\n\n\n', '\r\n\t\r', '\ufeff']) {
      for (const language of ['c', 'python', 'ruby', 'markdown']) {
        expect(drawDelimited(text, language).split('\n')).toHaveLength(1);
        expectSoundTree(text, language);
      }
    }
  });

  it('may have a byte order mark, emoji, NUL and lone surrogates', () => {
    draws('c', '\ufeffint f() {\n  "😀{";\n  \0\ud800\n}\nint x;', 'function f [1-4]\nstatements [5-5]');
    draws('ruby', 'def grüße\n  "😀"\nend\nx', 'function grüße [1-3]\nstatements [4-4]');
  });

  it('may break lines with CR alone', () => {
    draws('c', 'int f() {\r  x;\r}\rint y;', 'function f [1-3]\nstatements [4-4]');
  });

  it('are flattened if they are too deep', () => {
    const deep = `${'{\n'.repeat(100_000)}${'}\n'.repeat(100_000)}`;
    for (const language of ['c', 'clojure', 'bash', 'javascript']) expectSoundTree(deep, language);
    expectSoundTree(Array.from({ length: 3_000 }, (_, i) => `${' '.repeat(i)}x:`).join('\n'), 'python');
    expectSoundTree('begin\n'.repeat(50_000), 'ruby');
  });
});

describe('any text', () => {
  /** One of each way of finding blocks and of each peculiarity. */
  const samples = [
    'c',
    'javascript',
    'rust',
    'csharp',
    'python',
    'haskell',
    'ocaml',
    'ruby',
    'bash',
    'sql',
    'lua',
  ].concat([
    ...[
      'clojure',
      'html',
      'vue',
      'perl',
      'php',
      'systemverilog',
      'pascal',
      'elixir',
      'swift',
      'markdown',
      'rst',
      'latex',
    ],
  ]);
  const marks = [
    ...[
      '{',
      '}',
      '(',
      ')',
      '[',
      ']',
      '"',
      "'",
      '`',
      '"""',
      '/*',
      '*/',
      '//',
      '#',
      '--',
      '{-',
      '-}',
      '(*',
      '*)',
      ';',
      ',',
    ],
    ...[
      '\n',
      '\r\n',
      '\r',
      '\n\n',
      '  ',
      '\t',
      '\\',
      '\\\n',
      '${',
      '#{',
      '\\(',
      '<<',
      '<<EOF',
      'EOF',
      '/',
      '=',
      ':',
      '@a',
    ],
    ...[
      'if',
      'else',
      'end',
      'do',
      'def f',
      'class A',
      'begin',
      'case',
      'esac',
      'fi',
      'done',
      'function',
      'x',
      'import a',
    ],
    ...[
      '#if',
      '#else',
      '#endif',
      '# h',
      '## h',
      '====',
      '```',
      '<script>',
      '</script>',
      '<p>',
      '</p>',
      '\\section{',
      '\ufeff',
    ],
    ...['=begin', '\n=end', '\n=cut', 'r#"', '$$', '😀', '\ud800', '\0'],
  ];

  for (const language of samples) {
    it(`becomes a valid tree in ${language}`, () => {
      fc.assert(
        fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => expectSoundTree(text, language)),
        { numRuns: 100 },
      );
      fc.assert(
        fc.property(fc.array(fc.constantFrom(...marks), { maxLength: 80 }), (parts) =>
          expectSoundTree(parts.join(''), language),
        ),
        { numRuns: 300 },
      );
    });
  }
});

describe('time', () => {
  /** What would make a careless scanner look at the same text again and again. */
  const growing: Readonly<Record<string, (size: number) => string>> = {
    'opening brackets': (n) => '['.repeat(n),
    'opening braces': (n) => '{'.repeat(n),
    'braces on lines': (n) => '{\n'.repeat(n >> 1),
    'closers that fit nothing': (n) => `(${'{['.repeat(n >> 2)}${')'.repeat(n >> 1)}`,
    quotes: (n) => '"'.repeat(n | 1),
    'quotes on lines': (n) => `"'\`\n`.repeat(n >> 2),
    'escaped line breaks': (n) => '"\\\n'.repeat(n / 3),
    'comment openers': (n) => '/*'.repeat(n >> 1),
    'nested comment openers': (n) => '{-(*#|'.repeat(n / 6),
    'interpolation openers': (n) => '`${"#{"\\('.repeat(n / 10),
    'patterns that never end': (n) => '(/['.repeat(n / 3),
    'here-document marks': (n) => '<<A\n<<B '.repeat(n >> 3),
    'one line': (n) => 'word (x) "y" '.repeat(n / 13),
    'blank lines': (n) => '\n'.repeat(n),
    blanks: (n) => ' '.repeat(n),
    words: (n) => 'begin if do case '.repeat(n / 17),
    'closing words': (n) => `${'begin\n'.repeat(n / 12)}${'end '.repeat(n >> 3)}`,
    'deep indentation': (n) => Array.from({ length: Math.sqrt(n) }, (_, i) => `${' '.repeat(i)}x:\n`).join(''),
    headings: (n) => '# a\n'.repeat(n >> 2),
    'heading marks': (n) => '#'.repeat(n),
    underlines: (n) => 'a\n---\n'.repeat(n / 6),
    clauses: (n) => 'f x =\n  1\n'.repeat(n / 10),
    definers: (n) => 'class class class {\n'.repeat(n / 20),
    conditions: (n) => '#if\n{\n#else\n'.repeat(n / 12),
  };
  const languages = ['javascript', 'rust', 'python', 'haskell', 'bash', 'sql', 'markdown'];

  for (const [name, make] of Object.entries(growing)) {
    it.each(languages)(`is linear in the text: ${name} in %s`, async (language) => {
      const read = (size: number): void => {
        const source = sourceOf(make(size), language);
        if (delimited.parse(source) === undefined) headed.parse(source);
      };
      expect(await growth(read, 16_000)).toBeLessThan(FAR_FROM_SQUARE);
    });
  }
});

describe('chunk types', () => {
  const node = (kind: string): Node => ({ kind, start: 0, end: 1, children: [], grain: 'lines' });
  const shape = (kind: string, more: Partial<Shape> = {}): Shape => ({
    node: node(kind),
    whole: false,
    part: false,
    ...more,
  });

  it('of code follow the node', () => {
    expect(delimited.chunkType(shape('document', { whole: true }))).toBe('code_file');
    expect(delimited.chunkType(shape('document'))).toBe('code_chunk');
    expect(delimited.chunkType(shape('function', { part: true }))).toBe('code_chunk');
    for (const kind of ['function', 'class', 'method', 'module', 'imports', 'statements', 'block'] as const) {
      expect(delimited.chunkType(shape(kind))).toBe(kind);
    }
    expect(delimited.chunkType(shape('comment'))).toBe('block');
  });

  it('of documents are sections', () => {
    expect(headed.chunkType(shape('section'))).toBe('markdown_section');
    expect(headed.chunkType(shape('document', { whole: true }))).toBe('markdown_section');
    expect(headed.chunkType(shape('section', { part: true }))).toBe('markdown_section_chunk');
  });
});

describe('custom languages', () => {
  const shout: Language = { ...cLike, name: 'Shout', extensions: ['.shout'], definers: { SHOUT: 'function' } };

  it('are parsed without changing the table', () => {
    const source = sourceOf('SHOUT louder {\n  x;\n}', 'shout');
    expect(delimited.parse(source)).toBeUndefined();
    expect(delimitedWith({ shout }).parse(source)?.children[0]).toMatchObject({ kind: 'function', name: 'louder' });
    expect(delimited.parse(source)).toBeUndefined();
  });

  it('override those of the table', () => {
    const c = delimitedWith({ c: { ...cLike, name: 'Mine', extensions: [], grain: 'prose' } });
    expect(c.parse(sourceOf('x', 'c'))?.grain).toBe('prose');
  });

  it('go to the parser that fits them', () => {
    const source = sourceOf('# a', 'markdown');
    expect(delimited.parse(source)).toBeUndefined();
    expect(headed.parse(source)?.children).toHaveLength(1);
    expect(headed.parse(sourceOf('x', 'c'))).toBeUndefined();
    expect(headedWith({ shout }).parse(sourceOf('x', 'shout'))).toBeUndefined();
  });

  it('are never properties of Object.prototype', () => {
    for (const language of ['constructor', 'toString', '__proto__', 'nonsense', '']) {
      expect(delimited.parse(sourceOf('x', language))).toBeUndefined();
      expect(headed.parse(sourceOf('x', language))).toBeUndefined();
    }
  });
});
