import { folderOf, resolvePath } from '../text/folders.js';
import { rubyLike } from './families.js';
import type { CodeLanguage } from './language.js';
import { type ModuleLookup, onlyOne } from './modules.js';
import { type ImportedName, type ReferenceSyntax, verbsOf } from './referenceSyntax.js';
import type { Syntax, SyntaxNode } from './syntax.js';

const IMPORTS = new Set(['require', 'require_relative', 'autoload', 'load']);

const CLASS_FACTORIES = new Set(['Class', 'Data', 'Module', 'Struct']);

/** `Point = Struct.new(:x, :y) do …`: the call, when it makes a class that has a block. */
const factoryCall = (node: SyntaxNode): SyntaxNode | undefined => {
  const call = node.childForFieldName('right');
  const factory = call?.type === 'call' ? call.childForFieldName('receiver')?.text : undefined;
  return call && factory && CLASS_FACTORIES.has(factory) && call.childForFieldName('block') ? call : undefined;
};

/** Without a body the signature ends before `end`. */
const bodyOf = (node: SyntaxNode): SyntaxNode | null => node.childForFieldName('body') ?? node.lastChild;

const syntax: Syntax = {
  grammar: 'ruby',
  definitions: {
    method: { kind: 'function', body: bodyOf },
    singleton_method: {
      kind: 'function',
      name: (node) => `${node.childForFieldName('object')?.text}.${node.childForFieldName('name')?.text}`,
      body: bodyOf,
    },
    class: { kind: 'class', body: bodyOf },
    singleton_class: { kind: 'class', name: 'value', body: bodyOf },
    module: { kind: 'module', body: bodyOf },
    assignment: {
      kind: 'class',
      name: (node) => factoryCall(node) && node.childForFieldName('left')?.text,
      body: (node) => factoryCall(node)?.childForFieldName('block')?.childForFieldName('body'),
    },
  },
  imports: [],
  roleByNode: {
    call: (node) =>
      node.childForFieldName('receiver') === null && IMPORTS.has(node.childForFieldName('method')?.text ?? '')
        ? 'import'
        : undefined,
  },
  wrappers: ['call', 'argument_list'], // `private def …`
  opener: '=', // `def size = 1`
  through: ['body_statement', 'block_body', 'then'],
  holders: ['if', 'unless', 'elsif', 'else'],
};

/** `require_relative 'client'`, `require "acme/client"`, `autoload :Client, "acme/client"` */
function imports(statement: string): readonly ImportedName[] {
  const match = /\b(require_relative|require|load|autoload)\b[\s(]*(?::(\w+)\s*,\s*)?["']([^"'#]+)["']/.exec(statement);
  if (!match) return [];
  const [, method, , path] = match;
  return [{ module: method === 'require_relative' && !path.startsWith('.') ? `./${path}` : path }];
}

const constantCapture = (verb: string): string => `[(constant) @${verb} (scope_resolution name: (constant) @${verb})]`;

/** Methods of records and jobs, in Rails and libraries that follow it. */
const methodVerbs = verbsOf({
  creates:
    'create create! build insert insert! insert_all insert_all! upsert upsert_all find_or_create_by find_or_create_by! ' +
    'find_or_initialize_by create_or_find_by create_or_find_by! create_with',
  writes:
    'update update! update_all delete delete_all delete_by destroy destroy_all destroy_by touch_all update_counters',
  triggers: 'perform_later perform_async perform_in perform_at perform_bulk perform_all_later',
});

const references: ReferenceSyntax = {
  query: `
(call method: (identifier) @calls)
(superclass ${constantCapture('inherits')})
(call method: (identifier) @_how arguments: (argument_list ${constantCapture('includes')})
  (#any-of? @_how "include" "extend" "prepend"))
(constant) @reads
(assignment left: (call receiver: (constant) method: (identifier) @writes))
(identifier) @bare
((assignment left: [(identifier) @variable (instance_variable) @field]
  right: (call receiver: [(constant) (scope_resolution)] @made method: (identifier) @_new)) (#eq? @_new "new"))`,
  imports,
  importers: ['require', 'require_relative', 'load', 'autoload'],
  constructorMethods: ['new'],
  methodVerbs,
  self: ['self', 'super'],
  implicitSelf: true,
  reach: 'tree',
};

const modules: ModuleLookup = {
  files(name, { path }, files) {
    const file = name.endsWith('.rb') ? name : `${name}.rb`;
    if (name.startsWith('.')) return files.first([resolvePath(folderOf(path), file) ?? '']);
    const library = files.endingWith(`lib/${file}`);
    return library.length === 1 ? library : onlyOne(file, files);
  },
};

export const ruby: CodeLanguage = {
  ...rubyLike,
  name: 'Ruby',
  extensions: ['.rb', '.rake', '.gemspec', '.ru', '.podspec', '.rbw', '.rbi', '.jbuilder', '.thor'],
  filenames: [
    'Gemfile',
    'Rakefile',
    'Guardfile',
    'Vagrantfile',
    'Podfile',
    'Fastfile',
    'Brewfile',
    'Capfile',
    'Appraisals',
    'Berksfile',
    'Dangerfile',
    'Thorfile',
    'Puppetfile',
  ],
  interpreters: ['ruby', 'jruby', 'rake', 'irb', 'macruby'],
  comments: { line: ['#'], block: [{ open: '=begin', close: '\n=end', at: 'margin' }] },
  heredocs: { mark: '<<', spaced: false },
  syntax,
  references,
  modules,
};
