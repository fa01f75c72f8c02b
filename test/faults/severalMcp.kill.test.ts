import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { root } from '../../scripts/root.ts'
import { connect } from '../../src/client/client.ts'
import { hostOn, type Host } from '../adapters/mcp.ts'
import { describeOnce } from '../support/stores.ts'

const rounds = 15

// Each host starts a process of its own: the normal case on one store.
describeOnce('several processes of turngraph mcp on one store', () => {
  const data = mkdtempSync(join(tmpdir(), 'turngraph-several-'))
  after(() => rmSync(data, { recursive: true, force: true }))

  const start = async (name: string) => {
    const child = spawn(process.execPath, [join(root, 'bin/turngraph.js'), 'mcp'], {
      env: { ...process.env, DATA: data, LOG_LEVEL: 'trace' },
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    const ended = new Promise<void>((done) => child.once('close', () => done()))
    child.stdin.on('error', () => undefined)
    const host = hostOn(child.stdin, child.stdout, async () => {
      child.stdin.end()
      await ended
    })
    const clientInfo = { name, version: '0' }
    await host.ask('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo })
    const kill9 = async () => {
      child.kill('SIGKILL')
      await ended
    }
    return { host, kill9 }
  }

  /** Stores turns in a conversation of its own, and in one that all write to; tells each that was answered. */
  const talk = async (host: Host, name: string, told: (id: string) => void) => {
    for (let i = 0; i < rounds; i++)
      for (const conversation_id of [name, 'shared']) {
        const turn_id = `${name}-${i}`
        const turn = {
          conversation_id,
          turn_id,
          role: 'user',
          text: `${name} ${i}`,
          idempotency_key: `${conversation_id}-${turn_id}`,
        }
        const { message_id } = await host.done<{ message_id: string }>('store_turn', turn)
        told(message_id)
      }
  }

  it('lose nothing that was answered, also when one is killed', async () => {
    const names = ['a', 'b', 'c']
    const started = await Promise.all(names.map(start))
    const answered = new Set<string>()
    const [doomed] = started
    const talks = started.map(({ host }, i) =>
      talk(host, names[i] ?? '', (id) => {
        answered.add(id)
        // In the middle of its work.
        if (i === 0 && answered.has('a:a-5')) void doomed?.kill9()
      }),
    )
    await Promise.all(talks.slice(1))
    await Promise.all(started.slice(1).map(({ host }) => host.end()))
    for (const { host } of started) assert.ok(host.lines.every((line) => line.startsWith('{"')))
    const client = await connect({ data })
    const ids = new Set<string>()
    for (const id of [...names, 'shared']) {
      const query = 'query ($id: ID!) { conversation(id: $id) { messages(first: 100) { nodes { id } } } }'
      const { conversation } = await client.query<Messages>(query, { id })
      for (const { id: found } of conversation.messages.nodes) ids.add(found)
      const { integrity } = await client.query<Checked>('query ($id: ID!) { integrity(conversationId: $id) { ok } }', {
        id,
      })
      assert.equal(integrity.ok, true)
    }
    await client.close()
    assert.ok(answered.size >= 4 * rounds, `${answered.size}`)
    assert.deepEqual(
      [...answered].filter((id) => !ids.has(id)),
      [],
    )
  })
})

interface Messages {
  readonly conversation: { readonly messages: { readonly nodes: readonly { readonly id: string }[] } }
}
interface Checked {
  readonly integrity: { readonly ok: boolean }
}
