// Takes long: a graph is run by its program and by ours, embedded and by URL.
import { AIMessage, RemoveMessage, ToolMessage, type HumanMessage } from '@langchain/core/messages'
import { Annotation, Command, interrupt, MemorySaver, StateGraph, type BaseCheckpointSaver } from '@langchain/langgraph'
import { emptyCheckpoint, uuid6, type Checkpoint } from '@langchain/langgraph-checkpoint'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { TurngraphSaver } from '../../../src/adapters/langgraph/index.ts'
import { root } from '../../../scripts/root.ts'
import type { ConnectedGraph, StateRecordInput } from '../../../src/client/client.ts'
import { everyWay, type Connected } from '../../client/support.ts'
import { chatGraph, historyOf, on, refused, said } from './support.ts'

const metadata = { source: 'loop', step: 0, parents: {} } as const
const checkpointWith = (values: Record<string, unknown>, version = 1): Checkpoint => ({
  ...emptyCheckpoint(),
  id: uuid6(version),
  channel_values: values,
  channel_versions: Object.fromEntries(Object.keys(values).map((name) => [name, version])),
})

for (const { name, skip, connect } of await everyWay())
  describe(`checkpoints of LangGraph (${name})`, { skip }, () => {
    let connected: Connected
    let client: ConnectedGraph
    let saver: TurngraphSaver
    before(async () => {
      connected = await connect()
      client = connected.client
      saver = await TurngraphSaver.connect({ client })
    })
    after(() => connected.end())
    const coldSaver = () => TurngraphSaver.connect({ client })
    const rolesOf = async (id: string) =>
      (await client.conversations.open(id).transcript({ view: 'RAW' }).all()).map(({ role, text }) => [role, text])

    /** Two exchanges, an answer to an edited first question, and one more. */
    const program = async (checkpointer: BaseCheckpointSaver, thread: string) => {
      const graph = chatGraph(checkpointer)
      await graph.invoke({ messages: [said('u1')] }, on(thread))
      const first = await graph.getState(on(thread))
      await graph.invoke({ messages: [said('u2')] }, on(thread))
      const edited = await graph.updateState(first.config, { messages: [said('u3', 'instead')] }, '__start__')
      await graph.invoke(null, edited)
      return graph
    }

    it('are those of MemorySaver, also after a cold start, and branches of one conversation', async () => {
      const expected = await historyOf((await program(new MemorySaver(), 'same')).getStateHistory(on('same')))
      const graph = await program(saver, 'same')
      assert.deepEqual(await historyOf(graph.getStateHistory(on('same'))), expected)
      assert.deepEqual(await historyOf(chatGraph(await coldSaver()).getStateHistory(on('same'))), expected)
      const leaves = await client.conversations.open('same').leaves().all()
      assert.equal(leaves.length, 2)
      assert.deepEqual(await rolesOf('same'), [
        ['USER', 'words of u1'],
        ['ASSISTANT', 'answer 1'],
        ['USER', 'instead'],
        ['ASSISTANT', 'answer 3'],
      ])
    })

    it('wait for a person and go on in another process', async () => {
      const State = Annotation.Root({ said: Annotation<string>() })
      const graphOn = (checkpointer: BaseCheckpointSaver) =>
        new StateGraph(State)
          .addNode('ask', () => ({ said: interrupt<string, string>('Really?') }))
          .addEdge('__start__', 'ask')
          .compile({ checkpointer })
      await graphOn(saver).invoke({ said: 'begin' }, on('asks'))
      const cold = graphOn(await coldSaver())
      assert.deepEqual((await cold.getState(on('asks'))).next, ['ask'])
      assert.deepEqual(await cold.invoke(new Command({ resume: 'yes' }), on('asks')), { said: 'yes' })
    })

    it('have tool calls, thoughts and usage as turns, and lose nothing of messages', async () => {
      const fields = {
        id: 'a1',
        content: [
          { type: 'text', text: 'I look.' },
          { type: 'image_url', image_url: 'data:,' },
        ],
        tool_calls: [{ id: 'c1', name: 'look', args: { at: 1 } }],
        response_metadata: { model_name: 'small' },
        usage_metadata: { input_tokens: 5, output_tokens: 7, total_tokens: 12 },
      }
      const call = new AIMessage(fields as object)
      const messages = [said('u1'), call, new ToolMessage({ id: 't1', content: 'seen', tool_call_id: 'c1' })]
      const config = await saver.put(on('tools'), checkpointWith({ messages }), metadata, { messages: 1 })
      assert.deepEqual((await (await coldSaver()).getTuple(config))?.checkpoint.channel_values, { messages })
      const entries = await client.conversations.open('tools').transcript({ view: 'RAW' }).all()
      assert.deepEqual(
        entries.map(({ role, content }) => [role, content.map(({ __typename }) => __typename)]),
        [
          ['USER', ['TextBlock']],
          ['ASSISTANT', ['TextBlock', 'OtherBlock', 'ToolCallBlock']],
          ['TOOL', ['ToolResultBlock']],
        ],
      )
      assert.equal(entries[1]?.observation.model, 'small')
    })

    it('take the head back with messages that are removed, at the end and between', async () => {
      const graph = chatGraph(saver)
      await graph.invoke({ messages: [said('u1')] }, on('removes'))
      await graph.invoke({ messages: [said('u2')] }, on('removes'))
      await graph.updateState(on('removes'), { messages: [new RemoveMessage({ id: 'a-u2' })] }, 'model')
      assert.deepEqual((await rolesOf('removes')).at(-1), ['USER', 'words of u2'])
      await graph.updateState(on('removes'), { messages: [new RemoveMessage({ id: 'a-u1' })] }, 'model')
      assert.deepEqual(await rolesOf('removes'), [
        ['USER', 'words of u1'],
        ['USER', 'words of u2'],
      ])
      const { messages } = (await graph.getState(on('removes'))).values as { messages: HumanMessage[] }
      assert.deepEqual(
        messages.map(({ id }) => id),
        ['u1', 'u2'],
      )
    })

    it('are stored though the tree refuses their turns, and say so', async () => {
      const root = await saver.put(on('odd'), checkpointWith({ messages: [said('m')] }), metadata, { messages: 1 })
      const odd = [said('m'), new AIMessage({ id: 'm', content: 'the same id, another role' })]
      const config = await saver.put(root, checkpointWith({ messages: odd }, 2), metadata, { messages: 2 })
      assert.deepEqual((await saver.getTuple(config))?.checkpoint.channel_values, { messages: odd })
      const record = await client.conversations
        .open('odd')
        .records.get('lg.checkpoint', String(config.configurable?.['checkpoint_id']))
      assert.deepEqual((record?.value as { projection?: unknown }).projection, { failed: 'ROLE_CONFLICT' })
      assert.deepEqual(await rolesOf('odd'), [['USER', 'words of m']])
    })

    it('keep what a channel has that holds no messages, in any form', async () => {
      const values = {
        messages: ['just', 'words'.repeat(50)],
        set: new Set([1]),
        none: undefined,
        bytes: new Uint8Array([1, 2]),
      }
      const versions = { messages: 1, set: 1, none: 1, bytes: 1 }
      const config = await saver.put(on('forms'), checkpointWith(values), metadata, versions)
      assert.deepEqual((await (await coldSaver()).getTuple(config))?.checkpoint.channel_values, values)
      assert.deepEqual(await rolesOf('forms'), [])
    })

    it('begin another thread, which shares the past and outlives its source', async () => {
      const graph = chatGraph(saver)
      for (const id of ['u1', 'u2']) await graph.invoke({ messages: [said(id, `${id} `.repeat(60))] }, on('source'))
      const past = (await graph.getState(on('source'))).values as object
      await saver.fork(on('source'), 'forked')
      assert.deepEqual((await graph.getState(on('forked'))).values, past)
      await graph.invoke({ messages: [said('u3')] }, on('forked'))
      assert.equal((await rolesOf('forked')).length, 6)
      const fork = await client.conversations.open('forked').summary()
      assert.deepEqual([fork?.forkedFrom?.conversation.id, fork?.forkedFrom?.turn], ['source', 4])
      assert.equal((await rolesOf('source')).length, 4)
      const whole = (await graph.getState(on('forked'))).values as object
      await saver.deleteThread('source')
      assert.equal(await saver.getTuple(on('source')), undefined)
      assert.deepEqual((await chatGraph(await coldSaver()).getState(on('forked'))).values, whole)
      await graph.invoke({ messages: [said('u4')] }, on('forked'))
      assert.equal((await rolesOf('forked')).length, 8)
    })

    it('begin anew under the id of a deleted thread, for another process that knew it, too', async () => {
      const other = await coldSaver()
      const words = said('u1', 'many words '.repeat(30))
      await other.put(on('again'), checkpointWith({ messages: [words] }), metadata, { messages: 1 })
      await saver.deleteThread('again')
      const config = await other.put(on('again'), checkpointWith({ messages: [words] }), metadata, { messages: 1 })
      assert.deepEqual((await (await coldSaver()).getTuple(config))?.checkpoint.channel_values, { messages: [words] })
      const found: string[] = []
      for await (const { checkpoint } of saver.list(on('again'))) found.push(checkpoint.id)
      assert.deepEqual(found, [config.configurable?.['checkpoint_id']])
      await saver.deleteThread('never was')
    })

    it('are refused where a part is missing, by the name of the checkpoint', async () => {
      const config = await saver.put(
        on('holes'),
        checkpointWith({ messages: [said('u1', 'x'.repeat(200))] }),
        metadata,
        { messages: 1 },
      )
      await client.conversations.open('holes').records.delete({ kind: 'lg.item.part' })
      await assert.rejects((await coldSaver()).getTuple(config), (thrown) => {
        refused('CHECKPOINT_DAMAGED')(thrown)
        return String(thrown).includes(String(config.configurable?.['checkpoint_id']))
      })
    })

    it('are refused where a part is missing that this process knows, and are read where all are there', async () => {
      const messages = Array.from({ length: 100 }, (_, i) => said(`u${i}`, `${i} `.repeat(40)))
      const config = await saver.put(on('known'), checkpointWith({ messages }), metadata, { messages: 1 })
      const { records } = client.conversations.open('known')
      const contents = async () => {
        const found = (await saver.getTuple(config))?.checkpoint.channel_values['messages'] as HumanMessage[]
        return found.map(({ content }) => content)
      }
      const whole = messages.map(({ content }) => content)
      for (const reader of [1, 2]) assert.deepEqual(await contents(), whole, `${reader}`)
      const [first] = await records.list({ kind: 'lg.item.part' }).all(1)
      assert.ok(first)
      await records.delete({ kind: first.kind, keys: [first.key] })
      await assert.rejects(contents(), refused('CHECKPOINT_DAMAGED'))
      await records.put({ kind: first.kind, key: first.key, value: first.value })
      assert.deepEqual(await contents(), whole)
      // Who changes what was read changes nothing of what others read.
      const tuple = await saver.getTuple(config)
      ;(tuple?.checkpoint.channel_values['messages'] as HumanMessage[])[0]!.content = 'changed'
      assert.deepEqual(await contents(), whole)
    })

    it('are never a state with holes, whichever part is missing or is no part', async () => {
      const graph = chatGraph(saver)
      for (let i = 0; i < 9; i++) await graph.invoke({ messages: [said(`u${i}`, `${i} `.repeat(100))] }, on('parts'))
      const { records } = client.conversations.open('parts')
      const stateNow = async () => {
        const tuple = await (await coldSaver()).getTuple(on('parts'))
        return JSON.stringify([tuple?.checkpoint, tuple?.metadata, tuple?.pendingWrites])
      }
      const whole = await stateNow()
      let damaged = 0
      for (const kind of ['lg.item.part', 'lg.chunk.part', 'lg.value.part'])
        for (const { key, value, base64, parentKey } of await records.list({ kind }).all()) {
          const bytes = base64 === null ? { value } : { base64 }
          const again = { kind, key, ...bytes, ...(parentKey !== null && { parentKey }) }
          const isHeld = async () => {
            try {
              assert.equal(await stateNow(), whole, `${kind} ${key}`)
            } catch (thrown) {
              if (thrown instanceof assert.AssertionError) throw thrown
              refused('CHECKPOINT_DAMAGED')(thrown)
              damaged++
            }
          }
          await records.delete({ kind, keys: [key] })
          await isHeld()
          await records.put({ kind, key, value: { odd: [key] } })
          await isHeld()
          await records.put(again)
        }
      assert.ok(damaged > 0)
      assert.equal(await stateNow(), whole)
    })

    it('are refused under an id that no conversation has, and nothing is stored', async () => {
      const before = (await client.conversations.list().all()).length
      const put = saver.put(on('a\u0000b'), checkpointWith({ x: 1 }), metadata, { x: 1 })
      await assert.rejects(put, refused('BAD_INPUT'))
      await assert.rejects(saver.put({}, checkpointWith({}), metadata, {}), /thread_id/)
      assert.equal((await client.conversations.list().all()).length, before)
    })

    it('are listed newest first over all threads, by filter and before another', async () => {
      const own = new TurngraphSaver(client)
      const made: string[] = []
      for (let i = 0; i < 25; i++) {
        const config = { configurable: { thread_id: `lists-${i % 2}`, checkpoint_ns: i % 3 === 0 ? 'sub|a:1' : '' } }
        const told = { ...metadata, step: i, of: 'listing' } as never
        const { configurable } = await own.put(config, checkpointWith({ i }, i + 1), told, { i: i + 1 })
        await own.putWrites({ configurable: { ...configurable } }, [['out', `written ${i}`]], `task-${i}`)
        made.push(String(configurable?.['checkpoint_id']))
      }
      const listed = async (...args: Parameters<typeof own.list>) => {
        const all = []
        for await (const tuple of own.list(...args)) all.push(tuple)
        return all
      }
      const all = await listed({}, { filter: { of: 'listing' } })
      assert.deepEqual(
        all.map(({ checkpoint }) => checkpoint.id),
        made.toSorted().reverse(),
      )
      for (const { checkpoint, pendingWrites } of all) {
        const i = String(checkpoint.channel_values['i'])
        assert.deepEqual(pendingWrites, [[`task-${i}`, 'out', `written ${i}`]])
      }
      const some = await listed(on('lists-1'), {
        limit: 3,
        before: on('lists-1', made.at(-2)),
        filter: { of: 'listing' },
      })
      assert.deepEqual(
        some.map(({ metadata: told }) => told?.step),
        [21, 19, 17],
      )
    })

    it('are found by objects in their metadata, by what is in those', async () => {
      const own = new TurngraphSaver(client)
      const tells = [{ at: { x: 1, y: [{ z: null }] } }, { at: { x: 1 } }, { at: [1] }, {}]
      for (const [i, more] of tells.entries())
        await own.put(on('objects'), checkpointWith({ i }, i + 1), { ...metadata, ...more }, { i: i + 1 })
      const found = async (filter: object) => {
        const all = []
        for await (const { checkpoint } of own.list(on('objects'), { filter: filter as never }))
          all.push(checkpoint.channel_values['i'])
        return all
      }
      assert.deepEqual(await found({ at: { y: [{ z: null }], x: 1, none: undefined } }), [0])
      assert.deepEqual(await found({ at: { x: 1 } }), [1])
      assert.deepEqual(await found({ at: [1], step: 0 }), [2])
      assert.deepEqual([await found({ at: undefined }), await found({ at: null })], [[3], []])
    })

    it('are read as an earlier layout of records has them, and go on in the present one', async () => {
      const file = join(root, 'test/adapters/langgraph/earlier/243.ndjson')
      const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
      await client.conversations.open('earlier').records.put(lines.map((line) => JSON.parse(line) as StateRecordInput))
      const states = await historyOf(chatGraph(saver).getStateHistory(on('earlier')))
      assert.equal(states.length, 9)
      const { messages } = await chatGraph(saver).invoke({ messages: [said('u4')] }, on('earlier'))
      const long = 'long '.repeat(26)
      const earlier = [1, 2, 3].flatMap((n) => [`words ${n}, ${long}`, `answer ${2 * n - 1}, ${long}`])
      const words = [...earlier, 'words of u4', 'answer 7']
      assert.deepEqual(
        messages.map(({ content }) => content),
        words,
      )
      const cold = await chatGraph(await coldSaver()).getState(on('earlier'))
      assert.deepEqual(
        (cold.values as { messages: HumanMessage[] }).messages.map(({ content }) => content),
        words,
      )
      assert.deepEqual(
        (await rolesOf('earlier')).map(([, text]) => text),
        words,
      )
    })
  })
