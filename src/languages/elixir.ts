import { single, spacedHashes, tripleDouble, tripleSingle } from './families.js';
import type { CodeLanguage } from './language.js';
import type { ModuleLookup } from './modules.js';
import { type ImportedName, lastOf, namesIn, type ReferenceSyntax } from './referenceSyntax.js';
import type { Syntax, SyntaxNode } from './syntax.js';

const FUNCTIONS = new Set([
  'def',
  'defp',
  'defmacro',
  'defmacrop',
  'defguard',
  'defguardp',
  'defdelegate',
  'defn',
  'defnp',
  'test',
]);

const MODULES = new Set(['defmodule', 'defprotocol', 'defimpl', 'describe']);

const IMPORTS = new Set(['alias', 'import', 'require', 'use']);

/** Attributes that document the definition below them. Others, such as `@limit 20`, are values. */
const DOCS = /^@(type|module)?doc\b/;

const ABOUT = /^@(spec|impl|deprecated|tag|describetag|moduletag|callback|macrocallback|dialyzer|since)\b/;

const wordOf = (call: SyntaxNode): string => call.childForFieldName('target')?.text ?? '';

const child = (node: SyntaxNode | null | undefined, kind: string): SyntaxNode | undefined =>
  node?.namedChildren.find((inner) => inner?.type === kind) ?? undefined;

/** `load(key) when is_binary(key)` → load, `a + b` → +, `"loads"` → test loads. */
function named(head: SyntaxNode | null | undefined): string | undefined {
  switch (head?.type) {
    case 'call':
      return wordOf(head) === 'unquote' ? head.text : wordOf(head);
    case 'binary_operator': {
      const operator = head.childForFieldName('operator')?.text;
      return operator === 'when' ? named(head.childForFieldName('left')) : operator;
    }
    case 'string':
      return `test ${child(head, 'quoted_content')?.text}`;
    default:
      return head?.text;
  }
}

/** `defimpl Sized, for: List` → Sized for List. */
function moduleName(call: SyntaxNode | null): string | undefined {
  const given = child(call, 'arguments');
  const whom = child(given, 'keywords')?.text.match(/\bfor:\s*([^,]+)/)?.[1];
  return [given?.namedChild(0)?.text.replace(/^"|"$/g, ''), whom].filter(Boolean).join(' for ');
}

/** A block, or `do: …` on the same line. */
function bodyOf(call: SyntaxNode | null): SyntaxNode | undefined {
  const keywords = child(child(call, 'arguments'), 'keywords');
  return child(call, 'do_block') ?? (keywords?.text.startsWith('do:') ? keywords : undefined);
}

const syntax: Syntax = {
  grammar: 'elixir',
  definitions: {
    call: {
      kind: 'function',
      name: (call) => (FUNCTIONS.has(wordOf(call)) ? named(child(call, 'arguments')?.namedChild(0)) : undefined),
      body: bodyOf,
    },
    // A kind of syntax node maps to one kind of definition, and functions are calls: a module is found by its keyword.
    identifier: {
      kind: 'module',
      name: (word) => (MODULES.has(word.text) ? moduleName(word.parent) : undefined),
      body: (word) => bodyOf(word.parent),
    },
  },
  imports: [],
  roleByNode: {
    call: (node) => (IMPORTS.has(wordOf(node)) ? 'import' : undefined),
    unary_operator: ({ text }) => (DOCS.test(text) ? 'comment' : ABOUT.test(text) ? 'decorator' : undefined),
  },
  clauses: true,
  docstring: (body) => body.namedChildren.find(({ text }) => text.startsWith('@moduledoc')),
  opener: ',', // before `do: …`
  exported: (node) => !(node.type === 'call' ? wordOf(node) : node.text).endsWith('p'),
};

/** `alias App.{Repo, Item}`, `alias App.Repo, as: R`, `import App.Maths`, `use App.Web` */
function imports(statement: string): readonly ImportedName[] {
  const match = /^(alias|import|require|use)[\s(]+([\w.]+?)(?:\.\{([^}]*)\})?(?:,\s*as:\s*(\w+))?(?:[,)\s]|$)/.exec(
    statement,
  );
  if (!match) return [];
  const [, how, path, list, as] = match;
  if (list !== undefined) return namesIn(list).map(({ name }) => ({ module: path, name, local: name }));
  const { module, name } = lastOf(path);
  return [
    { module, name, local: as ?? name },
    ...(how === 'import' || how === 'use' ? [{ module: path, name: '*' }] : []),
  ];
}

const references: ReferenceSyntax = {
  query: `
(call target: [(identifier) @calls (dot right: (identifier) @calls)])
(alias) @reads`,
  imports,
  importers: ['alias', 'import', 'require', 'use'],
  self: ['__MODULE__'],
  implicitSelf: true,
  reach: 'file',
};

const modules: ModuleLookup = { namespaces: true, files: () => [] };

export const elixir: CodeLanguage = {
  grain: 'lines',
  name: 'Elixir',
  extensions: ['.ex', '.exs'],
  interpreters: ['elixir', 'iex'],
  blocks: {
    by: 'words',
    pairs: ['{}', '()', '[]'],
    opens: { do: 'anywhere', fn: 'anywhere' },
    closes: { end: 'anywhere' },
    bodies: ['do'],
    middles: ['else', 'rescue', 'catch', 'after'],
  },
  strings: [{ ...tripleDouble, interpolation: '#{' }, tripleSingle, { open: '"', interpolation: '#{' }, single],
  comments: spacedHashes,
  letters: '?!',
  sigils: '.@$:',
  attributes: ['@doc', '@spec', '@impl', '@typedoc', '@tag', '@deprecated', '@decorate'],
  imports: ['import', 'alias', 'use', 'require'],
  definers: {
    def: 'function',
    defp: 'function',
    defmacro: 'function',
    defmacrop: 'function',
    defguard: 'function',
    defmodule: 'module',
    defprotocol: 'module',
    defimpl: 'module',
    test: 'function',
  },
  syntax,
  references,
  modules,
};
