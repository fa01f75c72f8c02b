import { shelfKeys } from '../rows/rows.ts'
import { shelfBits } from '../rows/shelves.ts'

/** What an observation says again, as text; a query must say it as the index does. */
export const restatesText = `body ->> '$.restates'`

const quoted = (value: string): string => `'${value.replaceAll("'", "''")}'`
const bit = (kind: keyof typeof shelfKeys): string =>
  `${shelfBits[kind]} * (instr(metadata_key, ${quoted(shelfKeys[kind])}) > 0)`

/** The shelf of a conversation, by which lists are read: those that nobody asked for are not walked over. A query must say it as the index does. */
export const shelf = `(${bit('archived')} + ${bit('pinned')} + ${bit('undated')})`

/**
 * The tables of conversations and what they hold. Ids of ours, hashes and instants lie as their bytes (values.ts), in columns of the type ANY, since an
 * id may also be another text. Tenants are small integers and come first in every key and index. Tables with large rows
 * have a rowid, so that their indexes stay small; the others are their own primary key. A conversation's `title_key` is
 * null where SQLite can make it of the body. `disk_space` has one row, rewritten to see whether the disk takes it.
 * Keys are found by when they were bound, and by what their records name.
 *
 * Every append pays for each index on observations, so there are only those that a list, a range or an erasure needs. An
 * event that is of no conversation has no place in a ledger; few of the others have the same time, so that the index of
 * them all by kind has no ids. The tables of records are in records/, those of
 * tenants and keys in registry/, those of sums in rollups/. Each row has a checksum, `sum` (writing/checksummedColumns.ts).
 */
