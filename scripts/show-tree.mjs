/** node scripts/show-tree.mjs GRAMMAR FILE: the syntax tree of a file, with its fields. Needs `npm run build`. */
import { readFileSync } from 'node:fs';
import { withSyntax } from '../build/parse/code/syntaxTree.js';

const [grammar, file] = process.argv.slice(2);

function linesOf(cursor, depth = 0) {
  const { currentNode: node, currentFieldName: field } = cursor;
  const { row, column } = node.startPosition;
  const leaf = node.childCount === 0 ? ` ${JSON.stringify(node.text)}` : '';
  const line = `${'  '.repeat(depth)}${field ? `${field}: ` : ''}${node.type}${leaf}  ${row + 1}:${column + 1}`;
  const lines = node.isNamed ? [line] : [];
  if (cursor.gotoFirstChild()) {
    do lines.push(...linesOf(cursor, depth + 1));
    while (cursor.gotoNextSibling());
    cursor.gotoParent();
  }
  return lines;
}

const lines = await withSyntax(grammar, readFileSync(file, 'utf8'), (root) => linesOf(root.walk()));
process.stdout.write(`${lines?.join('\n') ?? `no grammar ${grammar}`}\n`);
