/** The words and signs of an index that was made before they had tables of their own, from its pieces. */
import { pieceOf } from '../pieceOf.js';
import { unpackRecord } from '../record.js';
import { unitRow } from '../rows.js';
import { entryOf } from '../vectors/scan.js';
import { type Database, statementsOf } from './database.js';
import { type Posting, postingOf } from './words/segment.js';
import { Segments } from './words/segments.js';

/** Pieces to a segment. */
const BATCH = 4000;

export function fillSegments(db: Database): void {
  const { prepare } = statementsOf(db);
  const segments = new Segments(prepare);
  let postings: Posting[] = [];
  const write = (): void => {
    segments.add(postings.sort((a, b) => a.id - b.id));
    postings = [];
  };
  for (const { id: source } of prepare('SELECT id FROM sources ORDER BY id').all()) {
    const units = prepare('SELECT * FROM units WHERE source = ? ORDER BY position').all(Number(source)).map(unitRow);
    const rows = prepare('SELECT id, weight, record FROM chunks WHERE source = ?').all(Number(source));
    for (const { id, weight, record } of rows) {
      if (!(record instanceof Uint8Array)) continue;
      const { words } = pieceOf(unpackRecord(record), units);
      postings.push(postingOf(Number(id), words, Number(weight)));
    }
    if (postings.length >= BATCH) write();
  }
  write();
  const vectors = 'SELECT c.id, v.code FROM chunks c JOIN vectors v ON v.hash = c.embed_hash WHERE c.weight > 0';
  for (const { id, code } of prepare(vectors).all())
    if (code instanceof Uint8Array)
      prepare('INSERT INTO signs VALUES (?, ?)').run(Number(id), entryOf(Number(id), code));
}
