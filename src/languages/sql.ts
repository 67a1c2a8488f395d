import { sqlLike } from './families.js';
import type { CodeLanguage } from './language.js';
import { type Definition, type DefinitionKind, namedChild, type SyntaxNode } from './syntax.js';

/** `"app"."orders"`, `[app].[orders]` → `app.orders`. */
const objectOf = (node: SyntaxNode): string | undefined =>
  namedChild(node, 'object_reference')?.text.replace(/["`[\]]/g, '');

const objectDefinition = (kind: DefinitionKind, ...bodies: readonly string[]): Definition => ({
  kind,
  name: objectOf,
  body: (node) => namedChild(node, ...bodies),
});

export const sql: CodeLanguage = {
  ...sqlLike,
  name: 'SQL',
  extensions: ['.sql', '.ddl', '.dml', '.mysql', '.pgsql', '.psql', '.hql', '.cql', '.prc'],
  interpreters: ['psql', 'mysql', 'sqlite3'],
  syntax: {
    grammar: 'sql',
    definitions: {
      create_table: objectDefinition('class', 'column_definitions', 'create_query'),
      create_view: objectDefinition('class', 'create_query'),
      create_materialized_view: objectDefinition('class', 'create_query'),
      create_type: objectDefinition('class', 'enum_elements', 'column_definitions'),
      create_function: objectDefinition('function', 'function_body'),
      create_trigger: objectDefinition('function'),
    },
    imports: [],
    comments: ['comment', 'marginalia'],
    wrappers: ['statement'],
  },
};
