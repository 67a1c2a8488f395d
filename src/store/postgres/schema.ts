/**
 * The tables, all in the schema `froe`.
 *
 *     tenants ──< keys                a tenant sees its own rows and no others
 *        │──────< vectors             partitioned by tenant: a vector belongs to a text, whatever tree it is in
 *        └──────< spaces              one tree of one tenant; everything below is partitioned by it
 *                    └──< sources ──< chunks, units, refs, postings
 *                    └──< counts      in how many chunks a word is
 *
 * A chunk is known by its source and its position there. Nothing refers to
 * another table by a foreign key: partitions come and go with their space, and
 * a source is removed with all its rows in one transaction (check.ts verifies it).
 */

/** Tables that are partitioned by space. */
export const spaceTables = ['sources', 'chunks', 'units', 'refs', 'postings', 'counts'] as const;

/** The partitions of these spaces. */
export const partitionsOf = (spaces: readonly number[]): readonly string[] =>
  spaces.flatMap((space) => spaceTables.map((part) => `froe.${part}_${space}`));

/** The partitions of a tenant with these spaces. */
export const tablesOf = (tenant: number, spaces: readonly number[]): readonly string[] => [
  ...partitionsOf(spaces),
  `froe.vectors_${tenant}`,
];

export interface PgMigration {
  readonly sql: string;
  /** The oldest version of froe that works with the new tables. */
  readonly minVersion: number;
}

/**
 * The entry at i takes a database from version i to i + 1; 0 is an empty one. A
 * released entry never changes: the next version is another entry. To migrate without
 * downtime, add first and remove later: `minVersion` stays as it is until the entry
 * that removes.
 */
