import { describe, expect, it } from 'vitest';
import { definitionFacts, drawTree, treeOf } from './drawTree.js';

const text = `{-# LANGUAGE LambdaCase #-}
-- | Shapes, and how much paint they take.
module Paint.Shape
  ( Shape (..)
  , cost
  ) where

import qualified Data.Map.Strict as Map
import Data.List (foldl')

-- | What can be painted.
data Shape
  = Circle Double
  | Box { width :: Double, height :: Double }
  deriving (Show, Eq)

newtype Litres = Litres { unLitres :: Double }
type Stock = Map.Map String Litres

-- | Things with a surface.
class Surface a where
  area :: a -> Double
  -- | How many sides it has.
  sides :: a -> Int
  sides _ = 0

instance Surface Shape where
  area (Circle r) = pi * r * r
  area (Box w h) = w * h

-- | What painting a shape costs, at a price for each litre.
cost :: Double -> Shape -> Double
cost price shape
  | total <= 0 = 0
  | otherwise = price * unLitres (litres total)
  where
    total = area shape

litres :: Double -> Litres
litres = Litres . (/ coverage)

coverage :: Double
coverage = 8

infixl 6 |+|
(|+|) :: Litres -> Litres -> Litres
Litres a |+| Litres b = Litres (a + b)

main :: IO ()
main = do
  let shapes = [Circle 1, Box 2 3]
  print (foldl' (\\sum' s -> sum' + cost 2 s) 0 shapes)
`;

describe('Haskell', () => {
  it('becomes a tree of its definitions', async () => {
    expect(await drawTree('Shape.hs', text)).toBe(
      `document [1-52]
  statements [1-1]
  statements [2-6]
  imports [8-9]
  class Shape [11-15]
    statements [15-15]
  class Litres [17-17]
  statements [18-18]
  class Surface [20-25]
    method area [22-22]
    method sides [23-25]
  class Surface Shape [27-29]
    method area [28-29]
  function cost [31-37]
  function litres [39-40]
  function coverage [42-43]
  statements [45-45]
  function |+| [46-47]
  function main [49-52]`,
    );
  });

  it('has signatures and documentation', async () => {
    expect(await definitionFacts('Shape.hs', text, 'Shape')).toEqual({
      signature: 'data Shape',
      docstring: 'What can be painted.',
    });
    expect(await definitionFacts('Shape.hs', text, 'cost')).toEqual({
      signature: 'cost :: Double -> Shape -> Double',
      docstring: 'What painting a shape costs, at a price for each litre.',
    });
  });

  it('has imports', async () => {
    expect((await treeOf('Shape.hs', text)).meta?.imports).toEqual([
      'import qualified Data.Map.Strict as Map',
      "import Data.List (foldl')",
    ]);
  });

  it('finds the definitions around an error', async () => {
    const broken = `module Broken where

first :: Int -> Int
first x = x + 1

second x = x + ) 2

third :: Int -> Int
third x = x + 3

data Fourth = Fourth
`;
    expect(await drawTree('Shape.hs', broken)).toBe(
      `document [1-11]
  statements [1-1]
  function first [3-4]
  function second [6-6]
  function third [8-9]
  class Fourth [11-11]`,
    );
  });

  it('keeps a pragma with its function', async () => {
    const pragmas = `{-# LANGUAGE CPP #-}
module A where

first :: Int
first = 1
{-# INLINE first #-}

{-# NOINLINE second #-}
second :: Int
second = 2
`;
    expect(await drawTree('A.hs', pragmas)).toBe(
      `document [1-10]
  statements [1-2]
  function first [4-6]
  function second [8-10]`,
    );
  });
});
