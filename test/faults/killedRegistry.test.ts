/** Whoever writes to the registry is killed, and another server asks it: what was acknowledged holds, everywhere in time. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { after, before, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from '../../scripts/root.ts'
import { createKey, revokeKey } from '../../src/app/access/keys.ts'
import { createTenant } from '../../src/app/access/tenants.ts'
import { openParts, type OpenParts } from '../../src/compose.ts'
import { readConfig } from '../../src/config.ts'
import { subscribe, transports } from '../graphql/support/follow.ts'
import { describeOnce } from '../support/stores.ts'
import { tenantFor } from '../support/tenants.ts'
import { newFolder } from './support/folder.ts'
import { startServer, type Server } from './support/processes.ts'

/** What docs/security.md says of a key that is revoked in another process, in milliseconds, and how much later it may be told. */
const documented = 30_000
const lateness = 10_000
const rounds = 3

describeOnce('the registry of one file', () => {
  const folder = newFolder()
  let env: Record<string, string>
  let parts: OpenParts
  before(async () => {
    env = { DATA: folder, LOG_LEVEL: 'silent' }
    parts = await openParts(readConfig(env))
  })
  after(() => parts.close())

  const keyOf = (tenant: string) => {
    const asked = { tenant: tenantFor(tenant), scopes: ['READ', 'WRITE'] as const, label: null, milliseconds: null }
    return createKey(parts.store.registry, parts.fresh, asked)
  }
  /** Has a process write, kills it once it has named so many, and returns what it named. */
  const killed = async (what: 'revoke' | 'create', prefix: string, least: number): Promise<string[]> => {
    const program = ['--import', 'tsx', join(root, 'test/faults/support/registryWriter.ts'), what, prefix]
    const child = spawn(process.execPath, program, { cwd: root, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] }) // prettier-ignore
    const closed = once(child, 'close')
    let told = ''
    child.stdout.on('data', (piece: Buffer) => {
      told += piece.toString()
      if (told.split('\n').length > least) child.kill('SIGKILL')
    })
    await closed
    return told.split('\n').slice(0, -1)
  }

  it('keeps each revocation that was acknowledged, when who revokes is killed', async () => {
    await createTenant(parts.store.registry, parts.fresh, 'acme', true)
    for (let round = 0; round < rounds; round++) {
      for (let n = 0; n < 60; n++) await keyOf('acme')
      const revoked = new Set(await killed('revoke', '', 5 + 10 * round + Math.floor(Math.random() * 10)))
      assert.ok(revoked.size >= 5, `${revoked.size}`)
      const kept = new Map((await parts.store.registry.apiKeys()).map((key) => [key.id, key]))
      for (const id of revoked) assert.notEqual(kept.get(id)?.revokedAt ?? null, null, id)
      const server = await startServer({ ...env, AUTH: 'keys' })
      // What nobody has heard of is revoked or not: one that is made now is good.
      const { text } = await keyOf('acme')
      assert.equal((await ask(server, text)).status, 200)
      await server.kill9()
    }
  })

  it('has each tenant whole or not at all, when who makes them is killed, and gives no name again', async () => {
    for (let round = 0; round < rounds; round++) {
      const before = await parts.store.registry.tenants()
      const made = await killed('create', `r${round}`, 5 + Math.floor(Math.random() * 20))
      const after = await parts.store.registry.tenants()
      const names = after.map((tenant) => tenant.name)
      assert.deepEqual(names.filter((each, k) => names.indexOf(each) !== k), []) // prettier-ignore
      for (const each of made) assert.ok(names.includes(tenantFor(each)), each)
      for (const old of before) assert.deepEqual(after.find((tenant) => tenant.name === old.name), old) // prettier-ignore
      for (const { name: each, state, nameKey, sealed, createdAt } of after.filter(
        (tenant) => tenant.name !== 'default',
      )) {
        assert.deepEqual([state, sealed, createdAt === null], ['ACTIVE', true, false], each)
        assert.match(nameKey, /^[0-9a-f]{64}$/, each)
        await assert.rejects(createTenant(parts.store.registry, parts.fresh, each, true), { code: 'ALREADY_EXISTS' })
      }
      // At most the one that was under way is there besides.
      const unheard = names.filter((each) => each.startsWith(`r${round}-`) && !made.includes(each))
      assert.ok(unheard.length <= 1, unheard.join(' '))
      for (const each of [...made.slice(-1), ...unheard]) assert.ok((await keyOf(each)).text)
    }
  })

  it('has another server refuse a key in time once one has revoked it, and end the streams of who has it', async () => {
    const { text, key } = await keyOf('acme')
    const server = await startServer({ ...env, AUTH: 'keys' })
    try {
      const made = await ask(server, text, 'mutation { createConversation(input: {id: "c"}) { conversation { id } } }')
      assert.equal(made.status, 200)
      const query = 'subscription { conversationChanged(id: "c") { seq kind } }'
      const streams = transports.map((transport) => subscribe(transport, server.url, { query }, { bearer: text }))
      await sleep(500)
      await revokeKey(parts.store.registry, parts.fresh, key.id)
      const revokedAt = performance.now()
      const late = () => performance.now() - revokedAt > documented + lateness
      let status = (await ask(server, text)).status
      for (; status === 200 && !late(); { status } = await ask(server, text)) await sleep(500)
      assert.equal(status, 401)
      assert.ok(!late(), `refused after ${performance.now() - revokedAt} ms`)
      await Promise.race([
        Promise.all(streams.map((stream) => stream.over)),
        sleep(documented + lateness).then(() => assert.fail('A stream goes on.')),
      ])
      await Promise.all(streams.map((stream) => stream.stop()))
    } finally {
      await server.stop()
    }
  })
})

function ask({ url }: Server, key: string, query = '{ viewer { tenant } }'): Promise<Response> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` }
  return fetch(`${url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) })
}
