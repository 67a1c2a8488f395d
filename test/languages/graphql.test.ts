import { describe, expect, it } from 'vitest';
import { definitionFacts, drawTree } from './drawTree.js';

const schema = `# The shop.
schema {
  query: Query
}

"""
Where reading begins.
"""
type Query {
  "one item"
  item(id: ID!, deep: Boolean = false): Item
  items(
    first: Int = 10
    filter: ItemFilter
  ): [Item!]! @deprecated(reason: "slow")
}

interface Node {
  id: ID!
}

# Something that is sold.
type Item implements Node @key(fields: "id") {
  id: ID!
  name: String
}

extend type Item {
  size: Int
}

enum Colour {
  RED
  GREEN
}

union Result = Item | Error

input ItemFilter {
  name: String = "x"
}

scalar Date

query Load($id: ID!) {
  item(id: $id) {
    ...ItemParts
  }
}

fragment ItemParts on Item {
  id
  name
}
`;

describe('GraphQL', () => {
  it('has its types, operations and fragments', async () => {
    expect(await drawTree('shop.graphql', schema)).toBe(
      `document [1-54]
  class schema [1-4]
    statements [3-3]
  class Query [6-16]
    statements [10-15]
  class Node [18-20]
    statements [19-19]
  class Item [22-26]
    statements [24-25]
  class Item [28-30]
    statements [29-29]
  class Colour [32-35]
    statements [33-34]
  statements [37-37]
  class ItemFilter [39-41]
    statements [40-40]
  statements [43-43]
  function Load [45-49]
  function ItemParts [51-54]`,
    );
  });

  it('has signatures and documentation', async () => {
    expect(await definitionFacts('shop.graphql', schema, 'Item')).toEqual({
      signature: 'type Item implements Node @key(fields: "id")',
      docstring: 'Something that is sold.',
    });
    expect(await definitionFacts('shop.graphql', schema, 'Load')).toEqual({
      signature: 'query Load($id: ID!)',
      docstring: undefined,
    });
  });

  it('finds the types around a broken one', async () => {
    const broken = `type Before {
  id: ID!
}

type Broken {
  id: : [ID!
}

type After {
  id: ID!
}
`;
    expect(await drawTree('shop.graphql', broken)).toBe(
      `document [1-11]
  class Before [1-3]
    statements [2-2]
  class Broken [5-7]
    statements [6-6]
  class After [9-11]
    statements [10-10]`,
    );
  });
});
