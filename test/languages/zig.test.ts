import { describe, expect, it } from 'vitest';
import { definitionFacts, drawTree, treeOf } from './drawTree.js';

const text = `//! A ring buffer of samples.
const std = @import("std");
const units = @import("units.zig");
const Allocator = std.mem.Allocator;

pub const capacity: usize = 64;

/// What goes wrong with a buffer.
pub const Error = error{ Full, Empty };

/// The buffer itself.
pub const Ring = struct {
    samples: [capacity]f32 = undefined,
    head: usize = 0,
    len: usize = 0,

    const Self = @This();

    /// Puts one sample behind the others.
    pub fn push(self: *Self, sample: f32) Error!void {
        if (self.len == capacity) return Error.Full;
        self.samples[(self.head + self.len) % capacity] = sample;
        self.len += 1;
    }

    fn at(self: Self, index: usize) f32 {
        return self.samples[(self.head + index) % capacity];
    }
};

const Mode = enum(u8) { mono, stereo };

const Frame = union(Mode) {
    mono: f32,
    stereo: [2]f32,
};

pub fn Stack(comptime T: type) type {
    return struct {
        items: []T,
    };
}

extern "c" fn write(fd: c_int, bytes: [*]const u8, n: usize) isize;

fn loudest(ring: Ring) f32 {
    var best: f32 = 0;
    for (0..ring.len) |i| best = @max(best, ring.at(i));
    return best;
}

test "push until full" {
    var ring = Ring{};
    for (0..capacity) |_| try ring.push(1);
    try std.testing.expectError(Error.Full, ring.push(1));
}
`;

describe('Zig', () => {
  it('becomes a tree of its definitions', async () => {
    expect(await drawTree('ring.zig', text)).toBe(
      `document [1-56]
  imports [1-3]
  statements [4-4]
  statements [6-6]
  class Error [8-9]
  class Ring [11-29]
    statements [13-15]
    statements [17-17]
    method push [19-24]
    method at [26-28]
  class Mode [31-31]
  class Frame [33-36]
    statements [34-35]
  function Stack [38-42]
  function write [44-44]
  function loudest [46-50]
  function test push until full [52-56]`,
    );
  });

  it('has signatures and documentation', async () => {
    expect(await definitionFacts('ring.zig', text, 'Ring')).toEqual({
      signature: 'pub const Ring = struct',
      docstring: 'The buffer itself.',
    });
    expect(await definitionFacts('ring.zig', text, 'push')).toEqual({
      signature: 'pub fn push(self: *Self, sample: f32) Error!void',
      docstring: 'Puts one sample behind the others.',
    });
  });

  it('has imports', async () => {
    expect((await treeOf('ring.zig', text)).meta?.imports).toEqual([
      'const std = @import("std");',
      'const units = @import("units.zig");',
    ]);
  });

  it('finds the definitions around an error', async () => {
    const broken = `fn first(x: u32) u32 {
    return x + 1;
}

fn second(x: u32) u32 {
    return switch (x) {
        1 =>
    };
}

fn third(x: u32) u32 {
    return x + 3;
}
`;
    expect(await drawTree('ring.zig', broken)).toBe(
      `document [1-13]
  function first [1-3]
  function second [5-9]
  function third [11-13]`,
    );
  });
});
