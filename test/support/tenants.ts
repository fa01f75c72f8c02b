import { createHash } from 'node:crypto'
import { tenantNamed, type Tenant } from '../../src/domain/access/tenant.ts'

/** Returns a tenant for whatever text tells tests apart; the same text, the same tenant. */
export function tenantFor(text: string): Tenant {
  const given = tenantNamed(text)
  if (given) return given
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 8)
  const words = text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  const made = tenantNamed(`t${words.slice(0, 50)}-${digest}`)
  if (!made) throw new Error(`No tenant can be named after "${text}".`)
  return made
}
