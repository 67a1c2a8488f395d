import { describe, expect, it } from 'vitest';
import { definitionFacts, drawTree, treeOf } from './drawTree.js';

const text = `defmodule Shop.Cart do
  @moduledoc """
  What a customer is about to buy.
  """
  use GenServer
  alias Shop.{Item, Price}

  @limit 20

  defstruct items: [], owner: nil

  defmodule Full do
    defexception message: "the cart is full"
  end

  @doc """
  Adds an item, unless the cart is full.
  """
  @spec add(t, Item.t()) :: t
  def add(cart, item)
  def add(%{items}, _item) when length(items) >= @limit, do: raise(Full)

  def add(cart, item) do
    # the newest stands first
    %{cart | items: [item | cart.items]}
  end

  def total(cart), do: Enum.reduce(cart.items, 0, &Price.add/2)

  @impl true
  def handle_call({:add, item}, _from, cart) do
    cart = add(cart, item)
    {:reply, total(cart), cart}
  end

  defp empty?(%{items}), do: items == []

  defmacro in_cart(cart, do: block) do
    quote do
      unless empty?(unquote(cart)), do: unquote(block)
    end
  end
end

defprotocol Shop.Priced do
  # Every item costs something.
  def price(item)
end

defimpl Shop.Priced, for: Shop.Item do
  def price(item), do: item.cents / 100
end
`;

describe('Elixir', () => {
  it('becomes a tree of its definitions', async () => {
    expect(await drawTree('cart.ex', text)).toBe(
      `document [1-52]
  module Shop.Cart [1-43]
    imports [2-6]
    statements [8-8]
    statements [10-10]
    module Full [12-14]
      statements [13-13]
    function add [16-26]
    function total [28-28]
    function handle_call [30-34]
    function empty? [36-36]
    function in_cart [38-42]
  module Shop.Priced [45-48]
    function price [46-47]
  module Shop.Priced for Shop.Item [50-52]
    function price [51-51]`,
    );
  });

  it('has signatures and documentation', async () => {
    expect(await definitionFacts('cart.ex', text, 'Shop.Cart')).toEqual({
      signature: 'defmodule Shop.Cart',
      docstring: 'What a customer is about to buy.',
    });
    expect(await definitionFacts('cart.ex', text, 'add')).toEqual({
      signature: '@spec add(t, Item.t()) :: t\n  def add(cart, item)',
      docstring: 'Adds an item, unless the cart is full.',
    });
    expect(await definitionFacts('cart.ex', text, 'handle_call')).toEqual({
      signature: '@impl true\n  def handle_call({:add, item}, _from, cart)',
      docstring: undefined,
    });
    expect(await definitionFacts('cart.ex', text, 'price')).toEqual({
      signature: 'def price(item)',
      docstring: 'Every item costs something.',
    });
  });

  it('has the imports of its modules', async () => {
    expect((await treeOf('cart.ex', text)).meta?.imports).toEqual(['use GenServer', 'alias Shop.{Item, Price}']);
  });

  it('finds the definitions around an error', async () => {
    const broken = `defmodule Shop do
  def first(a) do
    a
  end

  def second(a) do
    a + * 2
  end

  def third(a), do: a
end
`;
    expect(await drawTree('cart.ex', broken)).toBe(
      `document [1-11]
  module Shop [1-11]
    function first [2-4]
    function second [6-8]
    function third [10-10]`,
    );
  });
});
