/** Documents whose structure is their headings. */

import { proseLike, tags } from '../families.js';
import type { Fence, HeadingRule, Headings, Language } from '../language.js';

const backticks: Fence = { open: '```' };
const tildes: Fence = { open: '~~~' };
const frontMatter: Fence = { open: '---', close: '---', top: true };

const hash: HeadingRule = { by: 'marker', marker: '#', deepest: 6, spaced: true, indent: 3 };
const setext: readonly HeadingRule[] = [
  { by: 'underline', characters: '=', level: 1, notAfter: '-*+>|' },
  { by: 'underline', characters: '-', level: 2, notAfter: '-*+>|' },
];

const markdownHeadings: Headings = { rules: [hash, ...setext], fences: [frontMatter, backticks, tildes] };
const markdownLike = { ...proseLike, comments: tags, headings: markdownHeadings };

const marker = (character: string, deepest: number, spaced: boolean): HeadingRule => ({
  by: 'marker',
  marker: character,
  deepest,
  spaced,
});

/** One mark for each level: `h1.`, `h2.` … */
const starts = (marks: readonly string[], braced = false): readonly HeadingRule[] =>
  marks.map((start, i) => ({ by: 'start', start, level: i + 1, braced }));

const latexCommands = ['part', 'chapter', 'section', 'subsection', 'subsubsection', 'paragraph', 'subparagraph'];
const verbatim: readonly Fence[] = ['verbatim', 'lstlisting', 'minted', 'comment'].map((name) => ({
  open: `\\begin{${name}}`,
  close: `\\end{${name}}`,
}));

