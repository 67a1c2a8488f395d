/**
 * What whole families of languages share. A language spreads its family and
 * says only where it differs.
 *
 * Strings are one-line unless their delimiter is unmistakable: an apostrophe in
 * a template's text must not hide the rest of the file.
 */
import type { Blocks, Comments, Language, Mark, NamePattern, StringRule, WordBlocks } from './language.js';

/** A language without its name and extensions. */
export type Family = Omit<Language, 'name' | 'extensions'>;

export const double: StringRule = { open: '"' };
export const single: StringRule = { open: "'" };
export const character: StringRule = { open: "'", short: true };
export const multilineDouble: StringRule = { open: '"', multiline: true };
/** Without escapes: a doubled quote is a quote. */
export const sqlDouble: StringRule = { open: '"', escape: '' };
export const sqlSingle: StringRule = { open: "'", escape: '' };
export const backtick: StringRule = { open: '`', escape: '', multiline: true };
export const tripleDouble: StringRule = { open: '"""', multiline: true };
export const tripleSingle: StringRule = { open: "'''", multiline: true };

export const slashes: Comments = { line: ['//'], block: [{ open: '/*', close: '*/' }] };
export const nestedSlashes: Comments = { line: ['//'], block: [{ open: '/*', close: '*/', nested: true }] };
export const parenStars: Comments = { line: [], block: [{ open: '(*', close: '*)', nested: true }] };
export const tags: Comments = { line: [], block: [{ open: '<!--', close: '-->' }] };
export const lineComments = (...line: Mark[]): Comments => ({ line, block: [] });
export const hashes: Comments = lineComments('#');
/** `#` inside a word or an expansion is no comment. */
export const spacedHashes: Comments = lineComments({ text: '#', at: 'spaced' });

export const curly: readonly string[] = ['{}', '()', '[]'];
export const round: readonly string[] = ['()', '[]', '{}'];

export const braces = (...middles: string[]): Blocks => ({ by: 'brackets', pairs: curly, bodies: ['{'], middles });
export const indentation = (pairs: readonly string[], ...middles: string[]): Blocks => ({
  by: 'indentation',
  pairs,
  bodies: [],
  middles,
});

const cControl = ['if', 'else', 'for', 'foreach', 'while', 'do', 'switch', 'catch', 'try', 'return', 'with', 'using'];
export const control: readonly string[] = [
  ...cControl,
  'lock',
  'synchronized',
  'when',
  'match',
  'loop',
  'until',
  'case',
];

export const cConditions = {
  start: '#',
  branches: { if: 'enter', ifdef: 'enter', ifndef: 'enter', else: 'again', elif: 'again', endif: 'leave' },
} as const;

/** Braces, statements that end in `;`, functions without a keyword. */
export const cLike: Family = {
  grain: 'lines',
  blocks: braces('else', 'catch', 'finally'),
  strings: [double, character],
  comments: slashes,
  ends: ';{},:',
  control,
  passed: ['__attribute__', '__declspec', 'alignas', 'declspec', 'pub', 'extern'],
  definers: { struct: 'class', union: 'class', enum: 'class', class: 'class', interface: 'class', namespace: 'module' },
  names: ['definers', 'signature'],
};

/** With the preprocessor of C. */
export const cFamily: Family = {
  ...cLike,
  directives: cConditions,
  imports: ['#include', '#import'],
  names: ['signature', 'definers'],
};

export const cppDefiners = { ...cFamily.definers, concept: 'class', module: 'module' } as const;

export const shaderLike: Family = {
  ...cFamily,
  definers: { struct: 'class', cbuffer: 'class', uniform: 'block', buffer: 'block', technique: 'block', pass: 'block' },
};

/** Interface definitions. */
export const schemaLike: Family = { ...cLike, strings: [double, single], names: ['definers'] };

/** Smart contracts. */
export const contractLike: Family = {
  ...cLike,
  strings: [double, single],
  attributes: ['#['],
  imports: ['import', 'use'],
};

export const annotated = { attributes: ['@'], inlineAttributes: true } as const;

export const javaDefiners = {
  class: 'class',
  interface: 'class',
  enum: 'class',
  record: 'class',
  '@interface': 'class',
} as const;

