/** Names, ids and ways down a tree. */
import { describe, expect, it } from 'vitest';
import {
  ancestorsOfWeightless,
  type Branch,
  childBranch,
  NodeIds,
  namedParent,
  namePath,
  nearestNamed,
  rootBranch,
  unitsOf,
} from '../../src/chunk/branch.js';
import { code } from '../../src/parse/code.js';
import { config } from '../../src/parse/config.js';
import { markdown } from '../../src/parse/markdown.js';
import type { Parser } from '../../src/parse/parser.js';
import { sourceFromText } from '../../src/sources/read.js';
import type { Node } from '../../src/types.js';
import { branchPath, node } from './chunks.js';
import { grow } from './grow.js';

describe('a branch', () => {
  it('has the weight of its node, or else of its parent', () => {
    const root = rootBranch(node('document'));
    expect(root).toMatchObject({ depth: 0, weight: 1, parent: undefined });
    const quote = childBranch(root, { ...node('quote'), weight: 0.3 });
    expect(quote).toMatchObject({ depth: 1, weight: 0.3, parent: root });
    expect(childBranch(quote, node('line'))).toMatchObject({ depth: 2, weight: 0.3 });
    expect(rootBranch({ ...node('document'), weight: 0 }).weight).toBe(0);
  });

  it('has the names above it in its path, without the document’s', () => {
    const [document, client, unnamed, get] = branchPath('document', 'Client', undefined, 'get');
    expect(namePath(get)).toEqual(['Client', 'get']);
    expect(namePath(unnamed)).toEqual(['Client']);
    expect(namePath(client)).toEqual(['Client']);
    expect(namePath(document)).toEqual([]);
  });

  it('belongs to the nearest node with a name', () => {
    const [document, client, unnamed, get] = branchPath('document', 'Client', undefined, 'get');
    expect([document, client, unnamed, get].map(nearestNamed)).toEqual([document, client, client, get]);
    expect([document, client, unnamed, get].map(namedParent)).toEqual([undefined, undefined, client, client]);
    const [top, first] = branchPath(undefined, undefined);
    expect(nearestNamed(first)).toBe(top);
  });
});

describe('a node of weight 0', () => {
  const mute = (name: string, ...children: Node[]): Node => ({ ...node(name, ...children), weight: 0 });
  const holders = (root: Node): string[] =>
    [...ancestorsOfWeightless(rootBranch(root))].map(({ name = '' }) => name).sort();

  it('opens all its ancestors', () => {
    const list = mute('list', node('entry'));
    expect(holders(node('document', node('a', node('b', list), node('c')), node('d')))).toEqual(['a', 'b', 'document']);
    expect(holders(node('document', mute('x'), node('a', mute('y'))))).toEqual(['a', 'document']);
    expect(holders(node('document', node('a', mute('y')), mute('x')))).toEqual(['a', 'document']);
  });

  it('opens nothing if there is none', () => {
    expect(holders(node('document', node('a'), { ...node('b'), weight: 0.3 }))).toEqual([]);
    expect(holders(mute('document', node('a')))).toEqual([]);
  });

  it('is not searched for in closed nodes', () => {
    const closed: Node = { ...node('fence', mute('x')), closed: true };
    expect(holders(node('document', closed))).toEqual([]);
    expect(holders(node('document', closed, node('a', mute('y'))))).toEqual(['a', 'document']);
  });
});

/** The branch of a node, by the indexes of children on the way to it. */
const at = (root: Node, ...path: readonly number[]): Branch =>
  path.reduce((branch, i) => childBranch(branch, branch.node.children[i]), rootBranch(root));

