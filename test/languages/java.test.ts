import { describe, expect, it } from 'vitest';
import { definitionFacts, drawTree, treeOf } from './drawTree.js';

const program = `/* Licence: do what you like. */
package org.example.cache;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Forgets what was not asked for.
 */
@SuppressWarnings("serial")
public final class Cache<K, V> extends LinkedHashMap<K, V> {
  public static final Listener SILENT = new Listener() {
    @Override
    public void dropped(Object key) {}
  };

  private final int limit;

  /** Keeps at most {@code limit} entries. */
  public Cache(int limit) {
    super(16, 0.75f, true);
    this.limit = limit;
  }

  /**
   * Says whether the eldest has to go.
   */
  @Override
  protected boolean removeEldestEntry(
      Map.Entry<K, V> eldest
  ) {
    return size() > limit;
  }

  enum Policy {
    OLDEST {
      @Override
      int order() { return 1; }
    },
    LARGEST;

    int order() { return 0; }
  }

  record Hit(String key, long at) {
    Hit {
      if (at < 0) throw new IllegalArgumentException();
    }
  }

  /** Hears about what is dropped. */
  interface Listener {
    void dropped(Object key);
  }

  @interface Cached {}
}
`;

const broken = `class Broken {
  int before() {
    return 1;
  }

  int broken( {
    return ((1;
  }

  int after() {
    return 2;
  }
}
`;

describe('Java', () => {
  it('becomes a tree of its definitions', async () => {
    expect(await drawTree('Cache.java', program)).toBe(`document [1-57]
  statements [1-2]
  imports [4-5]
  class Cache [7-57]
    class SILENT [12-15]
      method dropped [13-14]
    statements [17-17]
    method Cache [19-23]
    method removeEldestEntry [25-33]
    class Policy [35-43]
      class OLDEST [36-39]
        method order [37-38]
      statements [40-40]
      method order [42-42]
    class Hit [45-49]
      method Hit [46-48]
    class Listener [51-54]
      method dropped [53-53]
    class Cached [56-56]`);
  });

  it('has signatures and documentation', async () => {
    expect(await definitionFacts('Cache.java', program, 'removeEldestEntry')).toEqual({
      signature: `@Override
  protected boolean removeEldestEntry(
      Map.Entry<K, V> eldest
  )`,
      docstring: 'Says whether the eldest has to go.',
    });
    expect(await definitionFacts('Cache.java', program, 'SILENT')).toEqual({
      signature: 'public static final Listener SILENT = new Listener()',
      docstring: undefined,
    });
  });

  it('has imports and exports', async () => {
    const { children, meta } = await treeOf('Cache.java', program);
    expect(meta?.imports).toEqual(['import java.util.LinkedHashMap;', 'import java.util.Map;']);
    expect(children.filter((child) => child.meta?.exported).map((child) => child.name)).toEqual(['Cache']);
  });

  it('finds the definitions around an error', async () => {
    expect(await drawTree('Broken.java', broken)).toBe(`document [1-13]
  class Broken [1-13]
    method before [2-4]
    method broken [6-8]
    method after [10-12]`);
  });
});
