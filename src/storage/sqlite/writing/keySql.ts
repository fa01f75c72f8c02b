/** The statements on idempotency keys. `?1` is the tenant. */
import { instantValue, packedValue } from '../connection/values.ts'
import { insertSummed } from './rowChecksum.ts'

/** What is read of a key, in the order of `decodeKey`. */
export const keyColumns = `key, operation, input_hash, result, ${packedValue('stored_at')}`

export const findKey = `SELECT ${keyColumns} FROM idempotency_keys WHERE tenant = ?1 AND key = ?2`
export const addKey = insertSummed('idempotency_keys', {
  tenant: '?1',
  key: '?2',
  operation: '?3',
  input_hash: '?4',
  result: '?5',
  stored_at: instantValue('?6'),
})
export const dropKey = 'DELETE FROM idempotency_keys WHERE tenant = ?1 AND key = ?2'

/** By what its record names (`keyNames`) a key is found. */
export const addKeyName = 'INSERT INTO key_names (tenant, name, key) VALUES (?1, ?2, ?3)'
export const dropKeyName = 'DELETE FROM key_names WHERE tenant = ?1 AND name = ?2 AND key = ?3'
/** Keys by what their records name, `?2` a list of names as JSON. */
export const keysNaming = `SELECT ${keyColumns} FROM idempotency_keys WHERE tenant = ?1 AND key IN (
  SELECT n.key FROM json_each(?2) asked CROSS JOIN key_names n ON n.tenant = ?1 AND n.name = asked.value)`

/** Keys that were bound before `?2`, the oldest first, `?3` of them; or the one with that key, if it was. */
export const expiredKeys = {
  oldest: `SELECT key FROM idempotency_keys WHERE tenant = ?1 AND stored_at < ${instantValue('?2')} ORDER BY stored_at LIMIT ?3`,
  one: `SELECT key FROM idempotency_keys WHERE tenant = ?1 AND key = ?3 AND stored_at < ${instantValue('?2')}`,
}
