import { describe, expect, it } from 'vitest';
import { definitionFacts, drawTree, treeOf } from './drawTree.js';

const text = `module Timer exposing (Model, Msg(..), update, view)

{-| A kitchen timer.
-}

import Html exposing (Html, button, div, text)
import Html.Events as Events
import Time


{-| Seconds that are left, and whether they run.
-}
type alias Model =
    { left : Int
    , running : Bool
    }


type alias Seconds =
    Int


type Msg
    = Tick Time.Posix
    | Start Seconds
    | Stop


{-| What happens next.
-}
update : Msg -> Model -> ( Model, Cmd Msg )
update msg model =
    case msg of
        Tick _ ->
            let
                next left =
                    max 0 (left - 1)
            in
            ( { model | left = next model.left }, Cmd.none )

        Start seconds ->
            ( { left = seconds, running = True }, ring "start" )

        Stop ->
            ( { model | running = False }, Cmd.none )


view : Model -> Html Msg
view model =
    div [] [ button [ Events.onClick Stop ] [ text (String.fromInt model.left) ] ]


port ring : String -> Cmd msg
`;

describe('Elm', () => {
  it('becomes a tree of its definitions', async () => {
    expect(await drawTree('Timer.elm', text)).toBe(
      `document [1-53]
  statements [1-1]
  comment [3-4]
  imports [6-8]
  class Model [11-16]
    statements [14-16]
  statements [19-20]
  class Msg [23-26]
  function update [29-45]
  function view [48-50]
  function ring [53-53]`,
    );
  });

  it('has signatures and documentation', async () => {
    expect(await definitionFacts('Timer.elm', text, 'Model')).toEqual({
      signature: 'type alias Model',
      docstring: 'Seconds that are left, and whether they run.',
    });
    expect(await definitionFacts('Timer.elm', text, 'update')).toEqual({
      signature: 'update : Msg -> Model -> ( Model, Cmd Msg )\nupdate msg model',
      docstring: 'What happens next.',
    });
  });

  it('has imports', async () => {
    expect((await treeOf('Timer.elm', text)).meta?.imports).toEqual([
      'import Html exposing (Html, button, div, text)',
      'import Html.Events as Events',
      'import Time',
    ]);
  });

  it('finds the definitions around an error', async () => {
    const broken = `module Broken exposing (..)


first : Int -> Int
first x =
    x + 1


second x =
    case x of
        ) ->


third : Int -> Int
third x =
    x + 3
`;
    expect(await drawTree('Timer.elm', broken)).toBe(
      `document [1-16]
  statements [1-1]
  function first [4-6]
  function second [9-14]
  function third [15-16]`,
    );
  });
});
