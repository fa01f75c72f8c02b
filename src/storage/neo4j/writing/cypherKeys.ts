/** The statements on idempotency keys, and the part of others that makes one. */

/** Makes a key of a row `x` (`keyRow`) with the names by which it is found, as what a FOREACH does. */
export const createKey = `
      CREATE (n:IdempotencyKey)
      SET n = x.props
      FOREACH (name IN x.names | CREATE (:KeyName {tenant: x.tenant, name: name})-[:NAME_OF]->(n))`

/** Deletes keys with their names. */
export const DROP_KEYS = `UNWIND $q.rows AS x
MATCH (k:IdempotencyKey {tenant: $q.tenant, key: x.id})
USING INDEX SEEK k:IdempotencyKey(tenant, key)
OPTIONAL MATCH (n:KeyName {tenant: $q.tenant})-[:NAME_OF]->(k)
DETACH DELETE n, k`

const dropped = `
OPTIONAL MATCH (n:KeyName {tenant: $q.tenant})-[:NAME_OF]->(k)
WITH collect(DISTINCT k) AS keys, collect(n) AS names
FOREACH (n IN names | DETACH DELETE n)
FOREACH (k IN keys | DETACH DELETE k)
RETURN size(keys) AS dropped`

/** Deletes keys that were bound before a time: the oldest of all, or the one with a key, if it was. */
export const EXPIRE_KEYS = {
  oldest: `MATCH (k:IdempotencyKey)
USING INDEX SEEK k:IdempotencyKey(tenant, storedAt)
WHERE k.tenant = $q.tenant AND k.storedAt < $q.before
WITH k ORDER BY k.tenant, k.storedAt LIMIT $q.limit${dropped}`,
  one: `MATCH (k:IdempotencyKey {tenant: $q.tenant, key: $q.key})
USING INDEX SEEK k:IdempotencyKey(tenant, key)
WHERE k.storedAt < $q.before${dropped}`,
} as const
