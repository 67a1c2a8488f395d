import { describe, expect, it } from 'vitest';
import { definitionFacts, drawTree, treeOf } from './drawTree.js';

const program = `// Plays one thing after the other.
import Foundation
@testable import Audio

/// One track.
struct Track: Codable, Equatable {
    let title: String
    var label: String {
        "\\(title)!"
    }
}

protocol Queue: AnyObject {
    associatedtype Element
    var count: Int { get }
    func next() -> Element?
}

/// Plays tracks.
@MainActor
public final class Player<T>: Base, Queue where T: Sendable {
    private var tracks: [T] = []

    // MARK: - Life

    /// Takes at most so many.
    public init?(limit: Int) {
        super.init()
    }

    deinit { stop() }

    subscript(index: Int) -> T {
        tracks[index]
    }

    @discardableResult
    func play(
        _ track: T,
        after seconds: Double = 0
    ) async throws -> T {
        func wait(_ x: Double) -> Double { x * 2 }
        return track
    }

    static func == (a: Player, b: Player) -> Bool { a === b }

    enum State: String {
        case idle
        case playing
    }
}

extension Track: CustomStringConvertible {
    var description: String { title }
}

/* Says how long. */
func length(of tracks: [Track]) -> Int { tracks.count }
`;

const broken = `func before() -> Int {
    return 1
}

func broken(x: {
    let y = (1
}

class After {
    func fine() -> Int {
        return 2
    }
}
`;

describe('Swift', () => {
  it('becomes a tree of its definitions', async () => {
    expect(await drawTree('Player.swift', program)).toBe(`document [1-59]
  imports [1-3]
  class Track [5-11]
    statements [7-7]
    method label [8-10]
  class Queue [13-17]
    statements [14-15]
    method next [16-16]
  class Player [19-52]
    statements [22-22]
    comment [24-24]
    method init [26-29]
    method deinit [31-31]
    method subscript [33-35]
    method play [37-44]
    method == [46-46]
    class State [48-51]
      statements [49-50]
  class Track [54-56]
    method description [55-55]
  function length [58-59]`);
  });

  it('has signatures and documentation', async () => {
    expect(await definitionFacts('Player.swift', program, 'init')).toEqual({
      signature: 'public init?(limit: Int)',
      docstring: 'Takes at most so many.',
    });
    expect(await definitionFacts('Player.swift', program, 'play')).toEqual({
      signature: `@discardableResult
    func play(
        _ track: T,
        after seconds: Double = 0
    ) async throws -> T`,
      docstring: undefined,
    });
  });

  it('has imports and exports', async () => {
    const { children, meta } = await treeOf('Player.swift', program);
    expect(meta?.imports).toEqual(['import Foundation', '@testable import Audio']);
    expect(children.filter((child) => child.meta?.exported).map((child) => child.name)).toEqual([
      'Track',
      'Queue',
      'Player',
      'Track',
      'length',
    ]);
  });

  it('finds the definitions around an error', async () => {
    expect(await drawTree('Broken.swift', broken)).toBe(`document [1-13]
  function before [1-3]
  statements [5-6]
  class After [9-13]
    method fine [10-12]`);
  });
});