export const prose: Readonly<Record<string, Language>> = {
  markdown: {
    ...markdownLike,
    name: 'Markdown',
    extensions: ['.md', '.markdown', '.mdown', '.mkd', '.mkdn', '.mdwn', '.mdtext', '.ronn', '.workbook'],
    filenames: ['contents.lr'],
  },
  mdx: { ...markdownLike, name: 'MDX', extensions: ['.mdx'] },
  rmarkdown: { ...markdownLike, name: 'R Markdown', extensions: ['.rmd', '.rmarkdown'] },
  quarto: { ...markdownLike, name: 'Quarto', extensions: ['.qmd'] },
  markdoc: { ...markdownLike, name: 'Markdoc', extensions: ['.markdoc'] },
  apib: { ...markdownLike, name: 'API Blueprint', extensions: ['.apib'] },
  djot: {
    ...markdownLike,
    name: 'Djot',
    extensions: ['.dj', '.djot'],
    headings: { rules: [hash], fences: [backticks, tildes] },
  },
  gemtext: {
    ...proseLike,
    name: 'Gemtext',
    extensions: ['.gmi', '.gemini'],
    headings: { rules: [marker('#', 3, false)], fences: [backticks] },
  },
  rst: {
    ...proseLike,
    name: 'reStructuredText',
    extensions: ['.rst'],
    headings: { rules: [{ by: 'underline', characters: '=-`:\'"~^_*+#<>', level: 'first-seen' }], fences: [] },
  },
  asciidoc: {
    ...proseLike,
    name: 'AsciiDoc',
    extensions: ['.adoc', '.asciidoc'],
    comments: { line: ['//'], block: [{ open: '////', close: '\n////' }] },
    headings: {
      rules: [marker('=', 6, true), hash],
      fences: [...['----', '....', '++++'].map((open) => ({ open, bare: true })), backticks],
    },
  },
  org: {
    ...proseLike,
    name: 'Org',
    extensions: ['.org'],
    comments: { line: ['# '], block: [] },
    headings: {
      rules: [marker('*', 32, true)],
      fences: ['src', 'example', 'quote', 'export'].flatMap((name) => [
        { open: `#+begin_${name}`, close: `#+end_${name}` },
        { open: `#+BEGIN_${name.toUpperCase()}`, close: `#+END_${name.toUpperCase()}` },
      ]),
    },
  },
  neorg: {
    ...proseLike,
    name: 'Neorg',
    extensions: ['.norg'],
    headings: { rules: [marker('*', 6, true)], fences: [{ open: '@code', close: '@end' }] },
  },
  textile: {
    ...proseLike,
    name: 'Textile',
    extensions: ['.textile'],
    comments: { line: ['###.'], block: [] },
    headings: { rules: starts(['h1.', 'h2.', 'h3.', 'h4.', 'h5.', 'h6.']), fences: [{ open: '<pre', close: '</pre' }] },
  },
  mediawiki: {
    ...proseLike,
    name: 'MediaWiki',
    extensions: ['.mediawiki', '.wiki', '.wikitext'],
    comments: tags,
    headings: {
      rules: [marker('=', 6, false)],
      fences: ['pre', 'nowiki', 'source', 'syntaxhighlight'].map((tag) => ({ open: `<${tag}`, close: `</${tag}` })),
    },
  },
  creole: {
    ...proseLike,
    name: 'Creole',
    extensions: ['.creole'],
    headings: { rules: [marker('=', 6, false)], fences: [{ open: '{{{', close: '}}}' }] },
  },
  dokuwiki: {
    ...proseLike,
    name: 'DokuWiki',
    extensions: ['.dokuwiki'],
    headings: {
      rules: [{ by: 'marker', marker: '=', deepest: 6, spaced: false, inverse: true }],
      fences: ['code', 'file', 'nowiki'].map((tag) => ({ open: `<${tag}`, close: `</${tag}` })),
    },
  },
  txt2tags: {
    ...proseLike,
    name: 'txt2tags',
    extensions: ['.t2t'],
    comments: { line: ['%'], block: [] },
    headings: { rules: [marker('=', 5, false), marker('+', 5, false)], fences: [backticks] },
  },
  latex: {
    ...proseLike,
    name: 'LaTeX',
    extensions: ['.tex', '.ltx', '.latex', '.sty', '.dtx', '.ins', '.rnw'],
    comments: { line: ['%'], block: [] },
    headings: {
      rules: starts(
        latexCommands.map((name) => `\\${name}`),
        true,
      ),
      fences: verbatim,
    },
  },
  context: {
    ...proseLike,
    name: 'ConTeXt',
    extensions: ['.mkiv', '.mkii', '.mkvi'],
    comments: { line: ['%'], block: [] },
    headings: {
      rules: starts(
        latexCommands.map((name) => `\\${name}`),
        true,
      ),
      fences: [{ open: '\\starttyping', close: '\\stoptyping' }],
    },
  },
  typst: {
    ...proseLike,
    name: 'Typst',
    extensions: ['.typ'],
    comments: { line: ['//'], block: [{ open: '/*', close: '*/' }] },
    headings: { rules: [marker('=', 32, true)], fences: [backticks] },
  },
  texinfo: {
    ...proseLike,
    name: 'Texinfo',
    extensions: ['.texi', '.texinfo', '.txi'],
    comments: { line: ['@c ', '@comment'], block: [] },
    headings: {
      rules: starts(['@chapter', '@section', '@subsection', '@subsubsection']).concat(
        starts(['@unnumbered', '@unnumberedsec', '@unnumberedsubsec']),
        starts(['@appendix', '@appendixsec']),
      ),
      fences: ['example', 'verbatim', 'lisp'].map((name) => ({ open: `@${name}`, close: `@end ${name}` })),
    },
  },
  pod: {
    ...proseLike,
    name: 'Pod',
    extensions: ['.pod', '.pod6'],
    headings: { rules: starts(['=head1', '=head2', '=head3', '=head4']), fences: [] },
  },
  rdoc: { ...proseLike, name: 'RDoc', extensions: ['.rdoc'], headings: { rules: [marker('=', 6, true)], fences: [] } },
  roff: {
    ...proseLike,
    name: 'Roff',
    extensions: ['.man', '.roff', '.mdoc', '.mom'],
    comments: { line: ['.\\"', '\'\\"'], block: [] },
    headings: {
      rules: [
        { by: 'start', start: '.SH', level: 1 },
        { by: 'start', start: '.Sh', level: 1 },
        { by: 'start', start: '.SS', level: 2 },
        { by: 'start', start: '.Ss', level: 2 },
      ],
      fences: [
        { open: '.nf', close: '.fi' },
        { open: '.EX', close: '.EE' },
      ],
    },
  },
  inform7: {
    ...proseLike,
    name: 'Inform 7',
    extensions: ['.ni', '.i7x'],
    headings: { rules: starts(['Volume', 'Book', 'Part', 'Chapter', 'Section']), fences: [] },
  },
  twee: {
    ...proseLike,
    name: 'Twee',
    extensions: ['.tw', '.twee', '.twee3'],
    headings: { rules: [{ by: 'start', start: '::', level: 1 }], fences: [] },
  },
  fountain: {
    ...proseLike,
    name: 'Fountain',
    extensions: ['.fountain'],
    headings: {
      rules: [marker('#', 6, true), { by: 'start', start: 'INT.', level: 7 }, { by: 'start', start: 'EXT.', level: 7 }],
      fences: [],
    },
  },
};
