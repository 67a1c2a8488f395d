import { type ImportedName, namesIn, type ReferenceSyntax } from './referenceSyntax.js';

const MODULE = /(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\s*\(\s*)(["'`])([^"'`\n]+)\1/;

/** `import x, { a as b, type C } from 'm'`, `export * from 'm'`, `const { a: b } = require('m')` */
function imports(statement: string): readonly ImportedName[] {
  const module = MODULE.exec(statement)?.[2];
  if (module === undefined) return [];
  if (/^\s*module\.exports/.test(statement)) return [{ module, name: '*' }, { module }]; // handed on whole
  const before = statement.slice(0, statement.search(MODULE)).replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, ' ');
  const named = /\{([^}]*)\}/.exec(before)?.[1];
  const plain = before
    .replace(/\{[^}]*\}/, ' ')
    .replace(/^\s*(import|export|const|let|var)\b(\s+type\b(?!\s*(,|from|$)))?/, ' ')
    .replace(/=[\s\S]*$/, ' ');
  const space = /\*\s*(?:as\s+([\w$]+))?/.exec(plain);
  const whole = /^[\s,]*([\w$]+)/.exec(plain.replace(/\*.*/, ''))?.[1];
  const required = /\brequire\s*\(/.test(statement);
  return [
    ...namesIn(named ?? '', /\s+as\s+|\s*:\s*|\s*=\s*/).map(({ name, local }) => ({
      module,
      name: name.replace(/^type\s+/, ''),
      local: local.replace(/^type\s+/, ''),
    })),
    ...(space ? [{ module, name: '*', local: space[1] }] : []),
    ...(whole ? [{ module, name: required ? '*' : 'default', local: whole }] : []),
    { module },
  ];
}

const shared = `
(call_expression function: [(identifier) @calls (member_expression property: (property_identifier) @calls)])
(new_expression constructor: [(identifier) @creates (member_expression property: (property_identifier) @creates)])
(member_expression object: (identifier) property: (property_identifier) @reads)
(arguments (identifier) @reads)
(pair value: (identifier) @reads)
(shorthand_property_identifier) @reads
(assignment_expression left: (member_expression object: (identifier) property: (property_identifier) @writes))
(call_expression function: (import)) @imports
(import_statement) @imports
(export_statement source: (string)) @imports
`;
const markup = `
(jsx_opening_element name: [(identifier) @creates (member_expression property: (property_identifier) @creates)])
(jsx_self_closing_element name: [(identifier) @creates (member_expression property: (property_identifier) @creates)])
`;
const types = `
(class_heritage (extends_clause value: [(identifier) @inherits (member_expression property: (property_identifier) @inherits)]))
(implements_clause [(type_identifier) @inherits (generic_type name: (type_identifier) @inherits)])
(extends_type_clause type: [(type_identifier) @inherits (generic_type name: (type_identifier) @inherits)])
(type_identifier) @reads
`;

export const javascript: ReferenceSyntax = {
  query: `${shared}${markup}
(class_heritage [(identifier) @inherits (member_expression property: (property_identifier) @inherits)])`,
  imports,
  importers: ['require'],
  self: ['this', 'super'],
  reach: 'file',
};
export const typescript: ReferenceSyntax = { ...javascript, query: `${shared}${types}` };
export const tsx: ReferenceSyntax = { ...javascript, query: `${shared}${markup}${types}` };
