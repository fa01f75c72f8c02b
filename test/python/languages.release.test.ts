// Beyond a landing: programs in another language, which share the layout of threads with JavaScript.
import assert from 'node:assert/strict'
import { AIMessage, HumanMessage } from '@langchain/core/messages'
import { after, before, it } from 'node:test'
import { whyNoPython } from '../../scripts/clients.ts'
import { TurngraphSaver } from '../../src/adapters/langgraph/index.ts'
import { TurngraphSession } from '../../src/adapters/openAiAgents/index.ts'
import { connect, type ConnectedGraph } from '../../src/client/client.ts'
import { startApi, type Api } from '../graphql/support/api.ts'
import { describeOnce } from '../support/stores.ts'
import { chatGraph, on, said } from '../adapters/langgraph/support.ts'
import { runPython } from './running.ts'

/** Each is written otherwise by Python. */
const numbers = { small: 0.00001, smaller: 1.5e-7, large: 1e21, huge: -1.25e300, third: 1 / 3, zero: 0 }

describeOnce('what JavaScript and Python write', () => {
  const skip = whyNoPython('package') ?? false
  let api: Api
  let client: ConnectedGraph
  before(async () => {
    api = await startApi()
    client = await connect({ url: api.url })
  })
  after(async () => {
    await client.close()
    await api.close()
  })
  const python = async (what: string, name: string): Promise<unknown> => {
    const { status, said, errors } = await runPython(['tests/other_language.py', what, name], { url: api.url })
    assert.equal(status, 0, errors)
    return JSON.parse(said)
  }
  const texts = async (id: string) =>
    (await client.conversations.open(id).transcript({ view: 'RAW' }).all()).map(({ text }) => text)

  it('is a thread that Python reads and continues, values and all', { skip }, async () => {
    const graph = chatGraph(new TurngraphSaver(client))
    await graph.invoke({ messages: [said('1', 'One.'.repeat(50))] }, on('js'))
    const saver = new TurngraphSaver(client)
    const found = []
    for await (const tuple of saver.list(on('js'))) found.push(tuple)
    assert.deepEqual(await python('read-thread', 'js'), {
      ids: found.map(({ checkpoint }) => checkpoint.id),
      parents: found.map(
        ({ parentConfig }) => (parentConfig?.configurable?.['checkpoint_id'] as string | undefined) ?? null,
      ),
      messages: [
        ['human', '1', 'One.'.repeat(50)],
        ['ai', 'a-1', 'answer 1'],
      ],
    })
    assert.deepEqual(await python('go-on', 'js'), ['One.'.repeat(50), 'answer 1', 'And?', 'answer 3'])
    assert.deepEqual(await texts('js'), ['One.'.repeat(50), 'answer 1', 'And?', 'answer 3'])
  })

  it('is read whole however long its lists are, and whatever is in them', { skip }, async () => {
    const graph = chatGraph(new TurngraphSaver(client))
    const texts = Array.from({ length: 1100 }, (_, i) => `${i} “\u2028😀” `.repeat(1 + (i % 9)))
    const messages = texts.map(
      (text, i) => new HumanMessage({ id: `m${i}`, content: text, additional_kwargs: numbers }),
    )
    await graph.updateState(on('long'), { messages })
    await graph.updateState(on('long'), { messages: [new AIMessage({ id: 'last', content: 'One more.' })] })
    const expected = [...texts.map((text, i) => ['human', `m${i}`, text]), ['ai', 'last', 'One more.']]
    assert.deepEqual(((await python('read-thread', 'long')) as { messages: unknown }).messages, expected)
    await new TurngraphSaver(client).fork(on('long'), 'fork of long')
    assert.deepEqual(((await python('read-thread', 'fork of long')) as { messages: unknown }).messages, expected)
    assert.deepEqual(await python('go-on', 'fork of long'), [...texts, ...['One more.', 'And?', 'answer 1102']])
  })

  it('has the same kinds, keys, parents and turns in either language', { skip }, async () => {
    const ids = (await python('write-thread', 'py')) as string[]
    await chatGraph(new TurngraphSaver(client)).invoke({ messages: [said('1', 'One.'.repeat(50))] }, on('other'))
    const layout = async (id: string) => {
      const { records } = client.conversations.open(id)
      const all = await records.list({ kindPrefix: 'lg.' }).all()
      const checkpoints = all.filter(({ kind }) => kind === 'lg.checkpoint')
      const places = new Map(checkpoints.map(({ key }, i) => [key, i]))
      return {
        // Python's serializer writes bytes: what JavaScript keeps in the checkpoint, as JSON with its lists cut out, is a part.
        kinds: [...new Set(all.map(({ kind }) => kind))].filter((kind) => kind !== 'lg.value.part').toSorted(),
        parents: checkpoints.map(({ parentKey }) => (parentKey === null ? null : places.get(parentKey))),
        members: checkpoints.map(({ value }) => Object.keys(value as object).toSorted()),
        writes: new Set(all.filter(({ kind }) => kind === 'lg.write.part').map(({ key }) => key.split('/').length)),
      }
    }
    assert.deepEqual(await layout('py'), await layout('other'))
    const keys = (await client.conversations.open('py').records.list({ kind: 'lg.checkpoint' }).all()).map(
      ({ key }) => key,
    )
    assert.deepEqual(keys, ids.toReversed())
    assert.deepEqual(await texts('py'), await texts('other'))
    // The head is a place in the tree, whoever moves it.
    await new TurngraphSaver(client).fork(on('py'), 'fork of py')
    assert.deepEqual(await texts('fork of py'), await texts('py'))
    await new TurngraphSaver(client).deleteThread('py')
    assert.notEqual((await client.conversations.open('py').summary())?.deletedAt ?? null, null)
    assert.deepEqual(await texts('fork of py'), await texts('other'))
  })

  it('is a session whose items each SDK has in its own form', { skip }, async () => {
    await python('write-session', 'session of py')
    const ours = new TurngraphSession({ client, sessionId: 'session of py' })
    const items = await ours.getItems()
    assert.deepEqual(items, [
      { type: 'message', role: 'user', content: 'Look.' },
      { type: 'function_call', callId: 'c', name: 'look', status: 'completed', arguments: '{"at":1}' },
      {
        ...{ type: 'function_call_result', callId: 'c', name: '', status: 'completed' },
        output: { type: 'text', text: 'seen' },
      },
      ...['Well.', 'No.'].map((text) => ({
        ...{ type: 'message', role: 'assistant', status: 'completed' },
        content: [{ type: 'output_text', text }],
      })),
    ])
    await ours.popItem()
    await ours.addItems([{ role: 'user', content: 'Thanks.' }])
    const found = (await python('read-session', 'session of py')) as { content?: unknown }[]
    assert.deepEqual(found.at(0), { role: 'user', content: 'Look.' })
    assert.deepEqual(found.at(-1), { role: 'user', content: 'Thanks.' })
    assert.equal(found.length, 5)
  })

  it('says the messages of LangChain in the same words', { skip }, async () => {
    const graph = chatGraph(new TurngraphSaver(client))
    await graph.updateState(on('words'), {
      messages: [new HumanMessage({ id: 'h', content: 'Hi.' }), new AIMessage({ id: 'a', content: 'Ho.' })],
    })
    const { messages } = (await python('read-thread', 'words')) as { messages: unknown }
    assert.deepEqual(messages, [
      ['human', 'h', 'Hi.'],
      ['ai', 'a', 'Ho.'],
    ])
  })
})
