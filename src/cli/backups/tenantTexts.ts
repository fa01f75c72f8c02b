import type { Header, TenantCounts } from '../../formats/ndjson/lines.ts'
import { columns, counted } from '../text.ts'

/** Returns what a backup is of, in words. */
export function heldText(holds: Header['holds'], tenants: readonly TenantCounts[]): string {
  if (holds === 'STORE') return `the whole store, ${counted(tenants.length, 'tenant', 'tenants')}`
  return tenants.length === 1 ? `the tenant ${tenants[0]?.name ?? ''} alone` : 'a tenant that it does not name'
}

/** Returns a line for each tenant of a backup. */
export function tenantTexts(tenants: readonly TenantCounts[]): string {
  return columns(tenants.map((one) => [one.name, countsText(one)]))
}

function countsText({ conversations, observations, attachments, entities, erasures, apiKeys }: TenantCounts): string {
  const parts = [
    counted(conversations, 'conversation', 'conversations'),
    counted(observations, 'observation', 'observations'),
    ...(attachments > 0 ? [counted(attachments, 'attachment', 'attachments')] : []),
    ...(entities > 0 ? [counted(entities, 'entity', 'entities')] : []),
    ...(erasures > 0 ? [counted(erasures, 'erasure', 'erasures')] : []),
    apiKeys === null ? 'API keys left out' : counted(apiKeys, 'API key', 'API keys'),
  ]
  return parts.join(', ')
}
