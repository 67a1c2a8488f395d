import { describe, expect, it } from 'vitest';
import { definitionFacts, drawTree, treeOf } from './drawTree.js';

const program = `/** The shop. */
import { readFile } from 'node:fs/promises';
import type { Item } from './item.js';

export * from './item.js';

const LIMIT = 10;

/** Where things are kept. */
export interface Store<T> {
  get(key: string): T | undefined;
}

export type Keys = 'a' | 'b';

export enum Colour {
  Red,
  Green,
}

declare module 'shop' {
  export function open(): void;
}

/** Sells things. */
@injectable()
export abstract class Shop<T extends Item> implements Store<T> {
  readonly #items = new Map<string, T>();
  static count = 0;

  constructor(private readonly name: string) {
    Shop.count++;
  }

  get size(): number {
    return this.#items.size;
  }

  /** Finds one. */
  async find(key: string): Promise<T>;
  async find(key: number): Promise<T>;
  async find(key: unknown): Promise<T> {
    return this.#items.get(String(key));
  }

  handle = async (event: Event): Promise<void> => {
    await event.done;
  };

  abstract close(): void;
}

// Doubles it.
export const double = (n: number): number => n * 2;

export default function main(): void {
  function inner() {
    return 1;
  }
  inner();
}

namespace Inner {
  export const a = 1;
}

describe('the shop', () => {
  it('opens', () => {
    expect(new Shop('a').size).toBe(0);
  });
});
`;

describe('TypeScript', () => {
  it('becomes a tree of its definitions', async () => {
    expect(await drawTree('shop.ts', program)).toBe(`document [1-71]
  imports [1-3]
  imports [5-5]
  statements [7-7]
  class Store [9-12]
    statements [11-11]
  statements [14-14]
  class Colour [16-19]
    statements [17-18]
  module 'shop' [21-23]
    function open [22-22]
  class Shop [25-51]
    statements [28-29]
    method constructor [31-33]
    method size [35-37]
    method find [39-44]
    method handle [46-48]
    method close [50-50]
  function double [53-54]
  function main [56-61]
  module Inner [63-65]
    statements [64-64]
  statements [67-71]`);
  });

  it('has signatures and documentation', async () => {
    expect(await definitionFacts('shop.ts', program, 'Shop')).toEqual({
      signature: '@injectable()\nexport abstract class Shop<T extends Item> implements Store<T>',
      docstring: 'Sells things.',
    });
    expect(await definitionFacts('shop.ts', program, 'double')).toEqual({
      signature: 'export const double = (n: number): number =>',
      docstring: 'Doubles it.',
    });
  });

  it('keeps overloads with their function', async () => {
    expect(await definitionFacts('shop.ts', program, 'find')).toEqual({
      signature:
        'async find(key: string): Promise<T>;\n  async find(key: number): Promise<T>;\n  async find(key: unknown): Promise<T>',
      docstring: 'Finds one.',
    });
    const text =
      'export function f(a: string): void;\nexport function f(a: number): void;\nexport function f(a: unknown) {}\n';
    expect(await drawTree('a.ts', text)).toBe('document [1-3]\n  function f [1-3]');
    expect(await drawTree('a.d.ts', 'declare function f(a: string): void;\ndeclare function g(): void;\n')).toBe(
      'document [1-2]\n  function f [1-1]\n  function g [2-2]',
    );
  });

  it('has imports and exports', async () => {
    const { children, meta } = await treeOf('shop.ts', program);
    expect(meta?.imports).toEqual([
      "import { readFile } from 'node:fs/promises';",
      "import type { Item } from './item.js';",
      "export * from './item.js';",
    ]);
    expect(children.filter((child) => child.meta?.exported).map(({ name }) => name)).toEqual([
      'Store',
      'Colour',
      'Shop',
      'double',
      'main',
    ]);
  });

  it('finds the definitions around an error', async () => {
    const broken =
      'function before() {\n  return 1;\n}\n\nconst broken = 1 + * 2;\n\nclass After {\n  fine(): number {\n    return 2;\n  }\n}\n';
    expect(await drawTree('shop.ts', broken)).toBe(
      'document [1-11]\n  function before [1-3]\n  statements [5-5]\n  class After [7-11]\n    method fine [8-10]',
    );
  });
});

const component = `'use strict';
const React = require('react');

/** Shows a list. */
export default function List({ items }) {
  const [open, setOpen] = useState(false);
  return (
    <ul onClick={() => setOpen(!open)}>
      {items.map((item) => (
        <li key={item.id}>{item.name}</li>
      ))}
    </ul>
  );
}

const Button = ({ label }) => <button>{label}</button>;

class Shop extends React.Component {
  static defaultProps = {};

  state = { open: false };

  handle = () => {
    this.setState({ open: true });
  };

  render() {
    return <List items={this.props.items} />;
  }
}

exports.open = function () {
  return 1;
};

Shop.prototype.close = () => {};

function* count() {
  yield 1;
}

module.exports = { List, Button, Shop };
`;

describe('JavaScript with elements', () => {
  it('becomes a tree of its definitions', async () => {
    expect(await drawTree('shop.jsx', component)).toBe(`document [1-42]
  statements [1-1]
  imports [2-2]
  function List [4-14]
  function Button [16-16]
  class Shop [18-30]
    statements [19-19]
    statements [21-21]
    method handle [23-25]
    method render [27-29]
  function exports.open [32-34]
  function Shop.prototype.close [36-36]
  function count [38-40]
  statements [42-42]`);
  });

  it('reads require() as an import', async () => {
    expect((await treeOf('shop.jsx', component)).meta?.imports).toEqual(["const React = require('react');"]);
    expect((await treeOf('a.js', "let a = 1, b = require;\nvar { c } =\n  require('c').c;\n")).meta?.imports).toEqual([
      "var { c } =\n  require('c').c;",
    ]);
  });

  it('has signatures and documentation', async () => {
    expect(await definitionFacts('shop.jsx', component, 'List')).toEqual({
      signature: 'export default function List({ items })',
      docstring: 'Shows a list.',
    });
  });
});
