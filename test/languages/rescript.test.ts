import { describe, expect, it } from 'vitest';
import { definitionFacts, drawTree, treeOf } from './drawTree.js';

const text = `// A form with its fields.
open Belt
include FormTypes

/** One field of the form. */
type field = {
  label: string,
  mutable value: string,
}

type rec state =
  | Editing(array<field>)
  | Sent
  | Failed(string, state)

type id = int

@send
external focus: Dom.element => unit = "focus"

let retries = 3

module Rules = {
  let filled = field => field.value !== ""
  let long = (field, ~least=3) => Js.String2.length(field.value) >= least
}

module type Sender = {
  let send: array<field> => promise<bool>
}

module Make = (S: Sender) => {
  let submit = fields => S.send(fields)
}

/** Which fields keep the form from being sent? */
let problems = (fields, ~rule=Rules.filled) => {
  let bad = fields->Array.keep(field => !rule(field))
  bad->Array.map(({label}) => label)
}

@react.component
let make = (~fields, ~onSend) => {
  <form onSubmit={_ => onSend(fields)}>
    {React.string("Send")}
  </form>
}

Js.log(retries)
`;

describe('ReScript', () => {
  it('becomes a tree of its definitions', async () => {
    expect(await drawTree('Form.res', text)).toBe(
      `document [1-49]
  imports [1-3]
  class field [5-9]
    statements [7-8]
  class state [11-14]
    statements [12-14]
  statements [16-16]
  function focus [18-19]
  statements [21-21]
  module Rules [23-26]
    function filled [24-24]
    function long [25-25]
  module Sender [28-30]
    function send [29-29]
  module Make [32-34]
    function submit [33-33]
  function problems [36-40]
  function make [42-47]
  statements [49-49]`,
    );
  });

  it('has signatures and documentation', async () => {
    expect(await definitionFacts('Form.res', text, 'problems')).toEqual({
      signature: 'let problems = (fields, ~rule=Rules.filled)',
      docstring: 'Which fields keep the form from being sent?',
    });
    expect(await definitionFacts('Form.res', text, 'Make')).toEqual({
      signature: 'module Make = (S: Sender)',
      docstring: undefined,
    });
  });

  it('has imports', async () => {
    expect((await treeOf('Form.res', text)).meta?.imports).toEqual(['open Belt', 'include FormTypes']);
  });

  it('finds the definitions around an error', async () => {
    const broken = `let first = x => x + 1

let second = x => {
  let y = x + * 2
  y
}

let third = x => {
  x + 3
}
`;
    expect(await drawTree('Form.res', broken)).toBe(
      `document [1-10]
  function first [1-1]
  function second [3-6]
  function third [8-10]`,
    );
  });
});
