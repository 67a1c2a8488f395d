import { describe, expect, it } from 'vitest';
import { definitionFacts, drawTree, treeOf } from './drawTree.js';

const program = `package org.example.feed

import java.time.Instant
import kotlinx.coroutines.flow.Flow as Stream

const val PAGE = 20

/** One post, as it was written. */
data class Post(val id: String, val text: String)

/**
 * Reads posts page by page.
 */
@Stable
open class Feed(private val source: Source) : Source by source {
    private val seen = mutableSetOf<String>()

    val size: Int
        get() = seen.size

    init {
        require(PAGE > 0) { "an empty page" }
    }

    constructor(other: Feed) : this(other.source) {
        seen += other.seen
    }

    /** Loads what is newer than [since]. */
    @Throws(IllegalStateException::class)
    suspend fun load(
        since: Instant,
        vararg tags: String,
    ): List<Post> {
        fun matches(post: Post) = tags.any { it in post.text }
        return fetch(since).filter(::matches)
    }

    companion object {
        fun empty() = Feed(NoSource)
    }
}

enum class Order(val key: String) {
    NEWEST("new") {
        override fun label() = "Newest first"
    },
    OLDEST("old");

    open fun label() = key
}

interface Source {
    fun latest(): Stream<Post>
}

object NoSource : Source

fun <T> List<T>.second(): T = this[1]
`;

const broken = `class Before {
    fun ok() = 1
}

fun broken() {
    val y = (1 +
}

class After {
    fun fine(): Int {
        return 2
    }
}
`;

describe('Kotlin', () => {
  it('becomes a tree of its definitions', async () => {
    expect(await drawTree('Feed.kt', program)).toBe(`document [1-59]
  statements [1-1]
  imports [3-4]
  statements [6-6]
  class Post [8-9]
  class Feed [11-42]
    statements [16-16]
    method size [18-19]
    method init [21-23]
    method constructor [25-27]
    method load [29-37]
    class Companion [39-41]
      method empty [40-40]
  class Order [44-51]
    class NEWEST [45-47]
      method label [46-46]
    statements [48-48]
    method label [50-50]
  class Source [53-55]
    method latest [54-54]
  class NoSource [57-57]
  function List.second [59-59]`);
  });

  it('has signatures and documentation', async () => {
    expect(await definitionFacts('Feed.kt', program, 'load')).toEqual({
      signature: `@Throws(IllegalStateException::class)
    suspend fun load(
        since: Instant,
        vararg tags: String,
    ): List<Post>`,
      docstring: 'Loads what is newer than [since].',
    });
    expect(await definitionFacts('Feed.kt', program, 'List.second')).toEqual({
      signature: 'fun <T> List<T>.second(): T',
      docstring: undefined,
    });
  });

  it('has imports and exports', async () => {
    const { children, meta } = await treeOf('Feed.kt', program);
    expect(meta?.imports).toEqual(['import java.time.Instant', 'import kotlinx.coroutines.flow.Flow as Stream']);
    expect(children.filter((child) => child.meta?.exported).map((child) => child.name)).toEqual([
      'Post',
      'Feed',
      'Order',
      'Source',
      'NoSource',
      'List.second',
    ]);
  });

  it('finds the definitions around an error', async () => {
    expect(await drawTree('Broken.kt', broken)).toBe(`document [1-13]
  class Before [1-3]
    method ok [2-2]
  function broken [5-7]
  class After [9-13]
    method fine [10-12]`);
  });
});
