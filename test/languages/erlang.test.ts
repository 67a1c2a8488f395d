import { describe, expect, it } from 'vitest';
import { definitionFacts, drawTree, treeOf } from './drawTree.js';

const text = `%%% Counts words, a process for each file.
-module(words).
-behaviour(gen_server).

-include_lib("kernel/include/logger.hrl").
-import(lists, [foldl/3]).
-export([start_link/1, count/2, init/1]).

-define(TIMEOUT, 5000).
-define(MAX(A, B), if A > B -> A; true -> B end).

-record(state, {
    file :: string(),
    seen = 0 :: non_neg_integer()
}).
-type state() :: #state{}.

%% @doc Starts a counter for one file.
-spec start_link(string()) -> {ok, pid()}.
start_link(File) ->
    gen_server:start_link(?MODULE, File, []).

%% How often does each word stand in a list?
count([], Counts) ->
    Counts;
count([Word | Rest], Counts) when is_binary(Word) ->
    % a new word counts once
    N = maps:get(Word, Counts, 0),
    count(Rest, Counts#{Word => N + 1});
count([_ | Rest], Counts) ->
    count(Rest, Counts).

init(File) ->
    process_flag(trap_exit, true),
    {ok, #state{file = File}, ?TIMEOUT}.

-ifdef(TEST).
longest(Words) ->
    foldl(fun(W, Best) -> ?MAX(byte_size(W), Best) end, 0, Words).
-endif.
`;

describe('Erlang', () => {
  it('becomes a tree of its definitions', async () => {
    expect(await drawTree('words.erl', text)).toBe(
      `document [1-40]
  statements [1-3]
  imports [5-6]
  statements [7-7]
  statements [9-9]
  function MAX [10-10]
  class state [12-15]
    statements [13-14]
  statements [16-16]
  function start_link [18-21]
  function count [23-31]
  function init [33-35]
  statements [37-37]
  function longest [38-39]
  statements [40-40]`,
    );
  });

  it('has signatures and documentation', async () => {
    expect(await definitionFacts('words.erl', text, 'count')).toEqual({
      signature: 'count([], Counts)',
      docstring: 'How often does each word stand in a list?',
    });
    expect(await definitionFacts('words.erl', text, 'state')).toEqual({
      signature: '-record(state',
      docstring: undefined,
    });
  });

  it('has imports', async () => {
    expect((await treeOf('words.erl', text)).meta?.imports).toEqual([
      '-include_lib("kernel/include/logger.hrl").',
      '-import(lists, [foldl/3]).',
    ]);
  });

  it('finds the definitions around an error', async () => {
    const broken = `-module(broken).

first(X) ->
    X + 1.

second(X) ->
    case X of
        1 -> ;
    end

third(X) ->
    X + 3.

fourth(X) ->
    X.
`;
    expect(await drawTree('words.erl', broken)).toBe(
      `document [1-15]
  statements [1-1]
  function first [3-4]
  function second [6-9]
  function third [11-12]
  function fourth [14-15]`,
    );
  });
});
