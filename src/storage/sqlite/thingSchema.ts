/**
 * The tables of what turns refer to: entities, relationships, attachments, facts and runs. A relationship's ends and a
 * fact's owner are one text each (thingRows.ts). An event that is of no conversation has no place in a ledger.
 */
export const thingSchema = `
CREATE TABLE entities (
  tenant INTEGER NOT NULL,
  id TEXT NOT NULL,
  version INTEGER NOT NULL,
  type TEXT NOT NULL,
  created_at TEXT NOT NULL,
  listed INTEGER NOT NULL,
  body TEXT NOT NULL,
  UNIQUE (tenant, id)
) STRICT;
CREATE INDEX entities_listed ON entities (tenant, created_at, id DESC) WHERE listed = 1;
CREATE INDEX entities_by_type ON entities (tenant, type, created_at, id DESC) WHERE listed = 1;

CREATE TABLE entity_types (
  tenant INTEGER NOT NULL,
  type TEXT NOT NULL,
  version INTEGER NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (tenant, type)
) STRICT, WITHOUT ROWID;

CREATE TABLE relationships (
  tenant INTEGER NOT NULL,
  id TEXT NOT NULL,
  version INTEGER NOT NULL,
  type TEXT NOT NULL,
  source TEXT NOT NULL,
  target TEXT NOT NULL,
  created_at TEXT NOT NULL,
  changed_at TEXT NOT NULL,
  deleted_at TEXT,
  deleted INTEGER NOT NULL GENERATED ALWAYS AS (deleted_at IS NOT NULL) VIRTUAL,
  body TEXT NOT NULL,
  UNIQUE (tenant, id)
) STRICT;
CREATE INDEX relationships_of_source ON relationships (tenant, source, deleted, changed_at, id DESC);
CREATE INDEX relationships_of_target ON relationships (tenant, target, deleted, changed_at, id DESC);
CREATE INDEX relationships_of_source_by_type ON relationships (tenant, source, deleted, type, changed_at, id DESC);
CREATE INDEX relationships_of_target_by_type ON relationships (tenant, target, deleted, type, changed_at, id DESC);

CREATE TABLE facts (
  tenant INTEGER NOT NULL,
  id TEXT NOT NULL,
  kind TEXT NOT NULL,
  owner TEXT NOT NULL,
  observed_at TEXT NOT NULL,
  ingested_at TEXT NOT NULL,
  body TEXT NOT NULL,
  UNIQUE (tenant, id)
) STRICT;
CREATE INDEX facts_by_owner ON facts (tenant, owner, observed_at, id DESC);

CREATE TABLE attachments (
  tenant INTEGER NOT NULL,
  id TEXT NOT NULL,
  created_at TEXT NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (tenant, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE runs (
  tenant INTEGER NOT NULL,
  conversation_id TEXT NOT NULL,
  run_id TEXT NOT NULL,
  state TEXT NOT NULL,
  claimed_at TEXT NOT NULL,
  body TEXT NOT NULL,
  UNIQUE (tenant, conversation_id, run_id),
  FOREIGN KEY (tenant, conversation_id) REFERENCES conversations (tenant, id)
) STRICT;
CREATE INDEX runs_by_claim ON runs (tenant, conversation_id, claimed_at, run_id DESC);

CREATE TABLE guards (
  tenant INTEGER NOT NULL,
  name TEXT NOT NULL,
  value INTEGER NOT NULL,
  PRIMARY KEY (tenant, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE thing_events (
  tenant INTEGER NOT NULL,
  id TEXT NOT NULL,
  kind TEXT NOT NULL,
  at TEXT NOT NULL,
  path_hash TEXT,
  body TEXT NOT NULL,
  UNIQUE (tenant, id)
) STRICT;

CREATE INDEX observations_of_corrections ON observations (tenant, message_id, observed_at, id DESC)
  WHERE depth IS NULL AND message_id IS NOT NULL;
`
