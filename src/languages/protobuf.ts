import { schemaLike } from './families.js';
import type { CodeLanguage } from './language.js';
import type { Definition, DefinitionKind, SyntaxNode } from './syntax.js';

const childOf = (node: SyntaxNode, kind: string): SyntaxNode | undefined =>
  node.children.find((child) => child?.type === kind) ?? undefined;

const definitionBy = (kind: DefinitionKind, name: string, body: string): Definition => ({
  kind,
  name: (node) => childOf(node, name)?.text,
  body: (node) => childOf(node, body),
});

export const protobuf: CodeLanguage = {
  ...schemaLike,
  name: 'Protocol Buffers',
  extensions: ['.proto'],
  imports: ['import', 'syntax', 'package'],
  definers: { message: 'class', enum: 'class', service: 'class', extend: 'class', oneof: 'block', rpc: 'function' },
  syntax: {
    grammar: 'proto',
    definitions: {
      message: definitionBy('class', 'message_name', 'message_body'),
      enum: definitionBy('class', 'enum_name', 'enum_body'),
      extend: definitionBy('class', 'full_ident', 'message_body'),
      // Neither has a node for its body.
      service: definitionBy('class', 'service_name', '{'),
      rpc: definitionBy('function', 'rpc_name', '{'),
    },
    imports: ['import'],
  },
};
