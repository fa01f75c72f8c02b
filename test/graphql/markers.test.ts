import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startApi, type Api } from './support/api.ts'
import { mutate, talk } from './support/talk.ts'

const shown = `marker { id kind role text content { __typename } fields isLeaf conversation { id } message { id } }
  conversation { head { id } turnCount context { position role text synthetic message { id } } } event { kind details } replayed`

describe('markers over the API', () => {
  let api: Api
  before(async () => {
    api = await startApi()
  })
  after(() => api.close())

  it('compact, drop and cancel, and undo takes the cancelling back', async () => {
    const turns = await talk(api, 'c', 'one', 'two', 'three', 'four', 'five', 'six')
    const ends = { from: { turn: 1 }, to: { messageId: 'c:t2' } }
    const input = { conversationId: 'c', ...ends, summary: 'They counted.', idempotencyKey: 'k' }
    const { marker, conversation, event, replayed, userErrors } = await mutate(api, 'compact', input, shown)
    assert.deepEqual(userErrors, [])
    const names = { from: turns[0].observation.id, to: turns[1].observation.id }
    const { id } = marker
    assert.deepEqual<unknown>(marker, {
      ...{ id, kind: 'COMPACTION', role: null, text: 'They counted.', content: null, fields: names },
      ...{ isLeaf: true, conversation: { id: 'c' }, message: null },
    })
    assert.deepEqual([conversation.head, conversation.turnCount, replayed], [{ id }, 6, false])
    assert.deepEqual(conversation.context[0], {
      ...{ position: 1, role: null, text: 'They counted.', synthetic: false, message: null },
    })
    assert.deepEqual(event, { kind: 'COMPACT', details: { markerId: id, ...names } })
    assert.equal((await mutate(api, 'compact', input, shown)).replayed, true)

    const span = { conversationId: 'c', from: { turn: 5 }, to: { turn: 6 } }
    const drop = await mutate(api, 'dropSpan', { ...span, sidechains: 'CASCADE' }, shown)
    assert.deepEqual([drop.marker.kind, drop.marker.fields.sidechains, drop.event.kind], ['DROP', 'CASCADE', 'DROP'])
    const texts = (entries: readonly { text: string }[]) => entries.map(({ text }) => text)
    assert.deepEqual(texts(drop.conversation.context), ['They counted.', 'three', 'four'])
    const cancel = await mutate(api, 'cancelMarker', { conversationId: 'c', markerId: id }, shown)
    assert.deepEqual([cancel.marker.kind, cancel.marker.fields], ['CANCEL', { cancels: id }])
    assert.deepEqual(texts(cancel.conversation.context), ['one', 'two', 'three', 'four'])
    const undone = await mutate(api, 'undo', { conversationId: 'c' }, 'conversation { context { text } }')
    assert.deepEqual(texts(undone.conversation.context), ['They counted.', 'three', 'four'])
  })

  it('become turns of a conversation of its own by materialize, whose event and origin name the source', async () => {
    await talk(api, 'm', 'one', 'two', 'three', 'four')
    await mutate(
      api,
      'compact',
      { conversationId: 'm', from: { turn: 1 }, to: { turn: 2 }, summary: 'They counted.' },
      shown,
    )
    const answer = `conversation { id title transcript { nodes { role text } } forkedFrom { conversation { id } observation { id } }
      observations { nodes { copyOf { id } } } } event { kind details } lineage { conversation { id } } sharedLength pathHash copied
      replayed warnings { code }`
    const input = { conversationId: 'm', newConversationId: 'm2', title: 'Short', idempotencyKey: 'm' }
    const made = await mutate(api, 'materialize', input, answer)
    assert.deepEqual(made.userErrors, [])
    const { conversation, event, lineage } = made
    assert.deepEqual(conversation.transcript.nodes, [
      { role: 'USER', text: 'They counted.' },
      { role: 'USER', text: 'three' },
      { role: 'ASSISTANT', text: 'four' },
    ])
    assert.deepEqual(
      [conversation.id, conversation.title, conversation.forkedFrom],
      ['m2', 'Short', { conversation: { id: 'm' }, observation: null }],
    )
    assert.deepEqual([event.kind, event.details.source, lineage[0].conversation.id], ['MATERIALIZE', 'm', 'm'])
    assert.deepEqual([made.sharedLength, made.copied, made.replayed, made.warnings], [0, 2, false, []])
    assert.equal((await mutate(api, 'materialize', input, answer)).replayed, true)
  })

  it('have checkpoints before them where metadata asks, and others by name', async () => {
    await mutate(api, 'createConversation', { id: 'k', metadata: { autoCheckpoint: true } }, 'conversation { id }')
    const [first] = await talk(api, 'k', 'one', 'two', 'three', 'four')
    const answer = 'event { kind details } conversation { id } replayed'
    const named = await mutate(
      api,
      'checkpoint',
      { conversationId: 'k', at: { turn: 1 }, name: 'start', note: 'n' },
      answer,
    )
    assert.deepEqual(named.userErrors, [])
    assert.deepEqual(named.event, {
      kind: 'CHECKPOINT',
      details: { name: 'start', observationId: first.observation.id },
    })
    const list = 'conversation { checkpoints(first: 1) { nodes { details } totalCount pageInfo { hasNextPage } } tree }'
    const { conversation } = await mutate(
      api,
      'dropSpan',
      { conversationId: 'k', from: { turn: 1 }, to: { turn: 2 } },
      list,
    )
    assert.equal(conversation.checkpoints.nodes[0].details.name, 'before drop')
    assert.deepEqual(
      [conversation.checkpoints.totalCount, conversation.checkpoints.pageInfo],
      [2, { hasNextPage: true }],
    )
    assert.match(conversation.tree, /one ⚑ start\n[^]*four ⚑ before drop\n/)
    const refused = await mutate(api, 'checkpoint', { conversationId: 'k', name: '' }, answer)
    assert.deepEqual(
      [refused.event, refused.userErrors[0].code, refused.userErrors[0].field],
      [null, 'BAD_INPUT', ['name']],
    )
  })

  it('refuse with a code, the field and facts', async () => {
    await talk(api, 'r', 'one', 'two', 'three', 'four')
    const input = { conversationId: 'r', from: { turn: 2 }, to: { turn: 4 }, summary: 's' }
    const inside = await mutate(api, 'compact', input, shown)
    const [error] = inside.userErrors
    assert.deepEqual([inside.marker, error.code, error.field], [null, 'FORK_POINT_NOT_BOUNDARY', ['from']])
    const { boundary, openCalls, before: from } = error.details as Record<string, unknown>
    assert.deepEqual([boundary, openCalls], ['EXCHANGE', []])
    const near = await mutate(api, 'compact', { ...input, from, to: { turn: 2 } }, 'marker { id }')
    assert.deepEqual(near.userErrors, [])
    const drop = { conversationId: 'r', from: { turn: 1 }, to: { turn: 2 }, expectedHeadId: 'none' }
    assert.equal((await mutate(api, 'dropSpan', drop, shown)).userErrors[0].code, 'HEAD_MOVED')
    const cancel = { conversationId: 'r', markerId: 'none' }
    assert.equal((await mutate(api, 'cancelMarker', cancel, shown)).userErrors[0].code, 'NOT_FOUND')
  })
})
