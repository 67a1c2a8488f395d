import { describe, expect, it } from 'vitest';
import { definitionFacts, drawTree, treeOf } from './drawTree.js';

const program = `# frozen_string_literal: true

require 'json'
require_relative 'ledger/entry'

# Keeps what came in and what went out.
module Accounts
  LIMIT = 500

  class Overdrawn < StandardError; end

  Entry = Struct.new(:amount, :note) do
    def credit?
      amount.positive?
    end
  end

  # One account, written down entry by entry.
  class Ledger
    include Enumerable

    attr_reader :entries

    def initialize(entries = [])
      @entries = entries
    end

    # Reads a ledger that was saved before.
    def self.load(path)
      new(JSON.parse(File.read(path)))
    end

    class << self
      def blank
        new
      end
    end

    def each(&block) = entries.each(&block)

    # Raises when the account cannot bear it.
    def <<(entry)
      raise Overdrawn if balance + entry.amount < -LIMIT

      entries << entry
      self
    end

    private def balance
      sum(&:amount)
    end
  end
end

task :report do
  puts Accounts::Ledger.load('ledger.json').count
end
`;

const broken = `class Before
  def ok
    1
  end
end

def broken
  x = [1, , 2]
end

class After
  def fine
    2
  end
end
`;

describe('Ruby', () => {
  it('becomes a tree of its definitions', async () => {
    expect(await drawTree('ledger.rb', program)).toBe(`document [1-57]
  comment [1-1]
  imports [3-4]
  module Accounts [6-53]
    statements [8-8]
    class Overdrawn [10-10]
    class Entry [12-16]
      method credit? [13-15]
    class Ledger [18-52]
      statements [20-20]
      statements [22-22]
      method initialize [24-26]
      method self.load [28-31]
      class self [33-37]
        method blank [34-36]
      method each [39-39]
      method << [41-47]
      method balance [49-51]
  statements [55-57]`);
  });

  it('has signatures and documentation', async () => {
    expect(await definitionFacts('ledger.rb', program, 'self.load')).toEqual({
      signature: 'def self.load(path)',
      docstring: 'Reads a ledger that was saved before.',
    });
    expect(await definitionFacts('ledger.rb', program, 'balance')).toEqual({
      signature: 'private def balance',
      docstring: undefined,
    });
  });

  it('has imports', async () => {
    const { meta } = await treeOf('ledger.rb', program);
    expect(meta?.imports).toEqual(["require 'json'", "require_relative 'ledger/entry'"]);
  });

  it('finds the definitions around an error', async () => {
    expect(await drawTree('broken.rb', broken)).toBe(`document [1-15]
  class Before [1-5]
    method ok [2-4]
  function broken [7-9]
  class After [11-15]
    method fine [12-14]`);
  });
});
