import { describe, expect, it } from 'vitest';
import { definitionFacts, drawTree, treeOf } from './drawTree.js';

const program = `// Small matrices.
#include <array>
#include "matrix.hpp"

using std::array;

namespace linear {

/// Rows and columns.
struct Shape {
  int rows = 0;
  bool operator==(const Shape& other) const { return rows == other.rows; }
};

enum class Order : int { Row, Column };

template <typename T, int N>
class Matrix : public Base<T> {
 public:
  explicit Matrix(T fill) : cells_{} { cells_.fill(fill); }
  ~Matrix() override = default;

  /// The cell at a place.
  T at(int row, int column) const;

  int rows() const;
  int columns() const;

  operator bool() const { return N > 0; }

  friend bool operator<(const Matrix& a, const Matrix& b) {
    return a.cells_ < b.cells_;
  }

 private:
  class Cursor {
    void next();
  };
  array<T, N * N> cells_;
};

/**
 * Looks up a cell.
 */
template <typename T, int N>
T Matrix<T, N>::at(int row, int column) const {
  return cells_[row * N + column];
}

Solver::operator double() const { return 1.0; }

}  // namespace linear

TEST(Matrix, looks_up) {
  EXPECT_EQ(linear::Matrix<int, 2>(7).at(0, 1), 7);
}
`;

const broken = `int before() { return 1; }

class Broken {
  void run() {
    int x = (1 + ;
  }
};

namespace later {
int after() { return 2; }
}
`;

describe('C++', () => {
  it('becomes a tree of its definitions', async () => {
    expect(await drawTree('matrix.cpp', program)).toBe(`document [1-56]
  imports [1-3]
  statements [5-5]
  module linear [7-52]
    class Shape [9-13]
      statements [11-11]
      method operator== [12-12]
    class Order [15-15]
    class Matrix [17-40]
      statements [19-19]
      method Matrix [20-20]
      method ~Matrix [21-21]
      method at [23-24]
      statements [26-27]
      method operator bool [29-29]
      method operator< [31-33]
      statements [35-35]
      class Cursor [36-38]
        statements [37-37]
      statements [39-39]
    function Matrix::at [42-48]
    function Solver::operator double [50-50]
  function Matrix.looks_up [54-56]`);
  });

  it('has the definitions in a namespace without a name', async () => {
    const hidden = `namespace {
enum State {
  kFound,
};
struct Saver {
  State state;
};
}  // namespace

namespace
{
int Twice(int x) { return 2 * x; }
}
`;
    expect(await drawTree('saver.cc', hidden)).toBe(`document [1-13]
  block [1-8]
    class State [2-4]
      statements [3-3]
    class Saver [5-7]
      statements [6-6]
  block [10-13]
    function Twice [12-12]`);
  });

  it('has signatures and documentation', async () => {
    expect(await definitionFacts('matrix.cpp', program, 'Matrix::at')).toEqual({
      signature: `template <typename T, int N>
T Matrix<T, N>::at(int row, int column) const`,
      docstring: 'Looks up a cell.',
    });
    expect(await definitionFacts('matrix.cpp', program, 'operator<')).toEqual({
      signature: 'friend bool operator<(const Matrix& a, const Matrix& b)',
      docstring: undefined,
    });
  });

  it('has imports and exports', async () => {
    const { children, meta } = await treeOf('matrix.cpp', program);
    expect(meta?.imports).toEqual(['#include <array>', '#include "matrix.hpp"']);
    expect(children.filter((child) => child.meta?.exported).map((child) => child.name)).toEqual([
      'linear',
      'Matrix.looks_up',
    ]);
  });

  it('ignores a macro before the name', async () => {
    const exported = `class EXPORT Solver : public Step {
 public:
  explicit Solver(int n);

  void run() {
    step();
  }

  operator double() const { return 1.0; }
};

class Plain {};
`;
    expect(await drawTree('solver.hpp', exported)).toBe(`document [1-12]
  class Solver [1-10]
    statements [2-3]
    method run [5-7]
    method operator double [9-9]
  class Plain [12-12]`);
  });

  it('finds the definitions around an error', async () => {
    expect(await drawTree('broken.cpp', broken)).toBe(`document [1-11]
  function before [1-1]
  class Broken [3-7]
    method run [4-6]
  module later [9-11]
    function after [10-10]`);
  });
});

it('names a class behind a macro', async () => {
  const header = `class API_EXPORT Heron final : public Shared<Heron>,
                               public Bird {
 public:
  int wings() const;
};

struct ALIGNED(16) Cell {
  int eggs;
};

struct STAT one;
`;
  expect(await drawTree('heron.hpp', header)).toMatchInlineSnapshot(`
    "document [1-11]
      class Heron [1-5]
        statements [3-4]
      class Cell [7-9]
        statements [8-8]
      statements [11-11]"
  `);
});
