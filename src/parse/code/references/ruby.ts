import type { Imported, ReferenceSyntax } from './referenceSyntax.js';

/** `require_relative 'client'`, `require "acme/client"`, `autoload :Client, "acme/client"` */
function imports(statement: string): readonly Imported[] {
  const found = /\b(require_relative|require|load|autoload)\b[\s(]*(?::(\w+)\s*,\s*)?["']([^"'#]+)["']/.exec(statement);
  if (!found) return [];
  const [, how, , path] = found;
  return [{ module: how === 'require_relative' && !path.startsWith('.') ? `./${path}` : path }];
}

const CONSTANT = (verb: string): string => `[(constant) @${verb} (scope_resolution name: (constant) @${verb})]`;

export const ruby: ReferenceSyntax = {
  query: `
(call method: (identifier) @calls)
(superclass ${CONSTANT('inherits')})
(call method: (identifier) @_how arguments: (argument_list ${CONSTANT('includes')})
  (#any-of? @_how "include" "extend" "prepend"))
(constant) @reads
(assignment left: (call receiver: (constant) method: (identifier) @writes))
(identifier) @bare`,
  imports,
  importers: ['require', 'require_relative', 'load', 'autoload'],
  makers: ['new'],
  self: ['self', 'super'],
  implicitSelf: true,
  reach: 'tree',
};
