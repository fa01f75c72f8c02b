import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { it } from 'node:test'
import { createKey } from '../../../src/app/access/keys.ts'
import { backupStore, type StoreParts } from '../../../src/app/backups/backup.ts'
import { readBack } from '../../../src/app/backups/readBack.ts'
import { restoreStore } from '../../../src/app/backups/restore.ts'
import type { RestoreChoice } from '../../../src/app/backups/restorePlaces.ts'
import { eraseTenant } from '../../../src/app/erasures/tenants/eraseTenant.ts'
import { erase } from '../../../src/app/erasures/erase.ts'
import { publicKeys } from '../../../src/app/erasures/receipt.ts'
import { setTenantRetention } from '../../../src/app/erasures/retention/tenantRetention.ts'
import { setPrices } from '../../../src/app/prices/setPrices.ts'
import type { Requester } from '../../../src/domain/access/requester.ts'
import type { TenantRecord, TenantState } from '../../../src/domain/access/requester.ts'
import type { Tenant } from '../../../src/domain/access/tenant.ts'
import type { Scope } from '../../../src/app/scope.ts'
import { lineOf, type Header } from '../../../src/formats/ndjson/lines.ts'
import { openScratch } from '../../../src/storage/scratch.ts'
import { openSorter } from '../../../src/storage/sorter.ts'
import { openTwo, type TwoStores } from './support/twoStores.ts'
import { signed, within } from '../../support/alteredLines.ts'
import { contentOf } from '../../support/backups.ts'
import { say } from '../../support/talk.ts'

const all: RestoreChoice = { tenant: null, into: null }
const at = '2026-01-01T00:00:00.000000000Z'

async function addTenant(parts: StoreParts, name: string, more: Partial<TenantRecord> = {}): Promise<Scope> {
  const record = {
    name: name as Tenant,
    state: 'ACTIVE' as TenantState,
    salted: false,
    nameKey: '5'.repeat(64),
    createdAt: at,
    ...more,
  }
  assert.ok(await parts.store.registry.addTenant(record), name)
  return parts.scopeOf(record)
}

const wholeOf = (parts: StoreParts, name: string | null = null): Promise<Buffer> =>
  buffer(Readable.from(backupStore(parts, name, { openSorter, attachments: 'INLINE' })))

const put = (parts: StoreParts, bytes: Buffer, choice: Partial<RestoreChoice> = {}, merge = false) =>
  restoreStore(
    parts,
    { ...all, ...choice },
    {
      ...{ open: () => Readable.from([bytes], { objectMode: false }) as AsyncIterable<Uint8Array>, merge },
      ...{ openSorter, openScratch: () => openScratch() },
    },
  )

const headerOf = (bytes: Buffer) => (JSON.parse(bytes.toString().split('\n', 1)[0] ?? '') as { value: Header }).value

/** A store with two tenants that have everything which lies outside of conversations, and one that is erased. */
async function filled(parts: StoreParts): Promise<{ readonly revoked: string; readonly held: string }> {
  const { registry } = parts.store
  const first = await addTenant(parts, 'default')
  const team = await addTenant(parts, 'team', { salted: true, nameKey: '6'.repeat(64) })
  await say(await addTenant(parts, 'gone'), 'talk', 'u1', 'of one that goes')
  const erasing = { store: parts.store, scopeOf: ({ tenant }: Requester) => parts.scopeOf(tenant) }
  await eraseTenant(erasing, { name: 'gone', reason: 'OTHER', settleMs: 0 })
  await say(first, 'talk', 'u1', 'of default')
  await say(team, 'talk', 'u1', 'of team', { attachments: [{ name: 'a.txt', base64: 'AAEC' }] })
  await say(team, 'other', 'u1', 'to be erased')
  await erase(team, { messageIds: ['other:u1'], reason: 'OTHER' })
  await setPrices(team, { prices: [{ model: 'm', from: '2026-01-01', input: 3, output: 15 }] })
  await setTenantRetention(team, 90)
  const order = { tenant: team.tenant, scopes: ['READ', 'WRITE'] as const, label: 'ci', milliseconds: null }
  const [held, revoked] = [await createKey(registry, team.fresh, order), await createKey(registry, team.fresh, order)]
  await registry.revokeApiKey(revoked.key.id, at)
  await registry.noteApiKeyUse(held.key.id, at)
  return { held: held.key.id, revoked: revoked.key.id }
}

