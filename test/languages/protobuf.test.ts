import { describe, expect, it } from 'vitest';
import { definitionFacts, drawTree, treeOf } from './drawTree.js';

const schema = `// Messages of the shop.
syntax = "proto3";

package shop.v1;

import "google/protobuf/timestamp.proto";
import public "shop/v1/common.proto";

option go_package = "shop.dev/v1;shop";

// One thing that is sold.
message Item {
  string name = 1;
  repeated string tags = 2 [deprecated = true];
  map<string, int32> counts = 3;

  // How it looks.
  enum Colour {
    COLOUR_UNSPECIFIED = 0;
    RED = 1;
  }

  message Size {
    int32 width = 1;
  }

  oneof kind {
    Size size = 5;
    bytes raw = 6;
  }
}

enum Status {
  option allow_alias = true;
  UNKNOWN = 0;
}

/*
 * What the shop can do.
 */
service Shop {
  // Finds one item.
  rpc Get(GetRequest) returns (Item);
  rpc Watch(stream GetRequest) returns (stream Item) {
    option (google.api.http) = {
      get: "/v1/items"
    };
  }
}

extend google.protobuf.FieldOptions {
  bool secret = 50001;
}
`;

describe('Protocol Buffers', () => {
  it('is a tree of messages and services', async () => {
    expect(await drawTree('shop.proto', schema)).toBe(
      `document [1-53]
  statements [1-2]
  statements [4-4]
  imports [6-7]
  statements [9-9]
  class Item [11-31]
    statements [13-15]
    class Colour [17-21]
      statements [19-20]
    class Size [23-25]
      statements [24-24]
    statements [27-30]
  class Status [33-36]
    statements [34-35]
  class Shop [38-49]
    method Get [42-43]
    method Watch [44-48]
  class google.protobuf.FieldOptions [51-53]
    statements [52-52]`,
    );
  });

  it('has signatures and documentation', async () => {
    expect(await definitionFacts('shop.proto', schema, 'Item')).toEqual({
      signature: 'message Item',
      docstring: 'One thing that is sold.',
    });
    expect(await definitionFacts('shop.proto', schema, 'Shop')).toEqual({
      signature: 'service Shop',
      docstring: 'What the shop can do.',
    });
    expect(await definitionFacts('shop.proto', schema, 'Watch')).toEqual({
      signature: 'rpc Watch(stream GetRequest) returns (stream Item)',
      docstring: undefined,
    });
    expect(await definitionFacts('shop.proto', schema, 'Get')).toEqual({
      signature: 'rpc Get(GetRequest) returns (Item);',
      docstring: 'Finds one item.',
    });
  });

  it('has imports', async () => {
    expect((await treeOf('shop.proto', schema)).meta?.imports).toEqual([
      'import "google/protobuf/timestamp.proto";',
      'import public "shop/v1/common.proto";',
    ]);
  });

  it('finds the messages around a broken one', async () => {
    const broken = `syntax = "proto3";

message Before {
  string name = 1;
}

message Broken {
  string = ;
}

message After {
  string name = 1;
}
`;
    expect(await drawTree('shop.proto', broken)).toBe(
      `document [1-13]
  statements [1-1]
  class Before [3-5]
    statements [4-4]
  class Broken [7-9]
    statements [8-8]
  class After [11-13]
    statements [12-12]`,
    );
  });
});
