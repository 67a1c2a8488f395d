import { describe, expect, it } from 'vitest';
import { about, drawn, treeOf } from './drawn.js';

const program = `package org.example.feed

import java.time.Instant
import kotlinx.coroutines.flow.Flow as Stream

const val PAGE = 20

/** One post, as it was written. */
data class Post(val id: String, val text: String)

interface Source {
    fun latest(): Stream<Post>
}

/**
 * Reads posts page by page.
 */
@Deprecated("Use Timeline")
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
  it('is read as it is built', async () => {
    expect(await drawn('Feed.kt', program)).toBe(`document [1-59]
  statements [1-1]
  imports [3-4]
  statements [6-6]
  class Post [8-9]
  class Source [11-13]
    method latest [12-12]
  statements [15-18]
  class Feed [19-46]
    statements [20-20]
    method size [22-23]
    method init [25-27]
    method constructor [29-31]
    method load [33-41]
    class Companion [43-45]
      method empty [44-44]
  class Order [48-55]
    class NEWEST [49-51]
      method label [50-50]
    statements [52-52]
    method label [54-54]
  class NoSource [57-57]
  function List.second [59-59]`);
  });

  it('has signatures and documentation', async () => {
    expect(await about('Feed.kt', program, 'load')).toEqual({
      signature: `@Throws(IllegalStateException::class)
    suspend fun load(
        since: Instant,
        vararg tags: String,
    ): List<Post>`,
      docstring: 'Loads what is newer than [since].',
    });
    expect(await about('Feed.kt', program, 'List.second')).toEqual({
      signature: 'fun <T> List<T>.second(): T',
      docstring: undefined,
    });
  });

  it('has imports, and what others can see of it', async () => {
    const { children, meta } = await treeOf('Feed.kt', program);
    expect(meta?.imports).toEqual(['import java.time.Instant', 'import kotlinx.coroutines.flow.Flow as Stream']);
    expect(children.filter((child) => child.meta?.exported).map((child) => child.name)).toEqual([
      'Post',
      'Source',
      'Feed',
      'Order',
      'NoSource',
      'List.second',
    ]);
  });

  it('that is broken is read around the error', async () => {
    expect(await drawn('Broken.kt', broken)).toBe(`document [1-13]
  class Before [1-3]
    method ok [2-2]
  function broken [5-7]
  class After [9-13]
    method fine [10-12]`);
  });
});
