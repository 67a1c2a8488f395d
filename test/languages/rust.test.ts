import { describe, expect, it } from 'vitest';
import { definitionFacts, drawTree, treeOf } from './drawTree.js';

const program = `//! Splits a line into words.
use std::{fmt, io};

mod table;

/// What a word is.
#[derive(Debug, Clone, PartialEq)]
pub enum Token {
    Word(String),
    Number(i64),
}

/// Reads tokens off a line.
pub struct Lexer<'a> {
    rest: &'a str,
}

pub trait Source {
    /// The next line, if there is one.
    fn line(&mut self) -> Option<String>;
}

impl<'a> Lexer<'a> {
    pub fn new(rest: &'a str) -> Self {
        Lexer { rest }
    }

    /// Takes one token.
    #[inline]
    fn next<T>(&mut self, parse: T) -> Result<Token, io::Error>
    where T: Fn(&str) -> Token {
        Ok(parse(self.rest))
    }
}

impl fmt::Display for Lexer<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.rest)
    }
}

impl From<io::Error> for Token {
    fn from(_: io::Error) -> Self {
        Token::Number(0)
    }
}

macro_rules! word {
    ($text:expr) => { Token::Word($text.to_string()) };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_words() {
        assert_eq!(word!("a"), Token::Word("a".into()));
    }
}
`;

const broken = `fn before() -> i32 {
    1
}

fn broken( -> {
    let x = ;
}

struct After {
    x: i32,
}

fn after() -> i32 {
    2
}
`;

describe('Rust', () => {
  it('becomes a tree of its definitions', async () => {
    expect(await drawTree('lexer.rs', program)).toBe(`document [1-60]
  imports [1-2]
  imports [4-4]
  class Token [6-11]
    statements [9-10]
  class Lexer [13-16]
    statements [15-15]
  class Source [18-21]
    method line [19-20]
  class Lexer [23-34]
    method new [24-26]
    method next [28-33]
  class Display for Lexer [36-40]
    method fmt [37-39]
  class From<io::Error> for Token [42-46]
    method from [43-45]
  function word [48-50]
  module tests [52-60]
    imports [54-54]
    function reads_words [56-59]`);
  });

  it('has signatures and documentation', async () => {
    expect(await definitionFacts('lexer.rs', program, 'next')).toEqual({
      signature: `#[inline]
    fn next<T>(&mut self, parse: T) -> Result<Token, io::Error>
    where T: Fn(&str) -> Token`,
      docstring: 'Takes one token.',
    });
    expect(await definitionFacts('lexer.rs', program, 'Display for Lexer')).toEqual({
      signature: "impl fmt::Display for Lexer<'_>",
      docstring: undefined,
    });
  });

  it('has imports and exports', async () => {
    const { children, meta } = await treeOf('lexer.rs', program);
    expect(meta?.imports).toEqual(['use std::{fmt, io};', 'mod table;']);
    expect(children.filter((child) => child.meta?.exported).map((child) => child.name)).toEqual([
      'Token',
      'Lexer',
      'Source',
    ]);
  });

  it('finds the definitions around an error', async () => {
    expect(await drawTree('broken.rs', broken)).toBe(`document [1-15]
  function before [1-3]
  statements [5-6]
  class After [9-11]
    statements [10-10]
  function after [13-15]`);
  });
});
