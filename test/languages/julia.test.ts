import { describe, expect, it } from 'vitest';
import { definitionFacts, drawTree } from './drawTree.js';

const text = `"""
Heat that spreads along a rod.
"""
module Rods

using LinearAlgebra
import Base: show, length
export Rod, step!
include("plot.jl")

const STEPS = 100

abstract type Body end

"A rod, with its temperatures."
struct Rod{T<:Real} <: Body
    cells::Vector{T}
    Rod(n::Int) = new{Float64}(zeros(n))
end

Base.@kwdef mutable struct Clock
    now::Float64 = 0.0
end

length(rod::Rod) = length(rod.cells)

"""
    step!(rod, dt)

Moves on by one step of time.
"""
function step!(rod::Rod{T}, dt::Real; rate=1.0)::Rod{T} where {T}
    # the ends stay as they are
    old = copy(rod.cells)
    for i in 2:length(rod)-1
        rod.cells[i] += rate * dt * (old[i-1] - 2old[i] + old[i+1])
    end
    return rod
end

function Base.show(io::IO, rod::Rod)
    print(io, "Rod of ", length(rod))
end

macro repeat(n, body)
    :(for _ in 1:$(esc(n)) $(esc(body)) end)
end

@inline warmest(rod) = maximum(rod.cells)

end # module
`;

describe('Julia', () => {
  it('becomes a tree of its definitions', async () => {
    expect(await drawTree('rods.jl', text)).toBe(
      `document [1-51]
  module Rods [1-51]
    imports [6-7]
    statements [8-8]
    imports [9-9]
    statements [11-11]
    statements [13-13]
    class Rod [15-19]
      statements [17-17]
      method Rod [18-18]
    class Clock [21-23]
      statements [22-22]
    function length [25-25]
    function step! [27-39]
    function Base.show [41-43]
    function @repeat [45-47]
    function warmest [49-49]`,
    );
  });

  it('has signatures and documentation', async () => {
    expect(await definitionFacts('rods.jl', text, 'Rod')).toEqual({
      signature: 'struct Rod{T<:Real} <: Body',
      docstring: 'A rod, with its temperatures.',
    });
    expect(await definitionFacts('rods.jl', text, 'Base.show')).toEqual({
      signature: 'function Base.show(io::IO, rod::Rod)',
      docstring: undefined,
    });
  });

  it('finds the definitions around an error', async () => {
    const broken = `function first(x)
    x + 1
end

function second(x)
    y = x + * 2
    y
end

third(x) = x + 3

function fourth(x)
    x
end
`;
    expect(await drawTree('rods.jl', broken)).toBe(
      `document [1-14]
  function first [1-3]
  function second [5-8]
  function third [10-10]
  function fourth [12-14]`,
    );
  });
});