describe('ids', () => {
  it('are the path of names, with a number for siblings of the same name', () => {
    const root = node(
      'document',
      node('Client', node('get'), node('get'), node('put'), node('get')),
      node('Client'),
      node(),
    );
    const ids = new NodeIds('main:a.py', root, code);
    expect(ids.of(at(root))).toBe('main:a.py');
    expect(ids.of(at(root, 0))).toBe('main:a.py#Client');
    expect([0, 1, 2, 3].map((i) => ids.of(at(root, 0, i)))).toEqual([
      'main:a.py#Client.get',
      'main:a.py#Client.get@2',
      'main:a.py#Client.put',
      'main:a.py#Client.get@3',
    ]);
    expect(ids.of(at(root, 1))).toBe('main:a.py#Client@2');
    expect(ids.of(at(root, 2))).toBe('main:a.py');
  });

  it('number definitions of one name in blocks without a name, but not the keys of records', () => {
    const root = node('document', node('lock'), node(undefined, node('lock')), node(undefined, node('lock')));
    const idsBy = (parser: Parser): string[] => {
      const ids = new NodeIds('x', root, parser);
      return [ids.of(at(root, 0)), ids.of(at(root, 1, 0)), ids.of(at(root, 2, 0))];
    };
    expect(idsBy(code)).toEqual(['x#lock', 'x#lock@2', 'x#lock@3']);
    expect(idsBy(config)).toEqual(['x#lock', 'x#lock', 'x#lock']);
  });

  it('percent-encode the separators of ids', () => {
    const root = node('document', node('a #b~c@d%\n\u0007'));
    expect(new NodeIds('x', root, code).of(at(root, 0))).toBe('x#a%20%23b%7Ec%40d%25%0A%07');
  });

  it('of a name with a tilde are never those of a numbered chunk', () => {
    const root = node('document', node('part'), node('part~1'), node('~Client'));
    const ids = new NodeIds('x', root, code);
    expect(ids.of(at(root, 1))).toBe('x#part%7E1');
    expect(ids.of(at(root, 2))).toBe('x#%7EClient');
    expect(ids.numbered(ids.of(at(root, 0)))).toBe('x#part~1');
  });

  it('are slugs in the order of the document, if the parser has headings', () => {
    const inner = node('Part', node('Notes'), node());
    const root = node('Title', node('Notes'), inner, node('Notes'));
    const ids = new NodeIds('main:a.md', root, markdown);
    expect(ids.of(at(root, 2))).toBe('main:a.md#notes-2');
    expect(ids.of(at(root, 1, 0))).toBe('main:a.md#notes-1');
    expect(ids.of(at(root, 0))).toBe('main:a.md#notes');
    expect(ids.of(at(root, 1, 1))).toBe('main:a.md#part');
    expect(ids.of(at(root))).toBe('main:a.md');
  });

  it('have no slugs for closed nodes', () => {
    const root = node('Title', { ...node(undefined, node('Notes')), closed: true }, node('Notes'));
    expect(new NodeIds('x', root, markdown).of(at(root, 1))).toBe('x#notes');
  });

  it('are unique', () => {
    const ids = new NodeIds('x', node(), code);
    expect([1, 2, 3].map(() => ids.unique('x#a'))).toEqual(['x#a', 'x#a@2', 'x#a@3']);
    expect([1, 2].map(() => ids.numbered('x#a'))).toEqual(['x#a~1', 'x#a~2']);
    expect(ids.numbered('x#b')).toBe('x#b~1');
    expect(ids.unique('x#b~2')).toBe('x#b~2');
    expect(ids.numbered('x#b')).toBe('x#b~2@2');
  });
});

it('units are the named nodes from the top down, without closed ones', () => {
  const { node: root, text } = grow({
    name: 'document',
    inside: [
      {
        kind: 'class',
        name: 'Client',
        text: 'class Client\n',
        inside: [
          { text: '  //\n', inside: [{ kind: 'method', name: 'get', text: '  get\n' }] },
          { kind: 'empty', name: 'none' },
        ],
      },
      { name: 'fence', text: '~~~\n', closed: true, inside: [{ name: 'hidden', text: 'x\n' }] },
    ],
  });
  const source = sourceFromText(text, { tree: 'main', path: 'a.js', language: 'javascript' });
  const anchors: Pick<Parser, 'anchors'> = { anchors: 'path' };
  const units = unitsOf(source, root, anchors as Parser); // the rest of a parser is never asked
  const below = { parentId: 'main:a.js#Client' };
  expect(units).toEqual([
    { ...unit('Client', 'class', 0, 24), parentId: 'main:a.js', depth: 1, startLine: 1, endLine: 3 },
    { ...unit('get', 'method', 18, 24, 'Client.get'), ...below, depth: 3, startLine: 3, endLine: 3 },
    { ...unit('none', 'empty', 24, 24, 'Client.none'), ...below, depth: 2, startLine: 4, endLine: 4 },
    { ...unit('fence', 'block', 24, 30), parentId: 'main:a.js', depth: 1, startLine: 4, endLine: 5 },
  ]);
});

function unit(name: string, kind: string, charStart: number, charEnd: number, path = name) {
  return { id: `main:a.js#${path}`, name, kind, charStart, charEnd };
}
