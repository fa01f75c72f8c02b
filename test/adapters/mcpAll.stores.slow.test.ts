import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { everyWay, type Connected } from '../client/support.ts'
import { startHost, type Host } from './mcp.ts'

for (const { name, skip, connect } of await everyWay())
  describe(`all tools of MCP (${name})`, { skip }, () => {
    let connected: Connected
    let host: Host
    before(async () => {
      connected = await connect()
      host = await startHost(connected.client, { tools: 'all' })
      const turns = [
        ...[turn('a', '1', 'user', 'Plan a weekend.'), turn('a', '2', 'assistant', 'By train?')],
        ...[turn('a', '3', 'user', 'Yes.'), turn('a', '4', 'assistant', 'Leave on Friday.')],
      ]
      await host.done('store_turns', { turns })
    })
    after(async () => {
      await host.end()
      await connected.end()
    })
    const turn = (conversation_id: string, turn_id: string, role: string, text: string, more = {}) => ({
      conversation_id,
      turn_id,
      role,
      text,
      ...more,
    })
    const done = (tool: string, given: object) => host.done<Record<string, unknown>>(tool, given)
    const texts = async (conversation_id: string) => {
      const { entries } = await done('get_transcript', { conversation_id })
      return (entries as { text: string }[]).map(({ text }) => text)
    }

    it('corrects, deletes and restores a message', async () => {
      await done('amend_message', { message_id: 'a:2', fields: { text: 'By train or plane?' } })
      assert.equal((await texts('a'))[1], 'By train?')
      await done('delete_message', { message_id: 'a:2' })
      assert.equal((await texts('a'))[1], '(deleted)')
      assert.equal((await done('restore_message', { message_id: 'a:2' }))['deleted'], false)
      assert.equal((await texts('a'))[1], 'By train?')
    })

    it('switches to a branch and back', async () => {
      await done('store_turn', turn('b', '1', 'user', 'One.'))
      const old = await done('store_turn', turn('b', '2', 'assistant', 'Two.'))
      await done('store_turn', turn('b', '1', 'user', 'Other.'))
      const observation_id = old['observation_id'] as string
      const moved = await done('switch_head', { conversation_id: 'b', observation_id })
      assert.equal(moved['head_observation_id'], observation_id)
      assert.deepEqual(await texts('b'), ['One.', 'Two.'])
      await done('undo', { conversation_id: 'b' })
      assert.deepEqual(await texts('b'), ['Other.'])
    })

    it('knows things and how they are related', async () => {
      const { entity_id } = await done('store_entity', { type: 'city', name: 'Lisbon', fields: { country: 'PT' } })
      const ends = { type: 'REFERS_TO', source: { message_id: 'a:1' }, target: { entity_id } }
      const { relationship_id } = await done('relate', ends)
      assert.equal((await done('unrelate', ends))['relationship_id'], relationship_id)
    })

    it('imports and exports', async () => {
      const content = JSON.stringify({ messages: [{ role: 'user', content: 'From a file.' }] })
      const given = { content, file_name: 'talk.json', conversation_id: 'file' }
      const imported = await done('import_transcript', given)
      assert.deepEqual([imported['conversation_ids'], imported['added']], [['file'], 1])
      assert.equal((await done('import_transcript', given))['added'], 0)
      const { file } = await done('export_conversation', { conversation_id: 'file', format: 'MARKDOWN' })
      assert.match(String(file), /From a file\./)
    })

    it('verifies, searches and compares', async () => {
      const { valid, path_hash } = await done('verify_path', { conversation_id: 'a' })
      assert.equal(valid, true)
      assert.match(String(path_hash), /^[\da-f]{64}$/)
      await done('fork_conversation', { source: 'a', at_message_id: 'a:2', new_conversation_id: 'plane' })
      await done('store_turn', turn('plane', '9', 'user', 'By plane.'))
      const { hits } = await done('search', { text: 'plane', conversation_id: 'plane' })
      assert.deepEqual(
        (hits as { message_id: string }[]).map(({ message_id }) => message_id).filter((id) => id === 'plane:9'),
        ['plane:9'],
      )
      const compared = await done('diff', { base: 'a', target: 'plane' })
      assert.deepEqual([compared['base_only_count'], compared['target_only_count']], [2, 1])
    })

    it('runs, merges and sums up', async () => {
      const { run_id } = await done('claim_run', { conversation_id: 'r' })
      await done('store_turn', turn('r', '1', 'user', 'One.', { run_id }))
      await done('store_turn', turn('r', '2', 'assistant', 'Two.', { run_id }))
      assert.equal((await done('complete_run', { conversation_id: 'r', run_id }))['state'], 'COMPLETED')
      await done('fork_conversation', { source: 'r', new_conversation_id: 's' })
      await done('store_turn', turn('s', '3', 'user', 'Three.'))
      await done('merge', { into: 'r', from: ['s'], strategy: 'cherry_pick', message_ids: ['s:3'] })
      assert.equal((await texts('r')).at(-1), 'Three.')
      await done('compact', { conversation_id: 'r', from: 'r:1', to: 'r:2', summary: 'Counting.' })
      const { messages } = await done('get_context', { conversation_id: 'r' })
      assert.match(JSON.stringify(messages), /Counting\./)
    })
  })
