import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defaultTenant } from '../../../src/domain/access/tenant.ts'
import { openSqliteStore } from '../../../src/storage/sqlite/store.ts'
import { turngraph } from '../../cli/support.ts'
import { startApi } from '../../graphql/support/api.ts'
import { seedEverything } from '../../graphql/support/everything.ts'
import { mutate, storeTurn } from '../../graphql/support/talk.ts'
import { newPath } from './folder.ts'

const examples = fileURLToPath(new URL('../../../examples/claude-code', import.meta.url))

/** What comes from no conversation: a key, and sums of days. */
async function addMore(path: string): Promise<void> {
  const store = await openSqliteStore({ path })
  const at = '2026-01-01T00:00:00.000000000Z'
  const key = { id: 'k', tenant: defaultTenant, secretHash: 'f'.repeat(64), scopes: ['READ'] as const, label: 'ci' }
  await store.registry.addApiKey({ ...key, createdAt: at, expiresAt: at, revokedAt: null, lastUsedAt: null })
  await store.foldRollups(defaultTenant)
  await store.close()
}

/** Returns the bytes of a database that has rows of every kind. */
export async function filledFile(): Promise<Buffer> {
  const path = newPath('turngraph.db')
  const DATA = dirname(path)
  const api = await startApi({ STORE: 'sqlite', DATA })
  await seedEverything(api)
  const part = { type: 'PART_OF', source: { entityId: 'topic' }, target: { conversationId: 'everything' } }
  await mutate(api, 'relate', part, '')
  await mutate(api, 'defineEntityType', { type: 'topic', strategies: { size: 'highest_priority' } }, '')
  for (const id of ['other', 'more']) await mutate(api, 'storeEntity', { id, type: 'topic', name: id }, '')
  await mutate(api, 'mergeEntities', { from: 'other', into: 'more' }, '')
  for (let k = 0; k < 40; k++)
    await storeTurn(api, {
      conversationId: `talk-${k % 3}`,
      turnId: `t${k % 8}`,
      role: 'USER',
      text: `Turn ${k}. `.repeat(1 + 5 * k),
      idempotencyKey: `key-${k}`,
    })
  await storeTurn(api, { conversationId: 'erasing', turnId: 'e', role: 'USER', text: 'Erased' })
  await mutate(api, 'erase', { messageIds: ['erasing:e'], reason: 'OTHER' }, 'receipt { id }')
  await api.close()
  await turngraph({ DATA }, 'import', join(examples))
  await addMore(path)
  return readFileSync(path)
}
