/**
 * The tables, and how an older file becomes a newer one. An index is one SQLite
 * file; `application_id` says that it is ours, `user_version` which of these
 * steps it has been through. docs/index-format.md tells it at length.
 */

import { addStat } from './addStat.js';
import { addSums } from './addSums.js';
import type { Database } from './database.js';
import { fillSegments } from './fillSegments.js';
import { packSigns } from './packSigns.js';
import { plainHeads } from './plainHeads.js';

/** 'FROE' */
export const APPLICATION_ID = 0x46524f45;

/** SQL, or what SQL alone cannot do. */
export type Migration = string | ((db: Database) => void);

/**
 * Each entry takes a file from version i to i + 1. A released entry never
 * changes: add another.
 */
export const migrations: readonly Migration[] = [
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
    hash TEXT NOT NULL,
    recipe TEXT NOT NULL,
    tokens INTEGER NOT NULL,
    frequency TEXT,
    metadata TEXT NOT NULL,
    UNIQUE (tree, path)
  );

  -- One row for each piece; record is the snake_case chunk record as JSON, deflated (record.ts).
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
  CREATE INDEX chunks_by_hash ON chunks (embed_hash);

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
    PRIMARY KEY (source, position)
  ) WITHOUT ROWID;
  CREATE INDEX units_by_name ON units (name);

  -- By the hash of the text that was embedded: a piece that moves, or comes back with a branch, keeps its vector.
  CREATE TABLE vectors (hash BLOB PRIMARY KEY, code BLOB NOT NULL) WITHOUT ROWID;

  -- Full text over words of our own (text/words.ts); rowid is the piece's.
  CREATE VIRTUAL TABLE words USING fts5 (
    name, path, headings, body,
    content = '', contentless_delete = 1, tokenize = "unicode61 remove_diacritics 0"
  );
  `,
  `
  -- What the user's hook said of a content, by hook and content (sync/contextLines.ts): paid for once.
  CREATE TABLE context_lines (key BLOB PRIMARY KEY, line TEXT NOT NULL) WITHOUT ROWID;
  `,
  `
  -- Definitions are looked up by the last of their names: Client.get by get.
  ALTER TABLE units ADD COLUMN key TEXT NOT NULL DEFAULT '';
  DROP INDEX units_by_name;
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
    PRIMARY KEY (source, position)
  ) WITHOUT ROWID;
  CREATE INDEX refs_by_key ON refs (key);
  `,
  `
  -- Which texts want a vector is asked at every answer: the pieces that are never offered are not among them.
  DROP INDEX chunks_by_hash;
  CREATE INDEX chunks_offered_by_hash ON chunks (embed_hash) WHERE weight > 0;
  CREATE INDEX chunks_never_offered ON chunks (id) WHERE weight <= 0;
  `,
  `
  -- Full text in segments of our own (words/segment.ts): FTS5 took a microsecond for every piece it scored.
  DROP TABLE words;
  DROP INDEX chunks_never_offered;
  CREATE TABLE segments (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    pieces INTEGER NOT NULL,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    head BLOB NOT NULL,
    sum INTEGER NOT NULL
  );
  CREATE TABLE blocks (id INTEGER PRIMARY KEY, body BLOB NOT NULL, sum INTEGER NOT NULL);
  -- Pieces that are gone, by stretches of ids, until the segments that have them are written anew.
  CREATE TABLE dead (first INTEGER PRIMARY KEY, last INTEGER NOT NULL);

  -- The signs of a piece's vector (vectors/scan.ts), so that a process that has just begun need not read every vector.
  CREATE TABLE signs (piece INTEGER PRIMARY KEY REFERENCES chunks (id) ON DELETE CASCADE, bits BLOB NOT NULL);
  `,
  fillSegments,
  packSigns,
  plainHeads,
  addStat,
  `
  -- How sensitive a source is (sensitivity.ts), as its metadata says. Few are above 0.
  ALTER TABLE sources ADD COLUMN sensitivity INTEGER GENERATED ALWAYS AS (
    CASE WHEN instr(metadata, '"sensitivity":"highly_sensitive"') > 0 THEN 2
         WHEN instr(metadata, '"sensitivity":"sensitive"') > 0 THEN 1 ELSE 0 END) VIRTUAL;
  CREATE INDEX sources_sensitive ON sources (sensitivity) WHERE sensitivity > 0;
  `,
  `
  -- Which runs of three bytes a source has (text/trigrams.ts), apart from it: only expressions ask for them.
  CREATE TABLE trigrams (
    source INTEGER PRIMARY KEY REFERENCES sources (id) ON DELETE CASCADE,
    body BLOB NOT NULL,
    sum INTEGER NOT NULL
  );
  `,
  addSums,
];