/** Braces, and a line is a statement. */
export const braceLike: Family = {
  grain: 'lines',
  blocks: braces('else', 'catch', 'finally', '>'),
  strings: [double, single],
  comments: slashes,
  control,
  definers: {},
};

export const scriptPatterns: readonly NamePattern[] = [
  {
    pattern:
      /^(?:export\s+)?(?:default\s+)?(?:const|let|var)\s+([\w$]+)[^=]*=\s*(?:async\b\s*)?(?:function\b|[(<]|[\w$]+\s*=>)/,
    kind: 'function',
  },
  {
    pattern:
      /^(?:(?:public|private|protected|static|readonly|override)\s+)*([\w$#.]+)\s*[:=]\s*(?:async\b\s*)?(?:function\b|\([^)]*\)[^=]*=>|[\w$]+\s*=>)/,
    kind: 'function',
  },
];

export const scriptLike: Family = {
  ...braceLike,
  strings: [double, single, { open: '`', multiline: true, interpolation: '${' }],
  regex: { after: '(,=:[!&|?{;+~<>', words: ['return', 'typeof', 'case', 'in', 'of', 'do', 'else', 'void'] },
  letters: '$',
  attributes: ['@'],
  inlineAttributes: true,
  imports: ['import'],
  definers: { function: 'function', class: 'class' },
  names: [
    ...scriptPatterns,
    'definers',
    { pattern: /^(?:export\s+)?(?:const|let|var)\s+([\w$]+)/, kind: 'block' },
    'signature',
  ],
};

export const typedScriptLike: Family = {
  ...scriptLike,
  definers: {
    function: 'function',
    class: 'class',
    interface: 'class',
    enum: 'class',
    namespace: 'module',
    module: 'module',
    type: 'class',
  },
};

/** An apostrophe after a letter is text between tags and opens no string. */
export const jsxStrings: readonly StringRule[] = [double, { ...single, apart: true }, ...scriptLike.strings.slice(2)];

/** The selector is the name. */
export const selectorName: NamePattern = { pattern: /^[^{;]+/, kind: 'block' };

export const styleLike: Family = {
  ...braceLike,
  blocks: braces(),
  comments: slashes,
  ends: ';{}',
  letters: '-',
  imports: ['@import', '@use', '@forward', '@charset'],
  definers: {},
  names: [
    { pattern: /^@mixin\s+([\w-]+)/, kind: 'function' },
    { pattern: /^@function\s+([\w-]+)/, kind: 'function' },
    selectorName,
  ],
};

export const pythonLike: Family = {
  grain: 'lines',
  blocks: indentation(round, 'else', 'elif', 'except', 'finally'),
  strings: [tripleDouble, tripleSingle, double, single],
  comments: hashes,
  attributes: ['@'],
  imports: ['import', 'from'],
  definers: { def: 'function', class: 'class' },
};

/** Opening words, each closed by `end`. */
export const rubyLike: Family = {
  grain: 'lines',
  blocks: {
    by: 'words',
    pairs: curly,
    opens: {
      def: 'anywhere',
      do: 'anywhere',
      begin: 'anywhere',
      class: 'first',
      module: 'first',
      if: 'first',
      unless: 'first',
      case: 'first',
      while: 'loop',
      until: 'loop',
      for: 'loop',
    },
    closes: { end: 'anywhere' },
    bodies: [],
    middles: ['else', 'elsif', 'when', 'in', 'rescue', 'ensure', 'then'],
  },
  strings: [{ open: '"', interpolation: '#{' }, single, { open: '`', interpolation: '#{' }],
  comments: hashes,
  letters: '?!',
  sigils: '.@$:',
  regex: { after: '(,=~[!&|{;', words: ['if', 'unless', 'and', 'or', 'not', 'when', 'return', 'split'] },
  imports: ['require', 'require_relative'],
  definers: { def: 'function', class: 'class', module: 'module' },
};

const longBrackets = ['', '=', '=='].map((level) => ({ open: `[${level}[`, close: `]${level}]` }));

/** Words closed by `end`; `while` and `for` share one `end` with their `do`. */
export const luaBlocks: WordBlocks = {
  by: 'words',
  pairs: curly,
  opens: { function: 'anywhere', do: 'anywhere', if: 'anywhere', repeat: 'anywhere', terra: 'first' },
  closes: { end: 'anywhere', until: 'anywhere' },
  bodies: [],
  middles: ['else', 'elseif'],
};

export const luaLike: Family = {
  grain: 'lines',
  blocks: luaBlocks,
  strings: [double, single, ...longBrackets.map((pair) => ({ ...pair, escape: '', multiline: true }))],
  comments: { line: ['--'], block: longBrackets.map(({ open, close }) => ({ open: `--${open}`, close })) },
  letters: ':',
  imports: ['require'],
  definers: { function: 'function', terra: 'function' },
  names: [{ pattern: /^(?:local\s+)?([\w.:]+)\s*=\s*function\b/, kind: 'function' }, 'definers'],
};

export const shellLike: Family = {
  grain: 'lines',
  blocks: {
    by: 'words',
    pairs: ['{}', '()'],
    opens: { if: 'first', case: 'first', do: 'first' },
    closes: { fi: 'first', esac: 'first', done: 'first' },
    bodies: ['{', 'do'],
    middles: ['then', 'else', 'elif'],
  },
  strings: [{ open: '"', interpolation: '$(' }, sqlSingle, { open: "$'", close: "'" }],
  comments: spacedHashes,
  escape: '\\',
  letters: '-',
  heredocs: { mark: '<<', spaced: true },
  imports: ['source', '.'],
  definers: { function: 'function' },
  names: [{ pattern: /^(?:function\s+)?([\w:.-]+)\s*\(\s*\)/, kind: 'function' }, 'definers'],
};

export const lispLike: Family = {
  grain: 'lines',
  blocks: { by: 'brackets', pairs: round, bodies: [], middles: [] },
  strings: [multilineDouble],
  comments: { line: [';'], block: [{ open: '#|', close: '|#', nested: true }] },
  escape: '\\',
  letters: '-*+!?<>=/%&:.',
  definers: {},
  names: [
    { pattern: /^\(\s*(?:ns|module|library|defpackage|define-library|defmodule)\s+\(?([^\s()]+)/i, kind: 'module' },
    {
      pattern:
        /^\(\s*(?:defclass|defstruct|defrecord|deftype|defprotocol|definterface|define-record-type|struct|class)\s+\(?([^\s()]+)/i,
      kind: 'class',
    },
    { pattern: /^\(\s*(?:def|fn|lambda\*)[^\s()[\]]*\s+(?:\^\S+\s+)*[([]*([^\s()[\]]+)/i, kind: 'function' },
  ],
};

const sqlHead = '^(?:create|alter|replace)\\s+(?:or\\s+(?:replace|alter)\\s+)?(?:\\w+\\s+){0,3}?';
const sqlName = '\\s+(?:if\\s+not\\s+exists\\s+)?["`[]?([\\w.$]+)';

export const sqlLike: Family = {
  grain: 'lines',
  blocks: {
    by: 'words',
    pairs: ['()'],
    opens: { begin: 'anywhere', case: 'anywhere' },
    closes: { end: 'anywhere' },
    bodies: ['begin'],
    middles: [],
    except: [
      ...['end if', 'end loop', 'end while', 'end for', 'end repeat'],
      ...['begin ;', 'begin transaction', 'begin tran', 'begin work', 'begin isolation'],
    ],
    tails: ['case'],
  },
  strings: [
    { ...sqlSingle, multiline: true },
    sqlDouble,
    ...['$$', '$body$', '$function$', '$func$', '$do$', '$proc$'].map((open) => ({
      open,
      escape: '',
      multiline: true,
    })),
  ],
  comments: { line: ['--'], block: [{ open: '/*', close: '*/' }] },
  caseless: true,
  ends: ';',
  standalone: true,
  definers: {},
  names: [
    { pattern: new RegExp(`${sqlHead}(?:function|procedure|proc|trigger|macro)${sqlName}`, 'i'), kind: 'function' },
    { pattern: new RegExp(`${sqlHead}(?:table|type|view)${sqlName}`, 'i'), kind: 'class' },
    { pattern: new RegExp(`${sqlHead}(?:package(?:\\s+body)?|schema|database)${sqlName}`, 'i'), kind: 'module' },
  ],
};

/** Indented definitions in clauses: each starts with the function's name. */
export const haskellLike: Family = {
  grain: 'lines',
  blocks: indentation(round, 'where', 'deriving', 'then', 'else', 'in', 'of', '|', '=', ')', ']', '}'),
  strings: [double, character],
  comments: { line: ['--'], block: [{ open: '{-', close: '-}', nested: true }] },
  letters: "'",
  clauses: true,
  imports: ['import'],
  control: ['case', 'let', 'do', 'if', 'when', 'unless', 'where', 'forM_', 'forM', 'for_', 'mapM_', 'pure', 'return'],
  definers: { data: 'class', class: 'class', instance: 'class', newtype: 'class', type: 'class', module: 'module' },
  names: ['definers', 'first-word'],
};

export const mlLike: Family = {
  grain: 'lines',
  blocks: indentation(round, 'and', 'with', 'end', 'in', 'done', 'then', 'else', '|', ';;', ')', ']', '}'),
  strings: [multilineDouble, character],
  comments: parenStars,
  letters: "'",
  attributes: ['[@@'],
  imports: ['open', 'include'],
  definers: {
    let: 'function',
    rec: 'function',
    fun: 'function',
    val: 'function',
    method: 'function',
    type: 'class',
    class: 'class',
    module: 'module',
    functor: 'module',
    signature: 'module',
    structure: 'module',
  },
};

const tagMiddles = ['</', '/>', '>', '}', ')', ']'];

/** Elements whose bodies are often not indented. */
const embedded = ['script', 'style'].map((tag) => [`<${tag}`, `</${tag}`] as const);

/** Tags, by their indentation. */
export const markupLike: Family = {
  grain: 'lines',
  blocks: { by: 'indentation', pairs: [], bodies: [], middles: tagMiddles, sections: embedded },
  strings: [],
  comments: tags,
  carries: '',
  definers: {},
  names: [{ pattern: /^<([A-Za-z][\w:.-]*)/, kind: 'block' }],
};

/** Markup with a template language in it. */
export const templateLike = (middles: readonly string[], ...block: Comments['block'][number][]): Family => ({
  ...markupLike,
  blocks: { by: 'indentation', pairs: [], bodies: [], middles: [...tagMiddles, ...middles], sections: embedded },
  comments: { line: [], block: [...tags.block, ...block] },
});

/** Files of elements with a script in them. */
export const componentLike: Family = {
  ...templateLike(['{/', '{:']),
  letters: '$',
  imports: ['import'],
  control: scriptLike.control ?? [],
  definers: { function: 'function', class: 'class' },
  names: [...(markupLike.names ?? []), ...(scriptLike.names ?? [])],
};

/** Languages with so many opening and closing words that indentation is more reliable. */
export const indentedWords = (...middles: string[]): Family => ({
  grain: 'lines',
  blocks: indentation(['()'], 'end', 'else', ...middles),
  strings: [sqlDouble, sqlSingle],
  comments: { line: [], block: [] },
  caseless: true,
  carries: '',
  definers: {},
});

export const labelled: NamePattern = { pattern: /^([\w.$@?~]+):/, kind: 'function' };

/** `name = {` and `"name": {`: the key is the name. */
export const keyName: NamePattern = { pattern: /^"?([\w.@-]+)"?\s*[:=]/, kind: 'block' };

export const assemblyLike: Family = {
  grain: 'lines',
  blocks: indentation([], 'endp', 'ends', 'endm', 'endif', 'else', '.endm', '.endif', '%endmacro', '%endif', '%else'),
  strings: [double, { open: "'", short: true }],
  comments: { line: [';'], block: [{ open: '/*', close: '*/' }] },
  caseless: true,
  imports: ['%include', '.include', 'include'],
  definers: {},
  names: [labelled, { pattern: /^(\w+)\s+(?:proc|struc|macro)\b/i, kind: 'function' }],
};

/** Documents: structure is headings, and text is prose. */
export const proseLike: Family = {
  grain: 'prose',
  blocks: indentation([]),
  strings: [],
  comments: { line: [], block: [] },
  definers: {},
  headings: { rules: [], fences: [] },
};
