/** A PostgreSQL server, through a pool of connections. */
import pg from 'pg';
import { FroeError } from '../../errors.js';
import { withoutPassword } from '../databaseUrl.js';
import type { DbRow } from '../rows.js';
import type { PgDriver, PgSql, PgValue } from './driver.js';

/** Connections of one process. A server has about a hundred for all processes. */
const MAX_CONNECTIONS = 10;
/** For every connection. Compiling a statement takes forty milliseconds, more than it saves here. */
const CONNECTION_SETUP = 'SET jit = off';
/** Maximum time to connect, in milliseconds. */
const CONNECT_TIMEOUT_MS = 10_000;
/** Maximum time of a tenant's statement. */
const STATEMENT_TIMEOUT_MS = 10_000;
/** Serialization failures and deadlocks: the transaction is repeated. */
const RETRYABLE_CODES: ReadonlySet<string> = new Set(['40001', '40P01']);
const MAX_TRIES = 5;

/** The key that last used each connection. */
const lastKeys = new WeakMap<pg.PoolClient, string>();
/** Connections that ended while they were in use. */
const lostClients = new WeakSet<pg.PoolClient>();

export class PgPool implements PgDriver {
  readonly #pool: pg.Pool;
  readonly #address: string;
  readonly #key: string | undefined;
  readonly #names: Map<string, string>;
  readonly close: () => Promise<void>;

