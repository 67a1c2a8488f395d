import { hashes, indentation, markupLike } from './families.js';
import type { CodeLanguage } from './language.js';
import { namedChild, type SyntaxNode } from './syntax.js';

/** Special targets such as `.PHONY` are settings. A rule without a recipe only declares dependencies. */
const targetOf = (node: SyntaxNode): string | undefined => {
  const targets = namedChild(node, 'targets')?.text.replaceAll('\\', ' ');
  return targets === undefined || /^\.[A-Z]/.test(targets) || !namedChild(node, 'recipe') ? undefined : targets;
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
      rule: { kind: 'function', name: targetOf, body: (node) => namedChild(node, 'recipe') },
      define_directive: { kind: 'function', body: 'value' },
    },
    imports: ['include_directive'],
    holders: ['conditional', 'else_directive', 'elsif_directive'],
  },
};