export const pgMigrations: readonly PgMigration[] = [
  {
    minVersion: 1,
    sql: `
    CREATE TABLE froe.tenants (
      id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      name text NOT NULL UNIQUE,
      model text,
      writes bigint NOT NULL DEFAULT 0,  -- goes up with every change: who kept something can see whether it is still true
      written_at timestamptz,  -- so that who asks can be told how old the answer is
      max_chunks bigint,
      per_minute int
    );
    -- Of a key only the hash is kept.
    CREATE TABLE froe.keys (hash bytea PRIMARY KEY, tenant int NOT NULL REFERENCES froe.tenants (id) ON DELETE CASCADE);
    -- Keys that open the figures of all tenants, and nothing of what is theirs.
    CREATE TABLE froe.monitors (hash bytea PRIMARY KEY);
    CREATE TABLE froe.spaces (
      id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      tenant int NOT NULL REFERENCES froe.tenants (id) ON DELETE CASCADE,
      tree text NOT NULL,
      roots text[] NOT NULL DEFAULT '{}',  -- what the tree is of (sources/treeName.ts)
      UNIQUE (tenant, tree)
    );
    CREATE SEQUENCE froe.source_ids;
    CREATE TABLE froe.sources (
      space int NOT NULL,
      id bigint NOT NULL,
      doc_id text NOT NULL,
      tree text NOT NULL,
      path text NOT NULL,
      kind text NOT NULL,
      language text NOT NULL,
      title text NOT NULL,
      size bigint NOT NULL,
      mtime double precision NOT NULL,
      ctime double precision NOT NULL,  -- a change that keeps size and mtime shows in this and the next
      ino double precision NOT NULL,
      hash text NOT NULL,
      recipe text NOT NULL,
      tokens bigint NOT NULL,
      chunks int NOT NULL,
      words bigint NOT NULL,  -- in all its chunks
      frequency text,
      metadata text NOT NULL,
      -- How sensitive it is (sensitivity.ts), as its metadata says. Few are above 0.
      sensitivity smallint GENERATED ALWAYS AS (
        CASE WHEN position('"sensitivity":"highly_sensitive"' in metadata) > 0 THEN 2
             WHEN position('"sensitivity":"sensitive"' in metadata) > 0 THEN 1 ELSE 0 END) STORED,
      trigrams bytea,  -- which runs of three bytes it has (text/trigrams.ts): only expressions ask for them
      written_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (space, id),
      UNIQUE (space, doc_id),
      UNIQUE (space, path)
    ) PARTITION BY LIST (space);
    ALTER TABLE froe.sources ALTER COLUMN trigrams SET STORAGE EXTERNAL;
    CREATE INDEX ON froe.sources (sensitivity) WHERE sensitivity > 0;
    -- record is the chunk record as JSON, deflated (record.ts); compressed once is enough.
    CREATE TABLE froe.chunks (
      space int NOT NULL,
      source bigint NOT NULL,
      position int NOT NULL,
      chunk_id text NOT NULL,
      parent_id text,
      part_of int NOT NULL,
      synthetic smallint NOT NULL,
      type text NOT NULL,
      weight real NOT NULL,
      tokens int NOT NULL,
      embed_hash bytea NOT NULL,
      record bytea NOT NULL,
      PRIMARY KEY (space, source, position),
      UNIQUE (space, chunk_id)
    ) PARTITION BY LIST (space);
    ALTER TABLE froe.chunks ALTER COLUMN record SET STORAGE EXTERNAL;
    -- Both, so that no planner takes another index for the space; a row of it is no longer for that.
    CREATE INDEX ON froe.chunks (embed_hash, space);
    CREATE TABLE froe.units (
      space int NOT NULL,
      source bigint NOT NULL,
      position int NOT NULL,
      unit_id text NOT NULL,
      parent_id text NOT NULL,
      kind text NOT NULL,
      name text NOT NULL,
      depth int NOT NULL,
      char_start int NOT NULL,
      char_end int NOT NULL,
      start_line int NOT NULL,
      end_line int NOT NULL,
      key text NOT NULL,
      PRIMARY KEY (space, source, position)
    ) PARTITION BY LIST (space);
    CREATE INDEX ON froe.units (key);
    -- What a source says of others, as written; resolved when somebody asks (graph/).
    CREATE TABLE froe.refs (
      space int NOT NULL,
      source bigint NOT NULL,
      position int NOT NULL,
      unit int,
      verb text NOT NULL,
      target text NOT NULL,
      key text NOT NULL,
      line int NOT NULL,
      module text,
      local text,
      PRIMARY KEY (space, source, position)
    ) PARTITION BY LIST (space);
    CREATE INDEX ON froe.refs (key);
    -- Where a word stands: for each source that has it, its chunks (postings.ts).
    -- The widest columns first, and no key that would name the space again: there are twenty rows to a chunk.
    CREATE TABLE froe.postings (
      term bigint NOT NULL,
      source bigint NOT NULL,
      space int NOT NULL,
      hits bigint[] NOT NULL
    ) PARTITION BY LIST (space);
    CREATE INDEX ON froe.postings (term, source);
    CREATE INDEX ON froe.postings (source);
    -- In how many chunks a word is. Rows change often and stay short: room is left on the page.
    CREATE TABLE froe.counts (
      space int NOT NULL,
      term bigint NOT NULL,
      n bigint NOT NULL,
      PRIMARY KEY (term, space)
    ) PARTITION BY LIST (space);
    -- code is what SQLite keeps too (vectors/quantise.ts) and decides the order; near is for the indexes, each of which
    -- holds a range of seq (vectorRanges.ts).
    CREATE SEQUENCE froe.vector_seq;
    CREATE TABLE froe.vectors (
      tenant int NOT NULL,
      hash bytea NOT NULL,
      code bytea NOT NULL,
      near halfvec NOT NULL,
      seq bigint NOT NULL DEFAULT nextval('froe.vector_seq'),
      PRIMARY KEY (tenant, hash)
    ) PARTITION BY LIST (tenant);
    CREATE INDEX ON froe.vectors (seq);
    CREATE TABLE froe.context_lines (
      tenant int NOT NULL,
      key bytea NOT NULL,
      line text NOT NULL,
      PRIMARY KEY (tenant, key)
    );

    -- Whose rows a connection may see is for its key to say, and for nothing else that can be set.
    CREATE FUNCTION froe.own_tenant() RETURNS int LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS
      $$ SELECT tenant FROM froe.keys WHERE hash = sha256(convert_to(current_setting('froe.key', true), 'UTF8')) $$;
    CREATE FUNCTION froe.own_spaces() RETURNS int[] LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS
      $$ SELECT coalesce(array_agg(id), '{}') FROM froe.spaces WHERE tenant = froe.own_tenant() $$;
    DO $$ DECLARE name text; BEGIN
      FOREACH name IN ARRAY ARRAY['sources', 'chunks', 'units', 'refs', 'postings', 'counts'] LOOP
        EXECUTE format('ALTER TABLE froe.%I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY own ON froe.%I USING (space = ANY ((SELECT froe.own_spaces())::int[]))', name);
      END LOOP;
      FOREACH name IN ARRAY ARRAY['vectors', 'context_lines', 'spaces'] LOOP
        EXECUTE format('ALTER TABLE froe.%I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY own ON froe.%I USING (tenant = (SELECT froe.own_tenant()))', name);
      END LOOP;
    END $$;
    ALTER TABLE froe.tenants ENABLE ROW LEVEL SECURITY;
    CREATE POLICY own ON froe.tenants USING (id = (SELECT froe.own_tenant()));
    -- And no policy: nobody but the owner reads them.
    ALTER TABLE froe.keys ENABLE ROW LEVEL SECURITY;
    ALTER TABLE froe.monitors ENABLE ROW LEVEL SECURITY;

    -- Of each tenant that the key of the moment may know of: its own, or all.
    CREATE FUNCTION froe.figures(cap int)
      RETURNS TABLE (name text, chunks bigint, tokens bigint, sources bigint, recent bigint, skipped bigint, over bigint)
      LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
        SELECT t.name,
          coalesce(sum(s.chunks), 0)::bigint, coalesce(sum(s.tokens), 0)::bigint, count(s.id),
          count(s.id) FILTER (WHERE s.written_at > now() - interval '1 minute'),
          count(s.id) FILTER (WHERE s.metadata LIKE '%"skipped":%'),
          (SELECT count(*) FROM froe.chunks c JOIN froe.spaces p ON p.id = c.space
            WHERE p.tenant = t.id AND c.tokens > cap)
        FROM froe.tenants t LEFT JOIN froe.spaces p ON p.tenant = t.id LEFT JOIN froe.sources s ON s.space = p.id
        WHERE t.id = froe.own_tenant()
          OR EXISTS (SELECT FROM froe.monitors m
            WHERE m.hash = sha256(convert_to(current_setting('froe.key', true), 'UTF8')))
        GROUP BY t.id, t.name ORDER BY t.name $$;
    `,
  },
];
