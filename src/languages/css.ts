import { styleLike } from './families.js';
import type { CodeLanguage } from './language.js';
import type { Definition, SyntaxNode } from './syntax.js';

/** A list of selectors can be longer than the rule it heads. */
const MAX_NAME_CHARS = 80;

const BLOCKS = new Set(['block', 'keyframe_block_list']);

const blockOf = (node: SyntaxNode): SyntaxNode | undefined =>
  node.namedChildren.find((child) => child !== null && BLOCKS.has(child.type)) ?? undefined;

/** The text before the block: `.card > a:hover`, `@media (width > 40em)`. */
const headOf = (node: SyntaxNode): string | undefined => {
  const block = blockOf(node);
  if (!block) return undefined;
  const head = node.text.slice(0, block.startIndex - node.startIndex).replace(/\/\*[\s\S]*?\*\//g, ' ');
  return head.replace(/\s+/g, ' ').trim().slice(0, MAX_NAME_CHARS);
};

const rule: Definition = { kind: 'class', name: headOf, body: blockOf };

const group: Definition = { kind: 'module', name: headOf, body: blockOf };

export const css: CodeLanguage = {
  ...styleLike,
  name: 'CSS',
  extensions: ['.css', '.pcss', '.postcss', '.wxss', '.qss'],
  syntax: {
    grammar: 'css',
    definitions: {
      rule_set: rule,
      keyframes_statement: rule,
      at_rule: rule,
      media_statement: group,
      supports_statement: group,
      scope_statement: group,
    },
    imports: ['import_statement'],
    comments: ['comment', 'js_comment'],
  },
};
