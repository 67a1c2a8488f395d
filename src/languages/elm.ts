import { character, double, haskellLike, tripleDouble } from './families.js';
import type { CodeLanguage } from './language.js';
import type { SyntaxNode } from './syntax.js';

const equalsSign = (node: SyntaxNode): SyntaxNode | undefined =>
  node.namedChildren.find((child) => child?.type === 'eq') ?? undefined;

const isRecord = (node: SyntaxNode): boolean =>
  node.childForFieldName('typeExpression')?.namedChild(0)?.type === 'record_type';

export const elm: CodeLanguage = {
  ...haskellLike,
  name: 'Elm',
  extensions: ['.elm'],
  strings: [tripleDouble, double, character],
  definers: { type: 'class', alias: 'class', module: 'module', port: 'function' },
  syntax: {
    grammar: 'elm',
    definitions: {
      value_declaration: {
        kind: 'function',
        name: (node) => node.childForFieldName('functionDeclarationLeft')?.namedChild(0)?.text,
      },
      port_annotation: { kind: 'function' },
      type_declaration: { kind: 'class', body: equalsSign },
      type_alias_declaration: {
        kind: 'class',
        name: (node) => (isRecord(node) ? node.childForFieldName('name')?.text : undefined),
        body: equalsSign,
      },
    },
    imports: ['import_clause'],
    decorators: ['type_annotation'],
    opener: '=',
  },
};
