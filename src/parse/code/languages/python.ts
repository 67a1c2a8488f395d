import type { Syntax } from '../syntax.js';

export const python: Syntax = {
  grammar: 'python',
  definitions: {
    function_definition: { kind: 'function' },
    class_definition: { kind: 'class' },
  },
  imports: ['import_statement', 'import_from_statement', 'future_import_statement'],
  wrappers: ['decorated_definition'],
  docstrings: true,
  opener: '', // the colon is part of how a signature reads
  exported: (_, name) => !name.startsWith('_'),
};
