/**
 * The k best of many without sorting all of them: a min-heap of k entries, whose
 * root, the worst of them, is replaced by the next better one.
 */
export interface ScoredRow {
  readonly row: number;
  readonly score: number;
}

export class TopK {
  readonly #limit: number;
  readonly #heap: ScoredRow[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(row: number, score: number): void {
    if (this.#heap.length === this.#limit) {
      // Most are rejected here, before an object is created.
      if (this.#limit === 0 || score < this.#heap[0].score) return;
      if (!isWorse(this.#heap[0], { row, score })) return;
      this.#siftDown({ row, score });
    } else this.#siftUp({ row, score });
  }

  /** Best first; of equal scores, the lower row. */
  sorted(): readonly ScoredRow[] {
    return this.#heap.sort((a, b) => b.score - a.score || a.row - b.row);
  }

  #siftUp(entry: ScoredRow): void {
    const heap = this.#heap;
    let at = heap.length;
    for (let parent = (at - 1) >> 1; at > 0 && isWorse(entry, heap[parent]); parent = (at - 1) >> 1) {
      heap[at] = heap[parent];
      at = parent;
    }
    heap[at] = entry;
  }

  /** Replaces the worst. */
  #siftDown(entry: ScoredRow): void {
    const heap = this.#heap;
    let at = 0;
    for (let child = 1; child < heap.length; child = 2 * at + 1) {
      if (child + 1 < heap.length && isWorse(heap[child + 1], heap[child])) child++;
      if (!isWorse(heap[child], entry)) break;
      heap[at] = heap[child];
      at = child;
    }
    heap[at] = entry;
  }
}

const isWorse = (a: ScoredRow, b: ScoredRow): boolean => a.score < b.score || (a.score === b.score && a.row > b.row);
