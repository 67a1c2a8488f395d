/** What one change does to the tables. It runs inside a transaction that its caller opens and closes. */
import { lastName } from '../../text/lastName.js';
import { packRecord } from '../record.js';
import { type Change, type Prepared, typeOf } from '../store.js';
import { encode } from '../vectors/code.js';
import type { Statement } from './database.js';

type Prepare = (sql: string) => Statement;

const INSERT_SOURCE = `INSERT INTO sources
  (doc_id, tree, path, kind, language, title, size, mtime, hash, recipe, tokens, frequency, metadata)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const INSERT_CHUNK = `INSERT INTO chunks (source, chunk_id, position, parent_id, part_of, synthetic, type, weight, embed_hash, record)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const INSERT_UNIT = 'INSERT INTO units VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)';
const INSERT_REFERENCE = 'INSERT INTO refs VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)';
const INSERT_WORDS = 'INSERT INTO words (rowid, name, path, headings, body) VALUES (?, ?, ?, ?, ?)';

export class Writer {
  readonly #prepare: Prepare;

  constructor(prepare: Prepare) {
    this.#prepare = prepare;
  }

  write({ put = [], touch = [], remove = [], vectors = [], lines = [] }: Change): void {
    for (const docId of remove) this.#remove(docId);
    for (const { docId, size, mtime } of touch)
      this.#prepare('UPDATE sources SET size = ?, mtime = ? WHERE doc_id = ?').run(size, mtime, docId);
    for (const prepared of put) this.#put(prepared);
    for (const { hash, vector } of vectors)
      this.#prepare('INSERT OR REPLACE INTO vectors VALUES (?, ?)').run(Buffer.from(hash, 'hex'), encode(vector));
    for (const { key, line } of lines)
      this.#prepare('INSERT OR REPLACE INTO context_lines VALUES (?, ?)').run(Buffer.from(key, 'hex'), line);
  }

  #remove(docId: string): void {
    const source = this.#prepare('SELECT id FROM sources WHERE doc_id = ?').get(docId)?.id;
    if (source === undefined) return;
    this.#prepare('DELETE FROM words WHERE rowid IN (SELECT id FROM chunks WHERE source = ?)').run(Number(source));
    this.#prepare('DELETE FROM sources WHERE id = ?').run(Number(source)); // takes its pieces, units and references along
  }

  #put({ source: row, pieces, units, references }: Prepared): void {
    this.#remove(row.docId);
    const { lastInsertRowid: source } = this.#prepare(INSERT_SOURCE).run(
      row.docId,
      row.tree,
      row.path,
      row.kind,
      row.language,
      row.title,
      row.size,
      row.mtime,
      row.hash,
      row.recipe,
      row.tokens,
      row.frequency ?? null,
      JSON.stringify(row.metadata),
    );
    for (const { chunk, words } of pieces) {
      const { lastInsertRowid: id } = this.#prepare(INSERT_CHUNK).run(
        source,
        chunk.id,
        chunk.position,
        chunk.parentId,
        chunk.partOf,
        chunk.synthetic ? 1 : 0,
        typeOf(chunk),
        typeof chunk.metadata.weight === 'number' ? chunk.metadata.weight : 1,
        Buffer.from(chunk.embedHash, 'hex'),
        packRecord(chunk),
      );
      this.#prepare(INSERT_WORDS).run(id, words.name, words.path, words.headings, words.body);
    }
    units.forEach((unit, position) => {
      const { id, parentId, kind, name, depth, charStart, charEnd, startLine, endLine } = unit;
      this.#prepare(INSERT_UNIT).run(
        source,
        position,
        id,
        parentId,
        kind,
        name,
        depth,
        charStart,
        charEnd,
        startLine,
        endLine,
        lastName(name),
      );
    });
    const positions = new Map(units.map(({ id }, position) => [id, position]));
    references.forEach(({ from, verb, target, key, line, module = null, local = null }, position) => {
      const unit = positions.get(from) ?? null;
      this.#prepare(INSERT_REFERENCE).run(source, position, unit, verb, target, key, line, module, local);
    });
  }
}
