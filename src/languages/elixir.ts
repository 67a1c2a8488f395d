import { single, spacedHashes, tripleDouble, tripleSingle } from './families.js';
import type { CodeLanguage } from './language.js';
import type { ModuleLookup } from './modules.js';
import { type ImportedName, lastOf, namesIn, type ReferenceSyntax } from './referenceSyntax.js';
import { namedChild, type Syntax, type SyntaxNode } from './syntax.js';

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
const DOC_ATTRIBUTE = /^@(type|module)?doc\b/;

const DECORATOR_ATTRIBUTE =
  /^@(spec|impl|deprecated|tag|describetag|moduletag|callback|macrocallback|dialyzer|since)\b/;

const calleeOf = (call: SyntaxNode): string => call.childForFieldName('target')?.text ?? '';

/** `load(key) when is_binary(key)` → load, `a + b` → +, `"loads"` → test loads. */
function definedName(head: SyntaxNode | null | undefined): string | undefined {
  switch (head?.type) {
    case 'call':
      return calleeOf(head) === 'unquote' ? head.text : calleeOf(head);
    case 'binary_operator': {
      const operator = head.childForFieldName('operator')?.text;
      return operator === 'when' ? definedName(head.childForFieldName('left')) : operator;
    }
    case 'string':
      return `test ${namedChild(head, 'quoted_content')?.text}`;
    default:
      return head?.text;
  }
}

/** `defimpl Sized, for: List` → Sized for List. */
function moduleName(call: SyntaxNode | null): string | undefined {
  const args = namedChild(call, 'arguments');
  const forType = namedChild(args, 'keywords')?.text.match(/\bfor:\s*([^,]+)/)?.[1];
  return [args?.namedChild(0)?.text.replace(/^"|"$/g, ''), forType].filter(Boolean).join(' for ');
}

/** A block, or `do: …` on the same line. */
function bodyOf(call: SyntaxNode | null): SyntaxNode | undefined {
  const keywords = namedChild(namedChild(call, 'arguments'), 'keywords');
  return namedChild(call, 'do_block') ?? (keywords?.text.startsWith('do:') ? keywords : undefined);
}

const syntax: Syntax = {
  grammar: 'elixir',
  definitions: {
    call: {
      kind: 'function',
      name: (call) =>
        FUNCTIONS.has(calleeOf(call)) ? definedName(namedChild(call, 'arguments')?.namedChild(0)) : undefined,
      body: bodyOf,
    },
    // A kind of syntax node maps to one kind of definition, and functions are calls: a module is found by its keyword.
    identifier: {
      kind: 'module',
      name: (keyword) => (MODULES.has(keyword.text) ? moduleName(keyword.parent) : undefined),
      body: (keyword) => bodyOf(keyword.parent),
    },
  },
  imports: [],
  roleByNode: {
    call: (node) => (IMPORTS.has(calleeOf(node)) ? 'import' : undefined),
    unary_operator: ({ text }) =>
      DOC_ATTRIBUTE.test(text) ? 'comment' : DECORATOR_ATTRIBUTE.test(text) ? 'decorator' : undefined,
  },
  clauses: true,
  docstring: (body) => body.namedChildren.find(({ text }) => text.startsWith('@moduledoc')),
  opener: ',', // before `do: …`
  exported: (node) => !(node.type === 'call' ? calleeOf(node) : node.text).endsWith('p'),
};

/** `alias App.{Repo, Item}`, `alias App.Repo, as: R`, `import App.Maths`, `use App.Web` */
function imports(statement: string): readonly ImportedName[] {
  const match = /^(alias|import|require|use)[\s(]+([\w.]+?)(?:\.\{([^}]*)\})?(?:,\s*as:\s*(\w+))?(?:[,)\s]|$)/.exec(
    statement,
  );
  if (!match) return [];
  const [, directive, path, list, alias] = match;
  if (list !== undefined) return namesIn(list).map(({ name }) => ({ module: path, name, local: name }));
  const { module, name } = lastOf(path);
  return [
    { module, name, local: alias ?? name },
    ...(directive === 'import' || directive === 'use' ? [{ module: path, name: '*' }] : []),
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
