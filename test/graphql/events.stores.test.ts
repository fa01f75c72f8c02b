/** What the ledger of a conversation says over the API, on every store alike. */
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import type { Api } from './support/api.ts'
import { forEachStore } from './support/forEachStore.ts'
import { mutate, talk } from './support/talk.ts'

await forEachStore('events of a conversation', (start) => {
  let api: Api
  before(async () => {
    api = await start()
  })
  after(() => api.close())

  it('events say where the head went and what was stored', async () => {
    await talk(api, 'told', 'One', 'Two', 'Three')
    await mutate(api, 'rewindConversation', { conversationId: 'told', to: { turn: 1 } }, '')
    await mutate(api, 'amendMessage', { messageId: 'told:t1', fields: { text: 'Uno' } }, '')
    const query = `{ conversation(id: "told") { events { nodes {
      kind headFrom { text } headTo { text } observationCount observations { kind text } } } } }`
    const { conversation } = await api.ask(query)
    const turns = ['One', 'Two', 'Three'].map((text) => ({ kind: 'TURN', text }))
    assert.deepEqual(conversation.events.nodes, [
      {
        kind: 'CORRECT',
        headFrom: null,
        headTo: null,
        observationCount: 1,
        observations: [{ kind: 'CORRECTION', text: 'Uno' }],
      },
      { kind: 'REWIND', headFrom: { text: 'Three' }, headTo: { text: 'One' }, observationCount: 0, observations: [] },
      { kind: 'STORE', headFrom: null, headTo: { text: 'Three' }, observationCount: 3, observations: turns },
      { kind: 'CREATE', headFrom: null, headTo: null, observationCount: 0, observations: [] },
    ])
  })

  it('events of an import say what it stored', async () => {
    const lines = ['One', 'Two'].map((content, i) => JSON.stringify({ role: i === 0 ? 'user' : 'assistant', content }))
    const given = { content: `${lines.join('\n')}\n`, fileName: 'talk.jsonl', conversationId: 'brought' }
    assert.deepEqual((await mutate(api, 'importTranscript', given, '')).userErrors, [])
    const query = '{ conversation(id: "brought") { events { nodes { kind observationCount observations { text } } } } }'
    const { conversation } = await api.ask(query)
    const stored = conversation.events.nodes.filter(({ observationCount }) => observationCount > 0)
    assert.deepEqual(stored, [
      { kind: 'IMPORT', observationCount: 2, observations: [{ text: 'One' }, { text: 'Two' }] },
    ])
  })
})
