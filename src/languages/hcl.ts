import { braceLike, slashes } from './families.js';
import type { CodeLanguage } from './language.js';
import type { SyntaxNode } from './syntax.js';

const LABELS = new Set(['identifier', 'string_lit']);

/** `resource "aws_instance" "web" {` → `resource.aws_instance.web`. Blocks inside a block are its arguments. */
const addressOf = (node: SyntaxNode): string | undefined => {
  if (node.parent?.parent?.type !== 'config_file') return undefined;
  const labels = node.namedChildren.filter((child) => child !== null && LABELS.has(child.type));
  return labels.map((label) => label?.text.replace(/^"|"$/g, '')).join('.');
};

export const hcl: CodeLanguage = {
  ...braceLike,
  name: 'HCL',
  extensions: ['.hcl', '.tf', '.tfvars', '.nomad', '.workflow'],
  aliases: ['terraform'],
  strings: [{ open: '"', interpolation: '${' }],
  comments: { line: ['#', '//'], block: slashes.block },
  heredocs: { mark: '<<', spaced: false },
  letters: '-',
  names: [
    { pattern: /^(?:resource|data)\s+"[^"]+"\s+"([^"]+)"/, kind: 'block' },
    { pattern: /^(?:module|variable|output|provider|job|group|task)\s+"([^"]+)"/, kind: 'block' },
    { pattern: /^([\w-]+)\s*[={]/, kind: 'block' },
  ],
  syntax: {
    grammar: 'hcl',
    definitions: {
      block: {
        kind: 'class',
        name: addressOf,
        body: (node) => node.namedChildren.find((child) => child?.type === 'body'),
      },
    },
    imports: [],
    through: ['body', 'block_end'],
  },
};
