import { describe, expect, it } from 'vitest';
import { definitionFacts, drawTree, treeOf } from './drawTree.js';

const program = `/// Shows what is left to do.
library todo;

import 'dart:async';
export 'task.dart';

typedef Done = void Function(Task task);

/// One thing to do.
@immutable
class Task {
  const Task(this.title, {this.done = false});

  Task.empty() : title = '', done = false;

  factory Task.parse(String line) {
    return Task(line.trim());
  }

  final String title;
  final bool done;

  /// How it is shown.
  @override
  String toString() => title;

  bool get open => !done;

  bool operator ==(Object other) {
    return other is Task && other.title == title;
  }
}

mixin Counts on Object {
  int count();
}

enum Order { oldest, newest }

extension Tasks on List<Task> {
  Iterable<Task> get left {
    return where((task) => task.open);
  }
}

/// Loads all tasks.
Future<List<Task>> load(
  String path,
) async {
  Task read(String line) {
    return Task.parse(line);
  }
  return (await lines(path)).map(read).toList();
}
`;

describe('Dart', () => {
  it('becomes a tree of its definitions', async () => {
    expect(await drawTree('todo.dart', program)).toBe(`document [1-54]
  statements [1-2]
  imports [4-5]
  statements [7-7]
  class Task [9-32]
    method Task [12-12]
    method Task.empty [14-14]
    method Task.parse [16-18]
    statements [20-21]
    method toString [23-25]
    method open [27-27]
    method == [29-31]
  class Counts [34-36]
    method count [35-35]
  class Order [38-38]
  class Tasks [40-44]
    method left [41-43]
  function load [46-54]`);
  });

  it('has signatures and documentation', async () => {
    expect(await definitionFacts('todo.dart', program, 'load')).toEqual({
      signature: 'Future<List<Task>> load(\n  String path,\n) async',
      docstring: 'Loads all tasks.',
    });
    expect(await definitionFacts('todo.dart', program, 'toString')).toEqual({
      signature: '@override\n  String toString() => title;',
      docstring: 'How it is shown.',
    });
  });

  it('has imports', async () => {
    const { meta } = await treeOf('todo.dart', program);
    expect(meta?.imports).toEqual(["import 'dart:async';", "export 'task.dart';"]);
  });

  it('finds the definitions around an error', async () => {
    const broken =
      'int before() {\n  return 1;\n}\n\nvoid broken() {\n  foo(1 2);\n}\n\nclass After {\n  int fine() {\n    return 2;\n  }\n}\n';
    expect(await drawTree('broken.dart', broken)).toBe(`document [1-13]
  function before [1-3]
  function broken [5-7]
  class After [9-13]
    method fine [10-12]`);
  });
});
