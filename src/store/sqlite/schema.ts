/**
 * The tables of an index. It is one SQLite file; `application_id` says that it is
 * ours, `user_version` which format it has. docs/index-format.md describes it.
 */

/** 'FROE' */
export const APPLICATION_ID = 0x46524f45;

/**
 * The entry at i takes a file from format i to i + 1; 0 is an empty file. A released
 * entry never changes: the next format is another entry.
 */
export const sqliteMigrations: readonly string[] = [
  `
  -- Facts about the index itself: the model, and nothing that could be counted instead.
  CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

  -- One row for each file or artifact.
  CREATE TABLE sources (
    id INTEGER PRIMARY KEY,
    doc_id TEXT NOT NULL UNIQUE,
    tree TEXT NOT NULL,
    path TEXT NOT NULL,
    kind TEXT NOT NULL,
    language TEXT NOT NULL,
    title TEXT NOT NULL,
    size INTEGER NOT NULL,
    mtime REAL NOT NULL,
    -- A change that keeps size and mtime shows in these two.
    ctime REAL NOT NULL,
    ino REAL NOT NULL,
    hash TEXT NOT NULL,
    recipe TEXT NOT NULL,
    tokens INTEGER NOT NULL,
    frequency TEXT,
    metadata TEXT NOT NULL,
    -- How sensitive it is (sensitivity.ts), as its metadata says. Few are above 0.
    sensitivity INTEGER GENERATED ALWAYS AS (
      CASE WHEN instr(metadata, '"sensitivity":"highly_sensitive"') > 0 THEN 2
           WHEN instr(metadata, '"sensitivity":"sensitive"') > 0 THEN 1 ELSE 0 END) VIRTUAL,
    counts TEXT NOT NULL, -- of its units and references
    sum INTEGER NOT NULL, -- of this row (checksums.ts)
    UNIQUE (tree, path)
  );
  CREATE INDEX sources_sensitive ON sources (sensitivity) WHERE sensitivity > 0;
  CREATE INDEX sources_by_tokens ON sources (tokens); -- to add them up without reading the rest

  -- One row for each chunk; record is the snake_case chunk record as JSON, deflated (record.ts), with its sum.
  CREATE TABLE chunks (
    id INTEGER PRIMARY KEY,
    source INTEGER NOT NULL REFERENCES sources (id) ON DELETE CASCADE,
    chunk_id TEXT NOT NULL UNIQUE,
    position INTEGER NOT NULL,
    parent_id TEXT,
    part_of INTEGER NOT NULL,
    synthetic INTEGER NOT NULL,
    type TEXT NOT NULL,
    weight REAL NOT NULL,
    embed_hash BLOB NOT NULL,
    record BLOB NOT NULL
  );
  CREATE INDEX chunks_by_source ON chunks (source, position);
  -- Which texts want a vector is asked at every answer: chunks that are never offered are not among them.
  CREATE INDEX chunks_searchable_by_hash ON chunks (embed_hash) WHERE weight > 0;
  -- There are few: how many are offered is known from all and these, and neither has to be counted one by one.
  CREATE INDEX chunks_not_searchable ON chunks (id) WHERE weight <= 0;

  -- What a person would name: classes, functions, sections, mails.
  CREATE TABLE units (
    source INTEGER NOT NULL REFERENCES sources (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    unit_id TEXT NOT NULL,
    parent_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    depth INTEGER NOT NULL,
    char_start INTEGER NOT NULL,
    char_end INTEGER NOT NULL,
    start_line INTEGER NOT NULL,
    end_line INTEGER NOT NULL,
    key TEXT NOT NULL, -- the last of its names: definitions are looked up by it, Client.get by get
    sum INTEGER NOT NULL,
    PRIMARY KEY (source, position)
  ) WITHOUT ROWID;
  CREATE INDEX units_by_key ON units (key);

  -- What a source says of others, as written; resolved when somebody asks (graph/).
  CREATE TABLE refs (
    source INTEGER NOT NULL REFERENCES sources (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    unit INTEGER,
    verb TEXT NOT NULL,
    target TEXT NOT NULL,
    key TEXT NOT NULL,
    line INTEGER NOT NULL,
    module TEXT,
    local TEXT,
    sum INTEGER NOT NULL,
    PRIMARY KEY (source, position)
  ) WITHOUT ROWID;
  CREATE INDEX refs_by_key ON refs (key);

  -- By the hash of the text that was embedded: a chunk that moves, or comes back with a branch, keeps its vector.
  CREATE TABLE vectors (hash BLOB PRIMARY KEY, code BLOB NOT NULL, sum INTEGER NOT NULL) WITHOUT ROWID;

  -- The binary codes of all vectors (vectors/hammingScan.ts), 256 to a row (binaryCodes.ts): what a search reads of every vector.
  CREATE TABLE binary_codes (block INTEGER PRIMARY KEY, size INTEGER NOT NULL, entries BLOB NOT NULL);

  -- Full text (words/segment.ts): segments that never change, and the blocks of their terms.
  CREATE TABLE segments (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    chunks INTEGER NOT NULL,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    head BLOB NOT NULL,
    sum INTEGER NOT NULL
  );
  CREATE TABLE blocks (id INTEGER PRIMARY KEY, body BLOB NOT NULL, sum INTEGER NOT NULL);
  -- Chunks that are gone, by ranges of ids, until the segments that have them are written anew.
  CREATE TABLE tombstones (first INTEGER PRIMARY KEY, last INTEGER NOT NULL);

  -- Which runs of three bytes a source has (text/trigrams.ts), apart from it: only expressions ask for them.
  CREATE TABLE trigrams (
    source INTEGER PRIMARY KEY REFERENCES sources (id) ON DELETE CASCADE,
    body BLOB NOT NULL,
    sum INTEGER NOT NULL
  );

  -- What the user's hook said of a content, by hook and content (sync/contextLines.ts): paid for once.
  CREATE TABLE context_lines (key BLOB PRIMARY KEY, line TEXT NOT NULL) WITHOUT ROWID;
  `,
];
