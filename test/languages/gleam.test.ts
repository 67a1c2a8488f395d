import { describe, expect, it } from 'vitest';
import { definitionFacts, drawTree, treeOf } from './drawTree.js';

const text = `//// Votes, and who has won.

import gleam/dict.{type Dict}
import gleam/list
import gleam/result.{unwrap as or}

/// Fewer votes than this count for nothing.
pub const threshold = 3

/// What a voter hands in.
pub type Ballot {
  Ballot(voter: String, choice: String)
  Blank
}

pub type Tally =
  Dict(String, Int)

pub opaque type Election {
  Election(ballots: List(Ballot), closed: Bool)
}

/// Counts the ballots.
///
/// Blank ones are left out.
pub fn count(ballots: List(Ballot)) -> Tally {
  use tally, ballot <- list.fold(ballots, dict.new())
  case ballot {
    Blank -> tally
    Ballot(choice: choice, ..) -> {
      let votes = or(dict.get(tally, choice), 0)
      dict.insert(tally, choice, votes + 1)
    }
  }
}

// more than the others, and enough
fn wins(
  tally: Tally,
  choice: String,
) -> Bool {
  or(dict.get(tally, choice), 0) >= threshold
}

@external(erlang, "os", "timestamp")
@external(javascript, "./clock.mjs", "now")
fn now() -> Int
`;

describe('Gleam', () => {
  it('becomes a tree of its definitions', async () => {
    expect(await drawTree('votes.gleam', text)).toBe(
      `document [1-47]
  comment [1-1]
  imports [3-5]
  statements [7-8]
  class Ballot [10-14]
    statements [12-13]
  statements [16-17]
  class Election [19-21]
  function count [23-35]
  function wins [37-43]
  function now [45-47]`,
    );
  });

  it('has signatures and documentation', async () => {
    expect(await definitionFacts('votes.gleam', text, 'count')).toEqual({
      signature: 'pub fn count(ballots: List(Ballot)) -> Tally',
      docstring: 'Counts the ballots.\n\nBlank ones are left out.',
    });
    expect(await definitionFacts('votes.gleam', text, 'wins')).toEqual({
      signature: 'fn wins(\n  tally: Tally,\n  choice: String,\n) -> Bool',
      docstring: 'more than the others, and enough',
    });
  });

  it('has imports', async () => {
    expect((await treeOf('votes.gleam', text)).meta?.imports).toEqual([
      'import gleam/dict.{type Dict}',
      'import gleam/list',
      'import gleam/result.{unwrap as or}',
    ]);
  });

  it('finds the definitions around an error', async () => {
    const broken = `pub fn first(x) {
  x + 1
}

pub fn second(x) {
  case x {
    1 -> )
  }
}

pub fn third(x) {
  x + 3
}
`;
    expect(await drawTree('votes.gleam', broken)).toBe(
      `document [1-13]
  function first [1-3]
  function second [5-9]
  function third [11-13]`,
    );
  });
});
