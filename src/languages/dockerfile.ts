import { indentation, lineComments, markupLike } from './families.js';
import type { CodeLanguage } from './language.js';
import type { SyntaxNode } from './syntax.js';

const imageOf = (node: SyntaxNode): string | undefined =>
  node.namedChildren.find((child) => child?.type === 'image_spec')?.text;

export const dockerfile: CodeLanguage = {
  ...markupLike,
  name: 'Dockerfile',
  extensions: ['.dockerfile', '.containerfile'],
  filenames: ['Dockerfile', 'Containerfile', 'dockerfile'],
  aliases: ['docker'],
  blocks: indentation([]),
  comments: lineComments({ text: '#', at: 'first' }),
  caseless: true,
  carries: '\\',
  heredocs: { mark: '<<', spaced: false },
  names: [{ pattern: /^from\s+\S+\s+as\s+(\S+)/i, kind: 'block' }],
  syntax: {
    grammar: 'dockerfile',
    definitions: {
      from_instruction: { kind: 'module', name: (node) => node.childForFieldName('as')?.text ?? imageOf(node) },
    },
    imports: [],
    extendsToNext: true,
  },
};
