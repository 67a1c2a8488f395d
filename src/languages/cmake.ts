import { double, indentedWords } from './families.js';
import type { CodeLanguage } from './language.js';
import { type Definition, namedChild } from './syntax.js';

const IMPORTS = new Set(['include', 'find_package', 'add_subdirectory']);

/** `function(add_item name)`: the first argument is the name, the others are the parameters. */
const command: Definition = {
  kind: 'function',
  name: (node) =>
    namedChild(namedChild(namedChild(node, 'function_command', 'macro_command'), 'argument_list'), 'argument')?.text,
  body: (node) => namedChild(node, 'body'),
};

export const cmake: CodeLanguage = {
  ...indentedWords('elseif', 'endif', 'endfunction', 'endmacro', 'endforeach', 'endwhile', 'endblock', ')'),
  name: 'CMake',
  extensions: ['.cmake'],
  filenames: ['CMakeLists.txt'],
  interpreters: ['cmake'],
  strings: [double, { open: '[[', close: ']]', escape: '', multiline: true }],
  comments: { line: ['#'], block: [{ open: '#[[', close: ']]' }] },
  imports: ['include', 'find_package'],
  names: [{ pattern: /^(?:function|macro)\s*\(\s*(\w+)/i, kind: 'function' }],
  syntax: {
    grammar: 'cmake',
    definitions: { function_def: command, macro_def: command },
    imports: [],
    roleByNode: {
      normal_command: (node) =>
        IMPORTS.has(namedChild(node, 'identifier')?.text.toLowerCase() ?? '') ? 'import' : undefined,
    },
    through: [
      'body',
      'endfunction_command',
      'endmacro_command',
      'endif_command',
      'endforeach_command',
      'endwhile_command',
    ],
    holders: ['if_condition', 'foreach_loop'],
    comments: ['line_comment', 'bracket_comment'],
  },
};
