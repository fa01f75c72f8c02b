import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { everyWay, type Connected } from '../client/support.ts'
import { startHost, type Host } from './mcp.ts'

interface Stored {
  readonly conversation_id: string
  readonly message_id: string
  readonly observation_id: string
  readonly replayed: boolean
  readonly left_transcript: number
}
interface Shown {
  readonly entries: readonly { readonly message_id: string; readonly text: string }[]
  readonly previous_cursor: string | null
}

for (const { name, skip, connect } of await everyWay())
  describe(`an agent that restores turns by MCP (${name})`, { skip }, () => {
    let connected: Connected
    let host: Host
    before(async () => {
      connected = await connect()
      host = await startHost(connected.client)
    })
    after(async () => {
      await host.end()
      await connected.end()
    })
    const store = (given: object) => host.done<Stored>('store_turn', given)
    const say = (conversation_id: string, turn_id: string, text: string, more: object = {}) =>
      store({ conversation_id, turn_id, text, role: turn_id.endsWith('assistant') ? 'assistant' : 'user', ...more })
    const texts = async (conversation_id: string, more: object = {}) =>
      (await host.done<Shown>('get_transcript', { conversation_id, ...more })).entries.map(({ text }) => text)
    const storesOf = async (message_id: string) => {
      const { observations } = await host.done<{ observations: { text: string }[] }>('list_observations', {
        message_id,
      })
      return observations.map(({ text }) => text)
    }

    it('stores A, B, A three times without a key, and a call that is made again once', async () => {
      for (const text of ['A', 'B', 'A']) {
        const stored = await say('aba', '1', text)
        assert.equal(stored.replayed, false)
        assert.deepEqual(await say('aba', '1', text), { ...stored, replayed: true })
      }
      assert.deepEqual(await storesOf('aba:1'), ['A', 'B', 'A'])
    })

    it('stores an equal turn without an id once a call, and again when something came between', async () => {
      const [user, answer] = ['user', 'assistant'].map((role) => ({ conversation_id: 'plain', role, text: 'Yes.' }))
      const first = await store(user ?? {})
      assert.equal((await store(user ?? {})).observation_id, first.observation_id)
      await store(answer ?? {})
      assert.notEqual((await store(user ?? {})).observation_id, first.observation_id)
      assert.deepEqual(await texts('plain'), ['Yes.', 'Yes.', 'Yes.'])
      const { results } = await host.done<{ results: Stored[] }>('store_turns', { turns: [user, answer] })
      const again = await host.done<{ results: Stored[]; replayed: boolean }>('store_turns', { turns: [user, answer] })
      assert.deepEqual(again, { results, replayed: true })
    })

    it('stores a turn again that a rewind has left', async () => {
      await say('back', '1', 'One.')
      const left = await say('back', '2', 'Two.')
      await host.done('rewind_conversation', { conversation_id: 'back', to: 'back:1' })
      const stored = await say('back', '2', 'Two.')
      assert.notEqual(stored.observation_id, left.observation_id)
      assert.deepEqual(await texts('back'), ['One.', 'Two.'])
    })

    it('stores an inherited turn of a fork once a call', async () => {
      await say('source', '1', 'One.')
      await host.done('fork_conversation', { source: 'source', new_conversation_id: 'forked' })
      const stored = await say('forked', '1', 'Other.')
      assert.deepEqual(await say('forked', '1', 'Other.'), { ...stored, replayed: true })
      assert.deepEqual([await texts('source'), await texts('forked')], [['One.'], ['Other.']])
    })

    it('says what a key was used for', async () => {
      const stored = await say('keyed', '1', 'One.', { idempotency_key: 'keyed-1' })
      const { isError, content } = await host.call('store_turn', {
        ...{ conversation_id: 'keyed', turn_id: '2', role: 'user', text: 'Two.', idempotency_key: 'keyed-1' },
      })
      const { code, details } = JSON.parse(content[1]?.text ?? '') as { code: string; details: { usedFor: object } }
      assert.deepEqual([isError, code], [true, 'IDEMPOTENCY_MISMATCH'])
      assert.ok(Object.values(details.usedFor).includes(stored.message_id))
    })

    it('reads the transcript that an old observation ends, page by page', async () => {
      await say('old', '1', 'Question.')
      const answer = await say('old', '1:assistant', 'Answer.')
      await say('old', '1', 'Another question.')
      assert.deepEqual(await texts('old'), ['Another question.'])
      const at = { conversation_id: 'old', at_observation_id: answer.observation_id, last: 1 }
      const { entries, previous_cursor } = await host.done<Shown>('get_transcript', at)
      assert.deepEqual(
        entries.map(({ text }) => text),
        ['Answer.'],
      )
      assert.deepEqual(await texts('old', { ...at, cursor: previous_cursor }), ['Question.'])
    })

    it('continues the message that it names as parent', async () => {
      await say('branchy', '1', 'Question.')
      await say('branchy', '1:assistant', 'One answer.')
      await say('branchy', '2', 'Another answer, please.', { parent_message_id: 'branchy:1' })
      assert.deepEqual(await texts('branchy'), ['Question.', 'Another answer, please.'])
      const stored = await say('branchy', '3', 'Once more.', { parent_message_id: 'branchy:1:assistant' })
      assert.deepEqual(await texts('branchy', { at_observation_id: stored.observation_id }), [
        ...['Question.', 'One answer.', 'Once more.'],
      ])
    })

    it('makes what a turn refers to by type and name once, and finds it again', async () => {
      const lisbon = { type: 'place', name: 'Lisbon' }
      await say('named', '1', 'To Lisbon!', { refers_to: [lisbon, { type: 'person', name: 'Ada' }, lisbon] })
      await say('named', '2', 'Back to Lisbon.', { refers_to: [lisbon] })
      const { entities } = await connected.client.query<{
        entities: { nodes: { name: string; relationships: { nodes: { source: { id: string } }[] } }[] }
      }>(`{ entities(type: "place") { nodes { name relationships { nodes { source { ... on Message { id } } } } } } }`)
      const [found, ...others] = entities.nodes
      assert.deepEqual([found?.name, others], ['Lisbon', []])
      assert.deepEqual(found?.relationships.nodes.map(({ source }) => source.id).sort(), ['named:1', 'named:2'])
    })
  })
