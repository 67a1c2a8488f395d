/**
 * One line per parser: its name, a file name that leads to it, and the words its
 * texts are made of. The promises (promises.test.ts) are then tested on random
 * mixtures of these words, at many limits.
 */
export interface Subject {
  readonly parser: string;
  readonly path: string;
  /** Set if no file name leads to the parser. */
  readonly language?: string;
  readonly words: readonly string[];
}

const code = [
  'function f() {\n',
  '}\n',
  'class A {\n',
  '  m() { return 1; }\n',
  '// note\n',
  '/* x\n',
  '*/\n',
  '"str{"',
  "'",
  '`',
  'x = 1;\n',
  '\n\n',
  '  ',
];

export const subjects: readonly Subject[] = [
  {
    parser: 'text',
    path: 'notes.txt',
    words: ['A sentence. ', 'Another one! ', '\n\n', '\n', '```\n', 'word ', '句子。', '“Quote.” '],
  },
  {
    parser: 'lines',
    path: 'run.log',
    words: ['2026-01-01 INFO started\n', 'a=b;c=d,', '\n', '\t', '~~~\n', 'xxxxxxxxxxxxxxxx'],
  },
  {
    parser: 'config',
    path: 'a.json',
    words: ['{', '}', '[', ']', '"key": ', '"value"', ',', '\n  ', '12', 'null', '"', '\\'],
  },
  {
    parser: 'config',
    path: 'a.yaml',
    words: [
      'key: value\n',
      'list:\n',
      '  - item\n',
      '  nested:\n',
      '    deep: 1\n',
      '---\n',
      '# note\n',
      'text: |\n',
      '{a: [1,\n',
    ],
  },
  {
    parser: 'config',
    path: 'a.toml',
    words: ['[table]\n', '[[array]]\n', 'key = 1\n', 'long = """\n', '"""\n', 'list = [\n', ']\n', '# note\n'],
  },
  { parser: 'config', path: '.env', words: ['A=1\n', 'B="multi\n', 'line"\n', '# note\n', '\n', 'export C=2\n'] },
  { parser: 'code', path: 'a.js', words: code },
  { parser: 'delimited', path: 'a.vala', words: code },
  { parser: 'code', path: 'a.rb', words: ['def m\n', 'end\n', 'class A\n', '  x = 1 if y\n', '# note\n', '\n'] },
  {
    parser: 'code',
    path: 'a.rs',
    words: ['fn f() {\n', '}\n', 'impl A {\n', '#[test]\n', '/// doc\n', 'let x = 1;\n', '\n'],
  },
  { parser: 'code', path: 'a.ex', words: ['defmodule A do\n', 'end\n', '  def f(x), do: x\n', '@doc "x"\n', '\n'] },
  {
    parser: 'code',
    path: 'a.py',
    words: [
      'def f(x):\n',
      '    return 1\n',
      'class A:\n',
      '    def m(self):\n',
      '        pass\n',
      '"""\n',
      '# note\n',
      '@dec\n',
      '\n',
      'x = [\n',
      ']\n',
    ],
  },
  {
    parser: 'code',
    path: 'a.dart',
    words: ['int f() {\n', '}\n', 'class A {\n', '  get x => 1;\n', '/// doc\n', '@override\n', '\n'],
  },
  {
    parser: 'code',
    path: 'a.sql',
    words: ['CREATE TABLE a (\n', '  id int,\n', ');\n', 'SELECT 1;\n', "'", '-- note\n', '$$', '\n'],
  },
  {
    parser: 'code',
    path: 'a.tf',
    words: ['resource "a" "b" {\n', '}\n', '  x = [\n', ']\n', '<<EOT\n', 'EOT\n', '# note\n', '\n'],
  },
  {
    parser: 'code',
    path: 'a.graphql',
    words: ['type A {\n', '}\n', '  id: ID!\n', '"""\n', 'query Q {\n', '# note\n', '\n'],
  },
  {
    parser: 'code',
    path: 'Dockerfile',
    words: ['FROM a AS b\n', 'RUN x \\\n', '  && y\n', '# note\n', 'COPY . .\n', '\n'],
  },
  {
    parser: 'code',
    path: 'a.mk',
    words: ['all: a\n', '\tcc a\n', 'define x\n', 'endef\n', 'ifdef A\n', 'endif\n', 'A := 1\n', '\n'],
  },
  {
    parser: 'code',
    path: 'a.vue',
    words: ['<script>\n', '</script>\n', 'f()\n', '<template>\n', '</template>\n', '<p>\n', '<!-- ', '-->\n', '"'],
  },
  {
    parser: 'code',
    path: 'a.svelte',
    words: ['<script>\n', '</script>\n', '{#if a}\n', '{/if}\n', '<p>\n', '</p>\n', '{', '}', '\n'],
  },
  {
    parser: 'code',
    path: 'a.hs',
    words: ['f :: Int\n', 'f 0 = 1\n', '  where x = 1\n', 'class A a where\n', '-- | doc\n', '{-', '-}\n', '\n'],
  },
  {
    parser: 'delimited',
    path: 'a.ps1',
    words: ['function F {\n', '}\n', 'class A {\n', '<#\n', '#>\n', '$x = @(\n', ')\n', '# note\n', '\n'],
  },
  {
    parser: 'code',
    path: 'a.nix',
    words: ['{\n', '}\n', 'a = x: {\n', '};\n', 'let\n', 'in\n', "''\n", '# note\n', '\n'],
  },
  {
    parser: 'code',
    path: 'a.jl',
    words: ['function f(x)\n', 'end\n', 'module A\n', '"""\n', 'f(x) = 1\n', '# note\n', '\n'],
  },
  {
    parser: 'code',
    path: 'a.erl',
    words: ['f(0) -> 1;\n', 'f(X) ->\n', '    X.\n', '-module(a).\n', '% note\n', '"', '\n'],
  },
  {
    parser: 'delimited',
    path: 'a.cr',
    words: ['def m\n', 'end\n', 'class A\n', '  x = 1 if y\n', 'do |x|\n', '# note\n', '\n', '"#{x}"'],
  },
  {
    parser: 'headed',
    path: 'a.mediawiki',
    words: ['= Title =\n', '== Part ==\n', 'Text here. ', '\n\n', '<!-- ', '-->\n', '* item\n', '{| a\n', '|}\n'],
  },
  {
    parser: 'markdown',
    path: 'a.md',
    words: [
      '# Title\n',
      '## Part\n',
      'Text. ',
      '\n\n',
      '```js\n',
      '- item\n',
      '| a |\n|---|\n',
      '---\n',
      '> ',
      '[TOC]\n\n',
    ],
  },
  {
    parser: 'markdown',
    path: 'a.mdx',
    words: ["import A from 'a'\n", '## Part\n', 'Text. ', '\n\n', '<Tab>\n', '{/*', '*/}\n', '```\n', '| a |\n|---|\n'],
  },
  {
    parser: 'chat',
    path: 'talk.txt',
    language: 'chat',
    words: ['[10:15] Ann: ', '[10:16] Bob: ', 'Some words. ', '\n', '```\n', '[10:17] ', 'Note: ', '* '],
  },
  {
    parser: 'rst',
    path: 'a.rst',
    words: [
      'Title\n=====\n',
      'Part\n----\n',
      'Text. ',
      '::\n\n',
      '  code\n',
      '- item\n',
      '.. _x:\n',
      '.. note::\n',
      '\n',
    ],
  },
  {
    parser: 'csv',
    path: 'a.csv',
    words: ['name,born\n', 'Ada,1815\n', '"two\nlines",2\n', '"', '""', ';', '\t', '\n', 'a,b,c\n'],
  },
  {
    parser: 'asciidoc',
    path: 'a.adoc',
    words: [
      '== Part\n',
      'Oak\n---\n',
      'Text. ',
      '[source,js]\n',
      '----\n',
      '|===\n',
      '|a |b\n',
      '* item\n',
      '[[x]]\n',
      '\n',
    ],
  },
  {
    parser: 'org',
    path: 'a.org',
    words: [
      '* Part\n',
      '** TODO Oak :x:\n',
      'Text. ',
      '#+begin_src js\n',
      '#+end_src\n',
      '| a |\n|---|\n',
      '- item\n',
      ':END:\n',
      '\n',
    ],
  },
  {
    parser: 'latex',
    path: 'a.tex',
    words: [
      '\\section{Part}\n',
      '\\begin{itemize}\n',
      '\\item ',
      '\\end{itemize}\n',
      'Text. ',
      '% note\n',
      '{',
      '}',
      '\\\\\n',
      '\n\n',
    ],
  },
  {
    parser: 'html',
    path: 'a.html',
    words: [
      '<h1>Part</h1>\n',
      '<p>',
      'Text. ',
      '<ul><li>',
      '</ul>\n',
      '<table><tr><th>',
      '<td>',
      '<script>',
      '</script>\n',
      '<nav>',
    ],
  },
];