  constructor(url: string | PgPool, key?: string) {
    if (typeof url === 'string') {
      this.#pool = new pg.Pool({
        connectionString: url,
        max: MAX_CONNECTIONS,
        connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      });
      this.#pool.on('error', () => {}); // an idle connection was lost: the pool opens another
      this.#pool.on('connect', (client) => {
        client.on('error', () => lostClients.add(client)); // the pool listens only while nobody uses it
        client.query(CONNECTION_SETUP).catch(() => {}); // it will fail again, and be reported
      });
      this.#address = withoutPassword(url);
      this.#names = new Map();
      this.close = () => this.#pool.end();
    } else {
      this.#pool = url.#pool;
      this.#address = url.#address;
      this.#names = url.#names;
      this.close = async () => {}; // the owner of the pool closes it
    }
    this.#key = key;
  }

  /** The same connections, restricted to reading what this key allows. */
  as(key: string): PgDriver {
    return new PgPool(this, key);
  }

  reading<T>(work: (sql: PgSql) => Promise<T>): Promise<T> {
    if (this.#key !== undefined) return this.transaction(work);
    return this.#withRetries((client) => work(this.#sql(client))); // somebody may be dropping tables of another root
  }

  transaction<T>(work: (sql: PgSql) => Promise<T>): Promise<T> {
    return this.#withRetries((client) => this.#transaction(client, work));
  }

  async #withRetries<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.#withClient(work);
      } catch (error) {
        if (tries >= MAX_TRIES || !RETRYABLE_CODES.has(codeOf(error))) throw error;
      }
    }
  }

  /**
   * Takes a lock by name until the returned function is called; undefined if another process holds it. A lock ends with
   * its connection: `onLost` is called if that is before the function is called.
   */
  async lock(name: string, onLost: (error: unknown) => void): Promise<(() => Promise<void>) | undefined> {
    const client = await this.#connect();
    const query = 'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS mine';
    const { rows } = await client.query(query, [name]);
    if (rows[0].mine) {
      client.on('error', onLost);
      return async () => client.release(true);
    }
    client.release();
    return undefined;
  }

  async #connect(): Promise<pg.PoolClient> {
    try {
      return await this.#pool.connect();
    } catch (error) {
      throw toFroeError(this.#address, error);
    }
  }

  async #withClient<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await this.#connect();
    try {
      const result = await work(client);
      client.release();
      return result;
    } catch (error) {
      client.release(isLost(error));
      throw toFroeError(this.#address, error, lostClients.has(client));
    }
  }

  async #transaction<T>(client: pg.PoolClient, work: (sql: PgSql) => Promise<T>): Promise<T> {
    // Clears the session before another tenant uses it.
    if (this.#key !== undefined && lastKeys.get(client) !== this.#key) await client.query('DISCARD ALL');
    if (this.#key !== undefined) lastKeys.set(client, this.#key);
    await client.query('BEGIN');
    try {
      if (this.#key !== undefined) {
        await client.query(
          `SET LOCAL ROLE froe_tenant; SET LOCAL statement_timeout = ${STATEMENT_TIMEOUT_MS}; SET LOCAL jit = off`,
        );
        await client.query("SELECT set_config('froe.key', $1, true)", [this.#key]);
      }
      const result = await work(this.#sql(client));
      await client.query('COMMIT');
      return result;
    } catch (error) {
      if (!isLost(error)) await client.query('ROLLBACK').catch(() => {}); // the first error is reported
      throw error;
    }
  }

  #sql(client: pg.PoolClient): PgSql {
    return {
      all: async (text, ...values) => (await client.query(this.#queryConfig(client, text, values))).rows,
      script: async (text) => {
        await client.query(text);
      },
      copy: (into, lines) => (lines.length === 0 ? Promise.resolve() : copyIn(client, into, lines)),
    };
  }

  #queryConfig(client: pg.PoolClient, text: string, values: readonly PgValue[]): pg.QueryConfig {
    const unnamed = { text, values: values.map((value) => (Array.isArray(value) ? [...value] : value)) };
    // Not prepared by name for a key: its SQL could redefine the name, and DISCARD ALL drops it.
    if (lastKeys.has(client)) return unnamed;
    const name = this.#names.get(text) ?? `froe_${this.#names.size}`;
    this.#names.set(text, name);
    return { name, ...unnamed };
  }
}

/** Characters per block of COPY lines. */
const COPY_BLOCK_CHARS = 1 << 16;

interface CopyConnection {
  sendCopyFromChunk(block: Buffer): void;
  endCopyFrom(): void;
}

/** A query that sends its lines when the server asks for COPY data. */
class CopyIn extends pg.Query<DbRow, never[]> {
  readonly #lines: readonly string[];

  constructor(into: string, lines: readonly string[], done: (error: Error | undefined) => void) {
    super({ text: `COPY ${into} FROM STDIN` }, done);
    this.#lines = lines;
  }

  handleCopyInResponse(connection: CopyConnection): void {
    let block = '';
    for (const line of this.#lines) {
      block += line;
      if (block.length < COPY_BLOCK_CHARS) continue;
      connection.sendCopyFromChunk(Buffer.from(block));
      block = '';
    }
    if (block !== '') connection.sendCopyFromChunk(Buffer.from(block));
    connection.endCopyFrom();
  }
}

const copyIn = (client: pg.PoolClient, into: string, lines: readonly string[]): Promise<void> =>
  new Promise((resolve, reject) => {
    client.query(new CopyIn(into, lines, (error) => (error ? reject(error) : resolve())));
  });

const codeOf = (error: unknown): string => {
  const cause = error instanceof FroeError ? error.cause : error;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : '';
};

const isLost = (error: unknown): boolean =>
  /^(08|57P|ECONN|EPIPE)/.test(codeOf(error)) || (error instanceof Error && /terminated/.test(error.message));

/** Prefixes of error codes of PostgreSQL and the system, and what they mean for the user. */
const errorTexts: readonly (readonly [codes: RegExp, message: string, hint: string])[] = [
  [/^(ECONN|ENOENT|ENOTFOUND|EAI|EHOST|ETIMEDOUT)/, 'cannot be reached', 'Check that it runs, and its host and port.'],
  [/^(08|57P0[123])/, 'went away', 'Committed data is kept; run it again.'],
  [/^28/, 'rejected the login', 'Check the user and the password (PGPASSWORD, ~/.pgpass).'],
  [/^3D000/, 'does not exist', 'Create it: createdb.'],
  [/^42501/, 'denied permission', 'The user must own the schema froe, or be allowed to create it.'],
  [/^(58P01|0A000)/, 'has no pgvector', 'Install the extension "vector", 0.7 or newer, on the server.'],
  [/^53100/, 'could not grow: its disk is full', 'Free some space and run it again; committed data is kept.'],
  [/^53/, 'is out of connections or memory', 'Wait, or use fewer processes.'],
  [/^57014/, 'did not answer in time', 'Reduce the request, or try again later.'],
  [/^25006/, 'is read-only', 'This is a replica: index on the primary.'],
];

const BAD_EXPRESSION = '2201B';
const CONNECTION_FAILURE = '08006';

/** On a lost connection every query fails, but the error of the driver has no code. */
function toFroeError(address: string, error: unknown, isConnectionLost = false): unknown {
  if (error instanceof FroeError) return error;
  const code = isConnectionLost ? CONNECTION_FAILURE : codeOf(error);
  if (code === BAD_EXPRESSION)
    return new FroeError('bad-option', 'The database rejects a pattern of this query', undefined, error);
  const errorText = errorTexts.find(([codes]) => codes.test(code));
  return errorText ? new FroeError('bad-index', `The database ${address} ${errorText[1]}`, errorText[2], error) : error;
}
