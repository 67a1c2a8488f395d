/** What is read from the file gets a sum (sums.ts). */
import { crc32 } from 'node:zlib';
import { type Database, statementsOf } from './database.js';
import { type Summed, sealed, sumOf } from './sums.js';

const REFERENCES = `SELECT r.*, u.unit_id FROM refs r
  LEFT JOIN units u ON u.source = r.source AND u.position = r.unit`;

export function addSums(db: Database): void {
  db.exec(`ALTER TABLE sources ADD COLUMN counts TEXT NOT NULL DEFAULT '';
    UPDATE sources SET counts = (SELECT count(*) FROM units WHERE source = sources.id) || ' ' ||
      (SELECT count(*) FROM refs WHERE source = sources.id)`);
  const { prepare } = statementsOf(db);
  const tables: readonly (readonly [Summed, string])[] = [
    ['sources', 'id'],
    ['units', 'source, position'],
    ['refs', 'source, position'],
  ];
  for (const [table, key] of tables) {
    db.exec(`ALTER TABLE ${table} ADD COLUMN sum INTEGER NOT NULL DEFAULT 0`);
    const names = key.split(', ');
    const set = prepare(`UPDATE ${table} SET sum = ? WHERE ${names.map((name) => `${name} = ?`).join(' AND ')}`);
    const rows = table === 'refs' ? REFERENCES : `SELECT * FROM ${table}`;
    for (const row of prepare(rows).all()) set.run(sumOf(table, row), ...names.map((name) => row[name]));
  }
  db.exec('ALTER TABLE vectors ADD COLUMN sum INTEGER NOT NULL DEFAULT 0');
  for (const { hash, code } of prepare('SELECT hash, code FROM vectors').all())
    if (code instanceof Uint8Array) prepare('UPDATE vectors SET sum = ? WHERE hash = ?').run(crc32(code), hash);
  for (const [table, key, blob] of [
    ['chunks', 'id', 'record'],
    ['sign_blocks', 'block', 'entries'],
  ] as const)
    for (const row of prepare(`SELECT ${key}, ${blob} FROM ${table}`).all()) {
      const body = row[blob];
      if (body instanceof Uint8Array)
        prepare(`UPDATE ${table} SET ${blob} = ? WHERE ${key} = ?`).run(sealed(body), row[key]);
    }
}
