import { type ImportedName, type ReferenceSyntax, verbsOf } from './referenceSyntax.js';

/** `require_relative 'client'`, `require "acme/client"`, `autoload :Client, "acme/client"` */
function imports(statement: string): readonly ImportedName[] {
  const found = /\b(require_relative|require|load|autoload)\b[\s(]*(?::(\w+)\s*,\s*)?["']([^"'#]+)["']/.exec(statement);
  if (!found) return [];
  const [, how, , path] = found;
  return [{ module: how === 'require_relative' && !path.startsWith('.') ? `./${path}` : path }];
}

const CONSTANT = (verb: string): string => `[(constant) @${verb} (scope_resolution name: (constant) @${verb})]`;

/** Records and jobs, as Rails and those who borrow from it have them. */
const does = verbsOf({
  creates:
    'create create! build insert insert! insert_all insert_all! upsert upsert_all find_or_create_by find_or_create_by! ' +
    'find_or_initialize_by create_or_find_by create_or_find_by! create_with',
  writes:
    'update update! update_all delete delete_all delete_by destroy destroy_all destroy_by touch_all update_counters',
  triggers: 'perform_later perform_async perform_in perform_at perform_bulk perform_all_later',
});

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
  does,
  self: ['self', 'super'],
  implicitSelf: true,
  reach: 'tree',
};
