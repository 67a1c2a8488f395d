import { describe, expect, it } from 'vitest';
import { definitionFacts, drawTree, treeOf } from './drawTree.js';

const program = `package org.example.web

import scala.concurrent.Future
import java.net.{ URI => Address }

/** Something that may answer. */
trait Handler[A] {
  def handle(request: A): Future[String]

  def name: String = getClass.getName
}

// A case class with a companion.
case class Route(path: String, methods: Set[String] = Set("GET")) {
  def matches(other: String): Boolean = path == other
}

object Route {
  /** Parses what a configuration says. */
  def parse(line: String): Option[Route] = {
    def clean(text: String) = text.trim
    line.split(' ') match {
      case Array(method, path) => Some(Route(clean(path), Set(method)))
      case _ => None
    }
  }

  implicit class Said(private val line: String) extends AnyVal {
    def route: Option[Route] = parse(line)
  }
}

/**
 * Finds the first route that matches.
 */
@deprecated("Use Routes", "2.0")
abstract class Router(routes: Seq[Route])(implicit base: Address) extends Handler[String] {
  private val table = routes.groupBy(_.path)

  def this(route: Route)(implicit base: Address) = this(Seq(route))

  override def handle(
      request: String
  ): Future[String] = {
    Future.successful(table.get(request).fold("none")(_.toString))
  }
}

package object web {
  type Path = String

  def root: Path = "/"
}
`;

const broken = `class Before {
  def ok: Int = 1
}

object Broken {
  def broken(x: Int): Int = {
    val y = (1 +
  }
}

class After {
  def fine: Int = 2
}
`;

describe('Scala', () => {
  it('becomes a tree of its definitions', async () => {
    expect(await drawTree('Router.scala', program)).toBe(`document [1-53]
  statements [1-1]
  imports [3-4]
  class Handler [6-11]
    method handle [8-8]
    method name [10-10]
  class Route [13-16]
    method matches [15-15]
  class Route [18-31]
    method parse [19-26]
    class Said [28-30]
      method route [29-29]
  class Router [33-47]
    statements [38-38]
    method this [40-40]
    method handle [42-46]
  module web [49-53]
    statements [50-50]
    function root [52-52]`);
  });

  it('has signatures and documentation', async () => {
    expect(await definitionFacts('Router.scala', program, 'parse')).toEqual({
      signature: 'def parse(line: String): Option[Route]',
      docstring: 'Parses what a configuration says.',
    });
    expect(await definitionFacts('Router.scala', program, 'Router')).toEqual({
      signature: `@deprecated("Use Routes", "2.0")
abstract class Router(routes: Seq[Route])(implicit base: Address) extends Handler[String]`,
      docstring: 'Finds the first route that matches.',
    });
  });

  it('has imports and exports', async () => {
    const { children, meta } = await treeOf('Router.scala', program);
    expect(meta?.imports).toEqual(['import scala.concurrent.Future', 'import java.net.{ URI => Address }']);
    expect(children.filter((child) => child.meta?.exported).map((child) => child.name)).toEqual([
      'Handler',
      'Route',
      'Route',
      'Router',
      'web',
    ]);
  });

  it('finds the definitions around an error', async () => {
    expect(await drawTree('Broken.scala', broken)).toBe(`document [1-13]
  class Before [1-3]
    method ok [2-2]
  class Broken [5-9]
    method broken [6-8]
  class After [11-13]
    method fine [12-12]`);
  });
});
