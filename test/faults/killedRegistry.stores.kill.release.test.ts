/** Whoever writes to the registry is killed, and other servers ask it: what was acknowledged holds, everywhere in time. */
// Beyond a landing: servers that are killed and started again, many times.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTenant } from '../../src/app/access/tenants.ts'
import { openParts, type OpenParts } from '../../src/compose.ts'
import { readConfig } from '../../src/config/config.ts'
import { subscribe, transports } from '../graphql/support/follow.ts'
import { neo4jLines, withNeo4j } from '../support/neo4j.ts'
import { isWanted } from '../support/stores.ts'
import { newFolder } from './support/folder.ts'
import { startServer, turngraph, type Server } from './support/processes.ts'
import { holdsMade, holdsRevoked, keyOf, writtenUntil } from './support/registry.ts'
import { storeOn } from './support/storeOn.ts'
import { waitFor } from '../support/waitFor.ts'

/** What docs/security.md says of a key that is revoked in another process, in milliseconds, and how much later it may be told. */
const documented = 30_000
const lateness = 20_000
type Environment = Readonly<Record<string, string>>

/** A store, and how often whoever writes to it is killed. */
interface Place {
  readonly name: string
  readonly skip: string | false
  readonly rounds: number
  readonly open: () => Promise<Environment>
}

function registryOf({ name, skip, rounds, open }: Place): void {
  describe(`the registry of ${name}`, { skip }, () => {
    let env: Environment
    let parts: OpenParts
    before(async () => {
      env = { DATA: newFolder(), LOG_LEVEL: 'silent', ...(await open()) }
      parts = await openParts(readConfig(env))
      await createTenant(parts.store.registry, parts.fresh, 'acme', true)
    })
    after(() => parts.close())

    const killed = (what: 'revoke' | 'create', prefix: string, least: number) =>
      writtenUntil({ env, what, prefix }, least, (child) => child.kill('SIGKILL'))

    it('keeps each revocation that was acknowledged, when who revokes is killed', async () => {
      for (let round = 0; round < rounds; round++) {
        for (let n = 0; n < 60; n++) await keyOf(parts, 'acme')
        const revoked = new Set(await killed('revoke', '', 5 + 10 * round + Math.floor(Math.random() * 10)))
        assert.ok(revoked.size >= 5, `${revoked.size}`)
        await holdsRevoked(parts, revoked)
        const server = await startServer({ ...env, AUTH: 'keys' })
        // What nobody has heard of is revoked or not: one that is made now is good.
        const { text } = await keyOf(parts, 'acme')
        assert.equal((await ask(server, text)).status, 200)
        await server.kill9()
      }
    })

    it('has each tenant whole or not at all, when who makes them is killed, and gives no name again', async () => {
      for (let round = 0; round < rounds; round++) {
        const known = await parts.store.registry.tenants()
        const prefix = `r${round}`
        const made = await killed('create', prefix, 5 + Math.floor(Math.random() * 20))
        await holdsMade(parts, known, { made, prefix })
      }
    })

    it('has two servers refuse a key in time once it is revoked beside them, and end its streams', async () => {
      const { text, key } = await keyOf(parts, 'acme')
      const servers = [await startServer({ ...env, AUTH: 'keys' }), await startServer({ ...env, AUTH: 'keys' })]
      try {
        const [first] = servers as [Server]
        const made = await ask(first, text, 'mutation { createConversation(input: {id: "c"}) { conversation { id } } }')
        assert.equal(made.status, 200)
        const query = 'subscription { conversationChanged(id: "c") { seq kind } }'
        const streams = servers.flatMap(({ url }) =>
          transports.map((transport) => subscribe(transport, url, { query }, { bearer: text })),
        )
        for (const server of servers) assert.equal((await ask(server, text)).status, 200)
        const revoked = await turngraph(env, 'keys', 'revoke', key.id)
        assert.equal(revoked.status, 0, revoked.stderr)
        const end = performance.now() + documented + lateness
        await Promise.all(servers.map((server) => refuses(server, text, end)))
        let open = streams.length
        for (const stream of streams) void stream.over.then(() => open--)
        await waitFor(() => open === 0, { limit: end - performance.now(), told: () => `${open} streams go on.` })
        await Promise.all(streams.map((stream) => stream.stop()))
        const other = await keyOf(parts, 'acme')
        for (const server of servers) assert.equal((await ask(server, other.text)).status, 200)
      } finally {
        await Promise.all(servers.map((server) => server.stop()))
      }
    })
  })
}

/** Asks until the key is refused, which must be before `end`. */
async function refuses(server: Server, text: string, end: number): Promise<void> {
  const isRefused = async () => {
    const { status } = await ask(server, text)
    if (status !== 401) assert.equal(status, 200)
    return status === 401
  }
  const told = () => 'A key that is revoked is taken.'
  await waitFor(isRefused, { limit: end - performance.now(), every: 500, told })
}

function ask({ url }: Server, key: string, query = '{ viewer { tenant } }'): Promise<Response> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` }
  return fetch(`${url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) })
}

if (isWanted('sqlite')) registryOf({ name: 'one file', skip: false, rounds: 3, open: () => Promise.resolve({}) })
for (const { line, version, skip } of await neo4jLines())
  registryOf({ name: `Neo4j ${version}`, skip, rounds: 2, open: async () => storeOn(await withNeo4j(line)) })
