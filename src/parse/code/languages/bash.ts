import type { Syntax } from '../syntax.js';

export const bash: Syntax = {
  grammar: 'bash',
  definitions: { function_definition: { kind: 'function' } },
  imports: [],
  holders: ['if_statement', 'elif_clause', 'else_clause'],
  either: { command: ({ text }) => (/^(source|\.)\s/.test(text) ? 'import' : undefined) },
};
