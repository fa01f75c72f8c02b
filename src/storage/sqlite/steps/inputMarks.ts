import { setSummed } from '../writing/rowChecksum.ts'
import { summedColumns } from './rowSums.ts'

const columns = (summedColumns['idempotency_keys'] ?? '').split(', ')
const nameKey = '(SELECT name_key FROM tenants t WHERE t.tenant = idempotency_keys.tenant)'

/** Marks the inputs of commands by the tenant's key for names in place of plain digests, of which a text can be guessed. */
export const inputMarks = `
UPDATE idempotency_keys SET ${setSummed(columns, { input_hash: `input_mark(${nameKey}, input_hash)` })};
`
