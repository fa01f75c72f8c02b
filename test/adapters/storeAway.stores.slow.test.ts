/** A store that does not answer, whichever it is, as the two protocols tell it; both go on once it does. */
// Takes long: it waits until an adapter gives a store up.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { connect, type ConnectedGraph } from '../../src/client/client.ts'
import { connect as openSqlite } from '../../src/storage/sqlite/connection/connection.ts'
import { slowProxy } from '../faults/support/slowProxy.ts'
import { everyStore, type Settings } from '../support/storeSettings.ts'
import { connectEditor, ScriptedModel } from './acp/support/agent.ts'
import { startHost } from './mcp.ts'

/** A store that can be made not to answer. */
interface Silenced {
  readonly settings: Settings
  readonly silence: () => void
  readonly speak: () => void
  readonly end: () => Promise<void>
}

/** Another process holds the lock of the file. */
function lockable(data: string): Silenced {
  const other = () => openSqlite(join(data, 'turngraph.db'), 'writer')
  let held: ReturnType<typeof other> | null = null
  const speak = () => {
    held?.exec('ROLLBACK')
    held?.close()
    held = null
  }
  const silence = () => {
    held = other()
    held.exec('BEGIN IMMEDIATE')
  }
  return { settings: {}, silence, speak, end: () => Promise.resolve() }
}

/** Nothing passes between turngraph and its database. */
async function stallable(settings: Settings): Promise<Silenced> {
  const proxy = await slowProxy(Number(new URL(settings['STORE'] ?? '').port))
  const through = { ...settings, STORE: `bolt://127.0.0.1:${proxy.port}` }
  return { settings: through, silence: () => proxy.stall(), speak: () => proxy.flow(), end: () => proxy.close() }
}

for (const { name, skip, settings } of await everyStore())
  describe(`a store that is away (${name})`, { skip, timeout: 400_000 }, () => {
    const data = mkdtempSync(join(tmpdir(), 'turngraph-away-'))
    let store: Silenced
    let client: ConnectedGraph
    before(async () => {
      const given = await settings()
      store = given['STORE'] === undefined ? lockable(data) : await stallable(given)
      // A database plans each statement when it meets it first, which takes longer than is waited below.
      await warmed(data, store.settings)
      // Long enough for a busy machine: what is safe to repeat is asked three times.
      client = await connect({ data, env: { ...store.settings, REQUEST_TIMEOUT_MS: '2500' } })
    })
    after(async () => {
      store.speak()
      await client.close()
      await store.end()
      rmSync(data, { recursive: true, force: true })
    })

    it('is told by a tool of MCP, which stores once what is sent again', async () => {
      const host = await startHost(client)
      const stored = { conversation_id: 'mcp', turn_id: '1', role: 'user', text: 'One.', idempotency_key: 'k-1' }
      store.silence()
      const { isError, content } = await host.call('store_turn', stored)
      store.speak()
      assert.equal(isError, true)
      assert.match(
        content[0]?.text ?? '',
        /^TIMEOUT: .+ What to do: Try again in a moment, .+ same idempotency_key\.$/s,
      )
      assert.equal((JSON.parse(content[1]?.text ?? '') as { code: string }).code, 'TIMEOUT')
      await untilDone(async () => (await host.call('store_turn', stored)).isError !== true)
      const { observations } = await host.done<{ observations: object[] }>('list_observations', { message_id: 'mcp:1' })
      assert.equal(observations.length, 1)
      await host.end()
    })

    it('is told by the agent of ACP, and nothing of the prompt is kept', async () => {
      const { editor, leave } = connectEditor(client, new ScriptedModel())
      await editor.begin()
      const sessionId = await editor.open('/w')
      const prompt = (text: string) => ({ sessionId, prompt: [{ type: 'text', text }] })
      store.silence()
      const { code, data } = await editor.refused('session/prompt', prompt('Lost.'))
      store.speak()
      assert.deepEqual([code, data['code']], [-32603, 'TIMEOUT'])
      await untilDone(() =>
        editor.ask('session/prompt', prompt('Kept.')).then(
          () => true,
          () => false,
        ),
      )
      const query = `query($id: ID!) { conversation(id: $id) {
        transcript { nodes { text } } runs { nodes { state } }
      } }`
      const { conversation } = await client.query<Stored>(query, { id: sessionId })
      const texts = conversation.transcript.nodes.map(({ text }) => text)
      assert.deepEqual(texts.slice(-2), ['Kept.', 'An answer.'])
      assert.ok(!texts.includes('Lost.'))
      assert.ok(conversation.runs.nodes.every(({ state }) => state === 'COMPLETED' || state === 'ABORTED'))
      assert.deepEqual(await editor.ask('session/delete', { sessionId }), {})
      await leave()
      editor.assertValid()
    })
  })

/** Has everything done once that is done below. */
async function warmed(data: string, env: Settings): Promise<void> {
  const client = await connect({ data, env })
  const host = await startHost(client)
  await host.done('store_turn', { conversation_id: 'warm', turn_id: '1', role: 'user', text: 'One.' })
  await host.done('list_observations', { message_id: 'warm:1' })
  const { editor, leave } = connectEditor(client, new ScriptedModel())
  await editor.begin()
  const sessionId = await editor.open('/w')
  await editor.prompt(sessionId, 'One.')
  await editor.ask('session/delete', { sessionId })
  await Promise.all([leave(), host.end()])
  await client.close()
}

interface Stored {
  readonly conversation: {
    readonly transcript: { readonly nodes: readonly { readonly text: string }[] }
    readonly runs: { readonly nodes: readonly { readonly state: string }[] }
  }
}

/** A database that was cut off takes a moment to be known to be back. */
async function untilDone(attempt: () => Promise<boolean>): Promise<void> {
  for (let left = 20; !(await attempt()); left--) assert.ok(left > 0, 'It does not come back.')
}
