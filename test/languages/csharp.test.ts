import { describe, expect, it } from 'vitest';
import { definitionFacts, drawTree, treeOf } from './drawTree.js';

const program = `using System;
using static System.Math;

namespace Shop.Orders
{
    public delegate void Changed(object sender);

    /// <summary>One line of an order.</summary>
    public record Line(string Product, int Count);

    public interface IOrders<T> where T : class
    {
        T? Find(string id);
    }

    /// <summary>Keeps orders.</summary>
    [Serializable]
    public abstract class Orders<T> : IOrders<T> where T : class
    {
        private readonly Dictionary<string, T> _byId = new();

        public string Name { get; set; } = "orders";

        public int Count => _byId.Count;

        public T this[string id]
        {
            get { return _byId[id]; }
        }

        protected Orders(int size) : base(size) { }

        ~Orders() { }

        // Looks an order up.
        [Obsolete("Use Load")]
        public async Task<T?> Get<R>(
            string id,
            params int[] flags)
        {
            int Twice(int x) => x * 2;
            return await Load(id, Twice(flags.Length));
        }

        void IDisposable.Dispose() { }

        public static Orders<T> operator +(Orders<T> a, T b) => a;

        private enum State
        {
            Open,
            Closed
        }
    }
}
`;

const broken = `class Before
{
    int Ok() { return 1; }
}

class Broken
{
    void Run()
    {
        int x = (1 + ;
    }
}

class After
{
    int Fine() { return 2; }
}
`;

describe('C#', () => {
  it('becomes a tree of its definitions', async () => {
    expect(await drawTree('Orders.cs', program)).toBe(`document [1-55]
  imports [1-2]
  module Shop.Orders [4-55]
    statements [6-6]
    class Line [8-9]
    class IOrders [11-14]
      method Find [13-13]
    class Orders [16-54]
      statements [20-20]
      statements [22-22]
      method Count [24-24]
      method this[] [26-29]
      method Orders [31-31]
      method ~Orders [33-33]
      method Get [35-43]
      method IDisposable.Dispose [45-45]
      method operator + [47-47]
      class State [49-53]
        statements [51-52]`);
  });

  it('has the members of extension blocks in the class around them', async () => {
    const extensions = `public static class Orders
{
    /// <summary>What every order has.</summary>
    extension(Order order)
    {
        public int Count => order.Lines.Count;

        public void Pay()
        {
        }
    }

    extension<T>(List<T> orders)
        where T : Order
    {
        public void Pay() => orders.Clear();
    }
}
`;
    expect(await drawTree('Orders.cs', extensions)).toBe(`document [1-18]
  class Orders [1-18]
    block [3-11]
      method Count [6-6]
      method Pay [8-10]
    block [13-17]
      statements [14-14]
      method Pay [16-16]`);
  });

  it('has signatures and documentation', async () => {
    expect(await definitionFacts('Orders.cs', program, 'Get')).toEqual({
      signature: `[Obsolete("Use Load")]
        public async Task<T?> Get<R>(
            string id,
            params int[] flags)`,
      docstring: 'Looks an order up.',
    });
    expect(await definitionFacts('Orders.cs', program, 'Orders')).toEqual({
      signature: `[Serializable]
    public abstract class Orders<T> : IOrders<T> where T : class`,
      docstring: '<summary>Keeps orders.</summary>',
    });
  });

  it('has imports', async () => {
    const { meta } = await treeOf('Orders.cs', program);
    expect(meta?.imports).toEqual(['using System;', 'using static System.Math;']);
  });

  it('finds the definitions around an error', async () => {
    expect(await drawTree('Broken.cs', broken)).toBe(`document [1-17]
  class Before [1-4]
    method Ok [3-3]
  class Broken [6-12]
    method Run [8-11]
  class After [14-17]
    method Fine [16-16]`);
  });
});
