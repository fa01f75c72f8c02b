/** What an observation says again, as text. */
export const restatesText = `body ->> '$.restates'`

/** Copies and restatements by what they are of: an erasure takes them along. */
export const echoIndexes = `
CREATE INDEX IF NOT EXISTS observations_copies ON observations (tenant, copy_of, ingested_at, id) WHERE copy_of IS NOT NULL;
CREATE INDEX IF NOT EXISTS observations_restatements ON observations (tenant, ${restatesText}, ingested_at, id)
  WHERE kind = 'RESTATEMENT';
`
