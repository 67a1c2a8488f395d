import { type ImportedName, namesIn, type ReferenceSyntax, verbsOf } from './referenceSyntax.js';

/** `from ..a import b as c, d` and `import a.b, c as d` */
function imports(statement: string): readonly ImportedName[] {
  const text = statement.replace(/#.*|[()\\]/g, ' ');
  const from = /^\s*from\s+([.\w]+)\s+import\s+([\s\S]*)$/.exec(text);
  if (from) {
    const [, module, list] = from;
    return [
      ...namesIn(list).map(({ name, local }) => ({ module, name, local: name === '*' ? undefined : local })),
      { module },
    ];
  }
  return namesIn(text.replace(/^\s*import\s/, '')).map(({ name, local }) => ({ module: name, local }));
}

const NAME = (verb: string): string => `[(identifier) @${verb} (attribute attribute: (identifier) @${verb})]`;

/** Records, as Django's managers have them: `Order.objects.create()`. */
const does = verbsOf({
  creates: 'create acreate bulk_create get_or_create update_or_create',
  writes: 'update aupdate bulk_update delete',
});

export const python: ReferenceSyntax = {
  query: `
(call function: ${NAME('calls')})
(decorator ${NAME('calls')})
(class_definition superclasses: (argument_list [
  (identifier) @inherits (attribute attribute: (identifier) @inherits)
  (subscript value: (identifier) @inherits)]))
(type ${NAME('reads')})
(generic_type (identifier) @reads)
(argument_list (identifier) @reads)
(keyword_argument value: (identifier) @reads)
(attribute object: (identifier) attribute: (identifier) @reads)
(assignment left: (attribute object: (identifier) attribute: (identifier) @writes))
(except_clause (identifier) @reads)
[(import_statement) (import_from_statement)] @imports`,
  imports,
  does,
  self: ['self', 'cls', 'super()'],
  reach: 'file',
};
