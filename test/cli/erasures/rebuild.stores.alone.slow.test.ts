// Takes long: two stores are filled and compared.
/** A store is written into an empty database, which never held what was erased, and is the same in all else. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { erase } from '../../../src/app/erasures/erase.ts'
import { verifyPath } from '../../../src/app/integrity/verifyPath.ts'
import { rebuilt } from '../../../src/cli/store/rebuilt.ts'
import { openParts, type OpenParts } from '../../../src/compose.ts'
import { readConfig } from '../../../src/config/config.ts'
import { operator } from '../../../src/domain/access/principal.ts'
import { newTenant } from '../../../src/app/access/registeredTenant.ts'
import { tenantGiven } from '../../../src/app/access/tenants.ts'
import { newFolder } from '../../faults/support/folder.ts'
import { backedUp, contentOf } from '../../support/backups.ts'
import { neo4jLines, withNeo4j } from '../../support/neo4j.ts'
import { describeOnce } from '../../support/stores.ts'
import { storedText } from '../../support/storedText.ts'
import { say } from '../../support/talk.ts'
import { describe } from 'node:test'

const secret = 'XQZSECRETXQZ'

/** A store with two tenants, in each of which something was erased. */
async function filled(data: string): Promise<OpenParts> {
  const parts = await openParts(readConfig({ DATA: data, LOG_LEVEL: 'silent' }))
  await parts.store.registry.addTenant(newTenant(tenantGiven('second'), true, parts.fresh.now()))
  for (const scope of await scopesOf(parts)) {
    const base64 = Buffer.from(`bytes of ${scope.tenant}`).toString('base64')
    await say(scope, 'c', 'u1', secret)
    await say(scope, 'c', 'u2', 'stays', { attachments: [{ name: 'a.txt', base64 }] })
    await erase(scope, { messageIds: ['c:u1'], reason: 'OTHER' })
  }
  return parts
}

const scopesOf = async (parts: OpenParts) =>
  (await parts.store.registry.tenants()).map((tenant) => parts.scopeOf({ principal: operator, tenant }))

async function rebuilds(source: OpenParts, target: OpenParts): Promise<void> {
  const done = await rebuilt(source, target)
  assert.deepEqual([done.tenants, done.observations, done.purged.length], [2, 4, 2])
  const [from, into] = [await scopesOf(source), await scopesOf(target)]
  assert.deepEqual(
    into.map(({ tenant, nameKey, salted }) => [tenant, nameKey, salted]),
    from.map(({ tenant, nameKey, salted }) => [tenant, nameKey, salted]),
  )
  for (const [i, scope] of into.entries()) {
    const rest = async (of: typeof scope) =>
      contentOf(await backedUp(of)).filter((line) => !/"line":"(erasure|event)"/.test(line))
    assert.deepEqual(await rest(scope), await rest(from[i] ?? assert.fail()))
    assert.ok(!(await storedText(scope)).includes(secret))
    const [head] = (await scope.store.walk('observations', { after: null, limit: 10 })).items.filter(
      ({ messageId }) => messageId === 'c:u2',
    )
    assert.equal((await verifyPath(scope, head?.id ?? '')).status, 'ERASED')
    const [[receipt] = []] = await scope.store.lists([{ list: 'erasures', owner: '', after: null, limit: 5 }])
    assert.deepEqual([receipt?.state, receipt?.purge?.residue.includes('STORE_FILES')], ['PURGED', false])
    assert.match(receipt?.purge?.how ?? '', /empty database/)
  }
  assert.deepEqual(await target.store.registry.receiptKeys(), await source.store.registry.receiptKeys())
  await assert.rejects(rebuilt(source, target), { code: 'ALREADY_EXISTS' })
}

async function withSource(work: (source: OpenParts, data: string) => Promise<void>): Promise<void> {
  const data = newFolder()
  const source = await filled(data)
  await work(source, data).finally(() => source.close())
}

describeOnce('a store that is rebuilt', () => {
  it('is the same in another file, without what was erased', () =>
    withSource(async (source) => {
      const config = readConfig({ DATA: newFolder(), LOG_LEVEL: 'silent' })
      const target = await openParts(config, { attachmentBytes: source.attachmentBytes })
      await rebuilds(source, target).finally(() => target.close())
    }))
})

for (const { line, version, skip } of process.env['TEST_STORES'] === 'sqlite' ? [] : await neo4jLines()) {
  describe(`a store that is rebuilt in Neo4j ${version}`, { skip }, () => {
    it('is the same there, without what was erased', () =>
      withSource(async (source, data) => {
        const { uri, user, password } = await withNeo4j(line)
        const env = { DATA: data, LOG_LEVEL: 'silent', STORE: uri, STORE_USER: user, STORE_PASSWORD: password }
        const target = await openParts(readConfig(env))
        await rebuilds(source, target).finally(() => target.close())
      }))
  })
}
