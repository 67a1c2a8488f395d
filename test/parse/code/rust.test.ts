import { describe, expect, it } from 'vitest';
import { about, drawn, treeOf } from './drawn.js';

const program = `//! Splits a line into words.
use std::fmt;
use std::io::{self, Read};

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
  it('is read as it is built', async () => {
    expect(await drawn('lexer.rs', program)).toBe(`document [1-61]
  imports [1-3]
  imports [5-5]
  class Token [7-12]
    statements [10-11]
  class Lexer [14-17]
    statements [16-16]
  class Source [19-22]
    method line [20-21]
  class Lexer [24-35]
    method new [25-27]
    method next [29-34]
  class Display for Lexer [37-41]
    method fmt [38-40]
  class From<io::Error> for Token [43-47]
    method from [44-46]
  function word [49-51]
  module tests [53-61]
    imports [55-55]
    function reads_words [57-60]`);
  });

  it('has signatures and documentation', async () => {
    expect(await about('lexer.rs', program, 'next')).toEqual({
      signature: `fn next<T>(&mut self, parse: T) -> Result<Token, io::Error>
    where T: Fn(&str) -> Token`,
      docstring: 'Takes one token.',
    });
    expect(await about('lexer.rs', program, 'Display for Lexer')).toEqual({
      signature: "impl fmt::Display for Lexer<'_>",
      docstring: undefined,
    });
  });

  it('has imports, and what others can see of it', async () => {
    const { children, meta } = await treeOf('lexer.rs', program);
    expect(meta?.imports).toEqual(['use std::fmt;', 'use std::io::{self, Read};', 'mod table;']);
    expect(children.filter((child) => child.meta?.exported).map((child) => child.name)).toEqual([
      'Token',
      'Lexer',
      'Source',
    ]);
  });

  it('that is broken is read around the error', async () => {
    expect(await drawn('broken.rs', broken)).toBe(`document [1-15]
  function before [1-3]
  statements [5-6]
  class After [9-11]
    statements [10-10]
  function after [13-15]`);
  });
});
