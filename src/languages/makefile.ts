import { hashes, indentation, markupLike } from './families.js';
import type { CodeLanguage } from './language.js';
import type { SyntaxNode } from './syntax.js';

const childOf = (node: SyntaxNode, kind: string): SyntaxNode | undefined =>
  node.namedChildren.find((child) => child?.type === kind) ?? undefined;

/** Special targets such as `.PHONY` are settings. A rule without a recipe only declares dependencies. */
const targetOf = (node: SyntaxNode): string | undefined => {
  const targets = childOf(node, 'targets')?.text.replaceAll('\\', ' ');
  return targets === undefined || /^\.[A-Z]/.test(targets) || !childOf(node, 'recipe') ? undefined : targets;
};

export const makefile: CodeLanguage = {
  ...markupLike,
  name: 'Makefile',
  extensions: ['.mk', '.mak', '.make', '.am'],
  filenames: ['Makefile', 'makefile', 'GNUmakefile', 'BSDmakefile', 'Makefile.am', 'Makefile.in', 'Kbuild'],
  interpreters: ['make'],
  blocks: indentation([], 'else', 'endif', 'endef'),
  comments: hashes,
  carries: '\\',
  imports: ['include', '-include', 'sinclude'],
  names: [
    { pattern: /^([^:=#\s][^:=#]*?)\s*::?(?!=)/, kind: 'function' },
    { pattern: /^define\s+(\S+)/, kind: 'function' },
  ],
  syntax: {
    grammar: 'make',
    definitions: {
      rule: { kind: 'function', name: targetOf, body: (node) => childOf(node, 'recipe') },
      define_directive: { kind: 'function', body: 'value' },
    },
    imports: ['include_directive'],
    holders: ['conditional', 'else_directive', 'elsif_directive'],
  },
};
