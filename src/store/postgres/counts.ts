/** What a change adds to the counts of words and takes from them: gathered, and written once, last. */
import type { PgSql } from './driver.js';

export class TermCounts {
  readonly #bySpace = new Map<number, Map<number, number>>();

  add(space: number, term: number, n: number): void {
    const counts = this.#bySpace.get(space) ?? new Map<number, number>();
    this.#bySpace.set(space, counts);
    counts.set(term, (counts.get(term) ?? 0) + n);
  }

  /** In one order: all writers share these rows, and hold them until they commit. */
  async write(sql: PgSql): Promise<void> {
    for (const [space, counts] of [...this.#bySpace].sort(([a], [b]) => a - b)) {
      const changed = [...counts].filter(([, n]) => n !== 0).sort(([a], [b]) => a - b);
      if (changed.length === 0) continue;
      await sql.all(
        `INSERT INTO froe.counts AS c (space, term, n)
         SELECT $1, term, n FROM unnest($2::bigint[], $3::bigint[]) AS changed (term, n) ORDER BY term
         ON CONFLICT (term, space) DO UPDATE SET n = c.n + excluded.n`,
        space,
        changed.map(([term]) => term),
        changed.map(([, n]) => n),
      );
    }
  }
}
