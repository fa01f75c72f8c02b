/** A server is killed while somebody follows a conversation: who resumes hears each line of its ledger once. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { follow, transports, type Follower, type Transport } from '../graphql/support/follow.ts'
import { ask, send, type Write } from './support/client.ts'
import { newFolder } from './support/folder.ts'
import { startServer, type Server } from './support/processes.ts'
import { pause } from '../support/waitFor.ts'

const followed = 'followed'
const kills = 3
const turn = (text: string): Write => ({ name: 'storeTurn', input: { conversationId: followed, role: 'USER', text } })
const seqsOf = ({ events }: Follower) => events.map(({ seq }) => seq)

describe('a follower of a server that is killed', () => {
  for (const transport of transports)
    it(`resumes without a gap or a double over ${transport}`, async () => {
      const folder = newFolder()
      const env = { DATA: folder, TMPDIR: folder }
      let server = await startServer(env)
      await send(server.url, turn('first'))
      const heard: number[] = []
      for (let round = 0; round < kills; round++) {
        heard.push(...(await hearUntilKilled(transport, server, heard.at(-1) ?? 0)))
        server = await startServer(env)
      }
      const written = await lastSeq(server.url)
      const rest = follow(transport, server.url, followed, heard.at(-1) ?? 0)
      await rest.reach(written - (heard.at(-1) ?? 0))
      heard.push(...seqsOf(rest))
      await rest.stop()
      await server.stop()
      assert.ok(heard.length > kills, `${heard.length} events`)
      assert.deepEqual(
        heard,
        Array.from({ length: written }, (_, i) => i + 1),
      )
    })
})

/** Follows from a line on while turns are written, kills the server in the midst, and answers what was heard. */
async function hearUntilKilled(transport: Transport, server: Server, afterSeq: number): Promise<number[]> {
  const follower = follow(transport, server.url, followed, afterSeq)
  const stop = new AbortController()
  const written = (async () => {
    for (let n = 0; !stop.signal.aborted; n++) await send(server.url, turn(`turn ${n}`)).catch(() => null)
  })()
  await follower.reach(5)
  await pause(100 * Math.random(), 'a kill comes at any moment')
  await server.kill9()
  stop.abort()
  await Promise.all([written, follower.stop()])
  return seqsOf(follower)
}

async function lastSeq(url: string): Promise<number> {
  const query = `{ conversation(id: "${followed}") { events(first: 1) { nodes { seq } } } }`
  const { body } = await ask(url, query)
  const { events } = body.data?.['conversation'] as unknown as { events: { nodes: { seq: number }[] } }
  return events.nodes[0]?.seq ?? 0
}
