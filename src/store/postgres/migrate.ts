/** Migrates a database to the newest version, one process at a time; others wait and find it done. */
import { formatMismatch } from '../mismatch.js';
import type { PgDriver, PgSql } from './driver.js';
import type { PgMigration } from './schema.js';

/** 'FROE': the advisory lock of a migration. */
const LOCK = 0x46524f45;

/** Returns the version of the database, which may be newer than this froe. */
export async function migrate(driver: PgDriver, migrations: readonly PgMigration[]): Promise<number> {
  const format = await driver.reading(formatOf);
  if (format.version >= migrations.length) return checkCompatible(format, migrations.length);
  return driver.transaction(async (sql) => {
    await sql.all('SELECT pg_advisory_xact_lock($1)', LOCK);
    const { version } = await formatOf(sql); // another process may have been faster
    if (version === 0) await sql.script(CREATE_SCHEMA);
    for (const { sql: step } of migrations.slice(version)) await sql.script(step);
    if (version < migrations.length)
      await sql.all(
        'UPDATE froe.format SET version = $1, min_version = $2',
        migrations.length,
        migrations[migrations.length - 1].minVersion,
      );
    return Math.max(version, migrations.length);
  });
}

const CREATE_SCHEMA = `
  CREATE EXTENSION IF NOT EXISTS vector;
  CREATE SCHEMA froe;
  -- min_version: a froe that knows this version can still work with the tables as they are.
  CREATE TABLE froe.format (version int NOT NULL, min_version int NOT NULL);
  INSERT INTO froe.format VALUES (0, 0);
`;

interface Format {
  readonly version: number;
  readonly minVersion: number;
}

async function formatOf(sql: PgSql): Promise<Format> {
  // Read from the catalogue: a lookup by name could return what the connection has cached.
  const [table] = await sql.all(
    "SELECT EXISTS (SELECT 1 FROM pg_tables WHERE schemaname = 'froe' AND tablename = 'format') AS yes",
  );
  if (!table.yes) return { version: 0, minVersion: 0 };
  // As JSON, because a development build has other columns: its tables are treated like those of a newer froe.
  const [row] = await sql.all("SELECT version, to_jsonb(f) ->> 'min_version' AS min_version FROM froe.format f");
  return { version: Number(row.version), minVersion: Number(row.min_version ?? Number.POSITIVE_INFINITY) };
}

function checkCompatible({ version, minVersion }: Format, supported: number): number {
  if (minVersion <= supported) return version;
  throw formatMismatch('The database', version, supported, 'DROP SCHEMA froe CASCADE, then froe index');
}
