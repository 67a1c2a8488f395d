import { describe, expect, it } from 'vitest';
import { definitionFacts, drawTree, treeOf } from './drawTree.js';

const program = `// What somebody wants to buy.
#import <Foundation/Foundation.h>
#import "Cart.h"
@import UIKit;

@class Item;

/** Knows a price. */
@protocol Priced <NSObject>
- (NSInteger)price;
@end

/** Holds items. */
@interface Cart () <Priced>
@property (nonatomic, strong) NSMutableArray<Item *> *items;
- (void)reset;
@end

static NSInteger Twice(NSInteger x) {
    return x * 2;
}

@implementation Cart {
    NSString *_owner;
}

@synthesize items = _items;

+ (instancetype)cartWithOwner:(NSString *)owner {
    return [[self alloc] init];
}

#pragma mark - Items

/// Adds an item, and says so.
- (void)addItem:(Item *)item
          count:(NSInteger)count
     completion:(void (^)(BOOL done))completion
{
    for (NSInteger i = 0; i < count; i++) {
        [self.items addObject:item];
    }
    completion(YES);
}

- (NSInteger)price { return Twice(1); }

@end

@implementation Cart (Summary)
- (NSString *)summary {
    return @"empty";
}
@end
`;

const broken = `#import "Broken.h"

@implementation Broken

- (int)before {
    return 1;
}

- (void)broken:(int)x {
    [self run:(1 + ];
}

- (int)after {
    return 2;
}

@end
`;

describe('Objective-C', () => {
  it('becomes a tree of its definitions', async () => {
    expect(await drawTree('Cart.m', program)).toBe(`document [1-54]
  imports [1-4]
  statements [6-6]
  class Priced [8-11]
    method price [10-10]
  class Cart [13-17]
    statements [15-15]
    method reset [16-16]
  function Twice [19-21]
  class Cart [23-48]
    statements [27-27]
    method cartWithOwner: [29-31]
    statements [33-33]
    method addItem:count:completion: [35-44]
    method price [46-46]
  class Cart (Summary) [50-54]
    method summary [51-53]`);
  });

  it('has signatures and documentation', async () => {
    expect(await definitionFacts('Cart.m', program, 'addItem:count:completion:')).toEqual({
      signature: `- (void)addItem:(Item *)item
          count:(NSInteger)count
     completion:(void (^)(BOOL done))completion`,
      docstring: 'Adds an item, and says so.',
    });
    expect(await definitionFacts('Cart.m', program, 'Cart')).toEqual({
      signature: '@interface Cart () <Priced>',
      docstring: 'Holds items.',
    });
  });

  it('has imports and exports', async () => {
    const { children, meta } = await treeOf('Cart.m', program);
    expect(meta?.imports).toEqual(['#import <Foundation/Foundation.h>', '#import "Cart.h"', '@import UIKit;']);
    expect(children.filter((child) => child.meta?.exported).map((child) => child.name)).toEqual([
      'Priced',
      'Cart',
      'Cart',
      'Cart (Summary)',
    ]);
  });

  it('finds the definitions around an error', async () => {
    expect(await drawTree('Broken.m', broken)).toBe(`document [1-17]
  imports [1-1]
  class Broken [3-17]
    method before [5-7]
    method broken: [9-11]
    method after [13-15]`);
  });
});