const registryOf = async ({ store: { registry } }: StoreParts) => ({
  tenants: await registry.tenants(),
  apiKeys: await registry.apiKeys(),
  published: publicKeys(await registry.receiptKeys()),
})

await openTwo('a backup of a whole store', (two: TwoStores) => {
  it('holds every tenant, and an empty store that takes it is the same: records, keys, prices, receipts', async () => {
    const { from, to } = await two.open()
    await filled(from)
    const bytes = await wholeOf(from)
    const { holds, tenants } = headerOf(bytes)
    const counts = { attachments: 0, entities: 0, erasures: 0, apiKeys: 0 }
    assert.deepEqual(
      { holds, tenants },
      {
        holds: 'STORE',
        tenants: [
          { ...counts, name: 'default', conversations: 1, observations: 1 },
          { ...counts, name: 'gone', conversations: 0, observations: 0, erasures: 1 },
          { ...counts, name: 'team', conversations: 2, observations: 2, attachments: 1, erasures: 1, apiKeys: 2 },
        ],
      },
    )
    assert.deepEqual(
      await readBack(
        () => Readable.from([bytes]),
        () => openScratch(),
      ),
      [],
    )
    const restored = await put(to, bytes)
    assert.deepEqual(
      restored.tenants.map(({ name, into, apiKeys }) => [name, into, apiKeys]),
      [
        ['default', 'default', 0],
        ['gone', 'gone', 0],
        ['team', 'team', 2],
      ],
    )
    assert.deepEqual(contentOf(await wholeOf(to)), contentOf(bytes))
    assert.deepEqual(await registryOf(to), await registryOf(from))
  })

  it('leaves an erased name refused, and a store that signs its own receipts beside those that it brought', async () => {
    const { from, to } = await two.open()
    await filled(from)
    await put(to, await wholeOf(from))
    const { registry } = to.store
    assert.equal(
      await registry.addTenant({
        name: 'gone' as Tenant,
        state: 'ACTIVE',
        salted: false,
        nameKey: '7'.repeat(64),
        createdAt: at,
      }),
      false,
    )
    const team = to.scopeOf((await registry.tenant('team' as Tenant)) ?? assert.fail())
    await erase(team, { messageIds: ['talk:u1'], reason: 'OTHER' })
    const keys = await registry.receiptKeys()
    assert.deepEqual(
      keys.map(({ privateJwk }) => 'd' in (JSON.parse(privateJwk) as object)),
      [true, false],
    )
    const [[newest] = []] = await team.store.lists([{ list: 'erasures', owner: '', after: null, limit: 1 }])
    const kid = JSON.parse(Buffer.from(newest?.signature?.split('.')[0] ?? '', 'base64url').toString()) as {
      kid: string
    }
    assert.equal(kid.kid, keys[0]?.id)
  })

  it('is refused where one of its tenants holds anything here, which is named, and merged on demand', async () => {
    const { from, to } = await two.open()
    const { held } = await filled(from)
    const bytes = await wholeOf(from)
    const team = await addTenant(to, 'team')
    await say(team, 'here', 'u1')
    await assert.rejects(put(to, bytes), {
      code: 'ALREADY_EXISTS',
      message: /^The tenant "team" is not empty: .*--merge/,
    })
    assert.deepEqual(
      (await to.store.registry.tenants()).map(({ name }) => name),
      ['team'],
    )
    assert.deepEqual(await to.store.registry.apiKeys(), [])
    const merged = await put(to, bytes, {}, true)
    assert.deepEqual(
      merged.tenants.map(({ apiKeys }) => apiKeys),
      [0, 0, 2],
    )
    const again = await put(to, bytes, {}, true)
    assert.deepEqual([again.added, again.tenants.map(({ apiKeys }) => apiKeys)], [0, [0, 0, 0]])
    // A key that is revoked here stays so, whatever the file says.
    await to.store.registry.revokeApiKey(held, at)
    await put(to, bytes, {}, true)
    assert.equal((await to.store.registry.apiKey(held))?.revokedAt, at)
  })

  it('gives one of its tenants to another name alone, without its API keys', async () => {
    const { from, to } = await two.open()
    await filled(from)
    const bytes = await wholeOf(from)
    await assert.rejects(put(to, bytes, { into: 'team-2' }), {
      code: 'BAD_INPUT',
      message: /3 tenants: default, gone, team\. .*--tenant/,
    })
    await assert.rejects(put(to, bytes, { tenant: 'nobody' }), {
      code: 'BAD_INPUT',
      message: /no tenant "nobody": it holds default, gone, team/,
    })
    await assert.rejects(put(to, bytes, { tenant: 'team', into: 'Not A Name' }), { code: 'BAD_INPUT' })
    await assert.rejects(put(to, bytes, { tenant: 'gone', into: 'team-2' }), { code: 'BAD_INPUT', message: /erased/ })
    const { tenants } = await put(to, bytes, { tenant: 'team', into: 'team-2' })
    assert.deepEqual(
      tenants.map(({ name, into, apiKeys }) => [name, into, apiKeys]),
      [['team', 'team-2', null]],
    )
    assert.deepEqual(
      (await to.store.registry.tenants()).map(({ name, salted }) => [name, salted]),
      [['team-2', true]],
    )
    assert.deepEqual(await to.store.registry.apiKeys(), [])
    assert.deepEqual(contentOf(await wholeOf(to, 'team-2')), contentOf(await wholeOf(from, 'team')))
    // One that is there and empty is salted from then on; what else its operator has set stays.
    await addTenant(to, 'team-4', { state: 'SUSPENDED' })
    await put(to, bytes, { tenant: 'team', into: 'team-4' })
    const { salted, state } = (await to.store.registry.tenant('team-4' as Tenant)) ?? {}
    assert.deepEqual([salted, state], [true, 'SUSPENDED'])
    // A file of one tenant need not be asked which.
    await put(to, await wholeOf(from, 'team'), { into: 'team-3' })
    assert.deepEqual(contentOf(await wholeOf(to, 'team-3')), contentOf(await wholeOf(from, 'team')))
  })

  it('does not bring back a tenant that is erased here', async () => {
    const { from, to } = await two.open()
    await filled(from)
    await addTenant(to, 'team', { state: 'ERASED' })
    await assert.rejects(put(to, await wholeOf(from)), { code: 'ALREADY_EXISTS', message: /"team" is erased here/ })
    assert.deepEqual(
      (await to.store.registry.tenants()).map(({ name }) => name),
      ['team'],
    )
  })

  it('is believed in no word about its tenants: counts, names, owners of lines, keys of receipts', async () => {
    const { from, to } = await two.open()
    await filled(from)
    const lines = within(await wholeOf(from))
    const isOf = (kind: string) => (text: string) => text.startsWith(`{"line":"${kind}"`)
    const changed = (kind: string, change: (value: Record<string, unknown>) => object) =>
      lines.map((text) =>
        isOf(kind)(text)
          ? lineOf(kind, JSON.stringify(change((JSON.parse(text) as { value: Record<string, unknown> }).value))).trim()
          : text,
      )
    const files: Record<string, Buffer> = {
      'a count': Buffer.from(signed(lines, null).toString().replace('"conversations":2', '"conversations":3')),
      'a key of receipts': signed(
        changed('receiptKey', (value) => ({ ...value, id: 'x'.repeat(43) })),
        null,
      ),
      'a private key of receipts': signed(
        changed('receiptKey', (value) => ({ ...value, jwk: { ...(value['jwk'] as object), d: 'x' } })),
        null,
      ),
      'the name of a tenant': signed(
        changed('tenant', (value) => ({ ...value, name: 'No' })),
        null,
      ),
      'a scope': signed(
        changed('apiKey', (value) => ({ ...value, scopes: ['ALL'] })),
        null,
      ),
      'an id of a key': signed(
        changed('apiKey', (value) => ({ ...value, id: 'same' })),
        null,
      ),
      'content of no tenant': signed([...lines.filter(isOf('conversation')).slice(0, 1), ...lines], null),
    }
    for (const [what, bytes] of Object.entries(files))
      await assert.rejects(put(to, bytes), { code: 'BAD_INPUT', message: /Nothing was stored\.$/ }, what)
    assert.deepEqual(await to.store.registry.tenants(), [])
  })
})
