import { contractLike } from './families.js';
import type { CodeLanguage } from './language.js';

export const solidity: CodeLanguage = {
  ...contractLike,
  name: 'Solidity',
  extensions: ['.sol'],
  imports: ['import', 'pragma'],
  definers: {
    function: 'function',
    modifier: 'function',
    event: 'block',
    contract: 'class',
    interface: 'class',
    library: 'class',
    struct: 'class',
    enum: 'class',
  },
  syntax: {
    grammar: 'solidity',
    definitions: {
      contract_declaration: { kind: 'class' },
      interface_declaration: { kind: 'class' },
      library_declaration: { kind: 'class' },
      struct_declaration: { kind: 'class' },
      enum_declaration: { kind: 'class' },
      function_definition: { kind: 'function' },
      modifier_definition: { kind: 'function' },
      constructor_definition: { kind: 'function', name: () => 'constructor' },
      // In older Solidity the fallback was `function ()`, without a name.
      fallback_receive_definition: {
        kind: 'function',
        name: (node) => (node.text.startsWith('receive') ? 'receive' : 'fallback'),
      },
      yul_function_definition: { kind: 'function' },
    },
    imports: ['import_directive'],
  },
};
