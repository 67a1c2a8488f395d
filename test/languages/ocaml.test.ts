import { describe, expect, it } from 'vitest';
import { definitionFacts, drawTree, treeOf } from './drawTree.js';

const text = `(** A cache that forgets what was not asked for. *)
open Printf
include Cache_types

exception Missing of string

(** What is kept of a value. *)
type 'a entry = {
  value : 'a;
  mutable asked : int;
}

type policy = Oldest | Rarest of int
type key = string

module type KEY = sig
  type t
  val compare : t -> t -> int
end

module Make (Key : KEY) = struct
  module Table = Map.Make (Key)

  type t = { entries : int entry Table.t }

  let empty = { entries = Table.empty }

  (* asking makes it younger *)
  let find key t =
    let entry = Table.find key t.entries in
    entry.asked <- entry.asked + 1;
    entry.value
end

let limit = 100

(** Which entries have to go? *)
let rec forget ?(keep = limit) policy entries =
  match entries with
  | [] -> []
  | entry :: rest when entry.asked > keep -> entry :: forget ~keep policy rest
  | _ :: rest -> forget ~keep policy rest

and count entries = List.length entries

let describe = function
  | Oldest -> "oldest"
  | Rarest n -> sprintf "rarest %d" n

class counter start = object (self)
  val mutable n = start
  method get = n
  method step by = n <- n + by; self#get
end

let () = print_endline (describe Oldest)
`;

describe('OCaml', () => {
  it('becomes a tree of its definitions', async () => {
    expect(await drawTree('cache.ml', text)).toBe(
      `document [1-56]
  imports [1-3]
  statements [5-5]
  class entry [7-11]
    statements [9-10]
  class policy [13-13]
  statements [14-14]
  module KEY [16-19]
    statements [17-17]
    function compare [18-18]
  module Make [21-33]
    statements [22-22]
    class t [24-24]
    statements [26-26]
    function find [28-32]
  statements [35-35]
  function forget [37-44]
  function describe [46-48]
  class counter [50-54]
    statements [51-51]
    method get [52-52]
    method step [53-53]
  statements [56-56]`,
    );
  });

  it('has signatures and documentation', async () => {
    expect(await definitionFacts('cache.ml', text, 'forget')).toEqual({
      signature: 'let rec forget ?(keep = limit) policy entries',
      docstring: 'Which entries have to go?',
    });
    expect(await definitionFacts('cache.ml', text, 'Make')).toEqual({
      signature: 'module Make (Key : KEY)',
      docstring: undefined,
    });
  });

  it('has imports', async () => {
    expect((await treeOf('cache.ml', text)).meta?.imports).toEqual(['open Printf', 'include Cache_types']);
  });

  it('finds the definitions around an error', async () => {
    const broken = `let first x =
  x + 1

let second x =
  x + ) 2

let third x =
  x + 3

module Fourth = struct
  let inner y = y
end
`;
    expect(await drawTree('cache.ml', broken)).toBe(
      `document [1-12]
  function first [1-2]
  function second [4-5]
  function third [7-8]
  module Fourth [10-12]
    function inner [11-11]`,
    );
  });

  it('has interfaces', async () => {
    const signatures = `(** Interface of the cache. *)
open Cache_types

(** A cache of some values. *)
type 'a t

(** Creates an empty cache. *)
val create : ?limit:int -> unit -> 'a t

val find :
  'a t ->
  string ->
  'a option

module type KEY = sig
  val compare : string -> string -> int
end
`;
    expect(await drawTree('cache.mli', signatures)).toBe(
      `document [1-17]
  imports [1-2]
  statements [4-5]
  function create [7-8]
  function find [10-13]
  module KEY [15-17]
    function compare [16-16]`,
    );
  });
});