export const conversationTables = `
CREATE TABLE conversations (
  tenant INTEGER NOT NULL REFERENCES tenants,
  id TEXT NOT NULL,
  version INTEGER NOT NULL,
  last_seq INTEGER NOT NULL,
  created_at ANY NOT NULL,
  activity_at ANY NOT NULL,
  deleted INTEGER NOT NULL,
  origin TEXT NOT NULL,
  forked_from TEXT,
  fork_point ANY,
  fork_turn INTEGER,
  fork_hash ANY,
  fork_event ANY,
  sidechain_of TEXT,
  head_id ANY,
  cwd_key TEXT,
  title_key TEXT,
  metadata_key TEXT NOT NULL,
  body TEXT NOT NULL,
  sum INTEGER,
  PRIMARY KEY (tenant, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX conversations_by_shelf ON conversations (tenant, deleted, ${shelf}, activity_at, id DESC);
CREATE INDEX conversations_by_source ON conversations (tenant, forked_from, created_at, id DESC)
  WHERE forked_from IS NOT NULL;
CREATE INDEX conversations_by_caller ON conversations (tenant, sidechain_of, created_at, id)
  WHERE sidechain_of IS NOT NULL;

CREATE TABLE messages (
  tenant INTEGER NOT NULL,
  id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  created_at ANY NOT NULL,
  body TEXT NOT NULL,
  sum INTEGER,
  UNIQUE (tenant, id),
  FOREIGN KEY (tenant, conversation_id) REFERENCES conversations (tenant, id)
) STRICT;
CREATE INDEX messages_by_conversation ON messages (tenant, conversation_id, created_at, id);

CREATE TABLE segments (
  tenant INTEGER NOT NULL,
  id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  tip_id ANY NOT NULL,
  tip_depth INTEGER NOT NULL,
  tip_at ANY NOT NULL,
  body TEXT NOT NULL,
  sum INTEGER,
  UNIQUE (tenant, id),
  FOREIGN KEY (tenant, conversation_id) REFERENCES conversations (tenant, id)
) STRICT;
CREATE INDEX segments_by_tip ON segments (tenant, conversation_id, tip_at, tip_id DESC);

CREATE TABLE observations (
  tenant INTEGER NOT NULL,
  id ANY NOT NULL,
  kind TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  message_id TEXT,
  external_id TEXT,
  role TEXT,
  observed_at ANY NOT NULL,
  ingested_at ANY NOT NULL,
  copy_of ANY,
  content_hash ANY NOT NULL,
  parent_id ANY,
  segment_id TEXT,
  depth INTEGER,
  turn INTEGER,
  entry INTEGER,
  path_hash ANY,
  body TEXT NOT NULL,
  sum INTEGER,
  UNIQUE (tenant, id),
  FOREIGN KEY (tenant, conversation_id) REFERENCES conversations (tenant, id),
  FOREIGN KEY (tenant, parent_id) REFERENCES observations (tenant, id),
  FOREIGN KEY (tenant, segment_id) REFERENCES segments (tenant, id)
) STRICT;
CREATE UNIQUE INDEX observations_by_depth ON observations (tenant, segment_id, depth) WHERE segment_id IS NOT NULL;
CREATE UNIQUE INDEX observations_by_turn ON observations (tenant, segment_id, turn) WHERE turn IS NOT NULL;
CREATE UNIQUE INDEX observations_by_entry ON observations (tenant, segment_id, entry) WHERE entry IS NOT NULL;
CREATE INDEX observations_by_parent ON observations (tenant, parent_id, ingested_at, id) WHERE parent_id IS NOT NULL;
CREATE INDEX observations_roots ON observations (tenant, conversation_id, ingested_at, id) WHERE depth = 0;
CREATE INDEX observations_by_conversation ON observations (tenant, conversation_id, ingested_at, id DESC);
CREATE INDEX observations_by_message ON observations (tenant, message_id, observed_at, id DESC)
  WHERE message_id IS NOT NULL;
CREATE INDEX observations_by_external ON observations (tenant, external_id, ingested_at, id)
  WHERE external_id IS NOT NULL;
CREATE INDEX observations_of_corrections ON observations (tenant, message_id, observed_at, id DESC)
  WHERE depth IS NULL AND message_id IS NOT NULL;
CREATE INDEX observations_copies ON observations (tenant, copy_of, ingested_at, id) WHERE copy_of IS NOT NULL;
CREATE INDEX observations_restatements ON observations (tenant, ${restatesText}, ingested_at, id)
  WHERE kind = 'RESTATEMENT';

CREATE TABLE junctions (
  tenant INTEGER NOT NULL,
  conversation_id TEXT NOT NULL,
  parent_id ANY NOT NULL,
  children INTEGER NOT NULL,
  kind TEXT NOT NULL,
  way TEXT,
  sum INTEGER,
  PRIMARY KEY (tenant, conversation_id, parent_id),
  FOREIGN KEY (tenant, conversation_id) REFERENCES conversations (tenant, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE events (
  tenant INTEGER NOT NULL,
  conversation_id ANY NOT NULL,
  seq INTEGER NOT NULL,
  id ANY NOT NULL,
  kind TEXT NOT NULL,
  at ANY NOT NULL,
  moves_head INTEGER NOT NULL,
  head_from ANY,
  head_to ANY,
  path_hash ANY,
  body TEXT NOT NULL,
  sum INTEGER,
  PRIMARY KEY (tenant, conversation_id, seq),
  UNIQUE (tenant, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX events_head_moves ON events (tenant, conversation_id, seq) WHERE moves_head = 1;
CREATE INDEX events_checkpoints ON events (tenant, conversation_id, seq) WHERE kind = 'CHECKPOINT';
CREATE INDEX events_by_kind ON events (tenant, kind, at);

CREATE TABLE idempotency_keys (
  tenant INTEGER NOT NULL REFERENCES tenants,
  key TEXT NOT NULL,
  operation TEXT NOT NULL,
  input_hash TEXT NOT NULL,
  result TEXT NOT NULL,
  stored_at ANY NOT NULL,
  sum INTEGER,
  PRIMARY KEY (tenant, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX keys_by_time ON idempotency_keys (tenant, stored_at);

CREATE TABLE key_names (
  tenant INTEGER NOT NULL REFERENCES tenants,
  name TEXT NOT NULL,
  key TEXT NOT NULL,
  PRIMARY KEY (tenant, name, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE raw_sources (
  tenant INTEGER NOT NULL,
  conversation_id TEXT NOT NULL,
  position INTEGER NOT NULL,
  source TEXT NOT NULL,
  line_count INTEGER NOT NULL,
  sum INTEGER,
  PRIMARY KEY (tenant, conversation_id, position),
  UNIQUE (tenant, conversation_id, source),
  FOREIGN KEY (tenant, conversation_id) REFERENCES conversations (tenant, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE raw_chunks (
  tenant INTEGER NOT NULL,
  conversation_id TEXT NOT NULL,
  source TEXT NOT NULL,
  first_line INTEGER NOT NULL,
  line_count INTEGER NOT NULL,
  bytes BLOB NOT NULL,
  sum INTEGER,
  UNIQUE (tenant, conversation_id, source, first_line),
  FOREIGN KEY (tenant, conversation_id, source) REFERENCES raw_sources (tenant, conversation_id, source)
) STRICT;

CREATE TABLE import_marks (
  tenant INTEGER NOT NULL REFERENCES tenants,
  name TEXT NOT NULL,
  value TEXT NOT NULL,
  sum INTEGER,
  PRIMARY KEY (tenant, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE loose_events (
  tenant INTEGER NOT NULL,
  id TEXT NOT NULL,
  kind TEXT NOT NULL,
  at TEXT NOT NULL,
  path_hash TEXT,
  body TEXT NOT NULL,
  sum INTEGER,
  UNIQUE (tenant, id)
) STRICT;

CREATE TABLE disk_space (id INTEGER PRIMARY KEY, filler BLOB NOT NULL) STRICT;
`
