import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Mutation } from '../../src/graphql/generated.ts'
import type { Api } from './support/api.ts'
import { forEachStore } from './support/forEachStore.ts'
import { mutate, storeTurn, talk, texts } from './support/talk.ts'

const shown = `run { id runId state completionSeq claimedAt completedAt pendingRequest pendingQuestionId conversation { id } }
  conversation { id activeRun { runId } } replayed warnings { code details }`

await forEachStore('runs over HTTP', (start) => {
  let api: Api
  before(async () => {
    api = await start()
  })
  after(() => api.close())

  const run = (name: 'claimRun' | 'completeRun' | 'abortRun' | 'suspendRun' | 'answerRun', input: object) =>
    mutate(api, name, input, shown)
  const turn = (conversationId: string, turnId: string, runId: string) =>
    storeTurn(api, { conversationId, turnId, role: 'USER', text: turnId, runId })

  it('go from the claim over a question to the completion, and are found by each of their names', async () => {
    const r = { conversationId: 'life:1', runId: 'r' }
    const claimed = await run('claimRun', { ...r, bindings: [{ name: 'ask', runId: 'r' }] })
    assert.deepEqual(
      [claimed.run.id, claimed.run.state, claimed.conversation.activeRun.runId],
      ['life%3A1:r', 'CLAIMED', 'r'],
    )
    await turn('life:1', 'u1', 'r')
    const asked = await run('suspendRun', { ...r, request: { may: ['I', null] }, questionId: 'q' })
    assert.deepEqual([asked.run.state, asked.run.pendingQuestionId], ['SUSPENDED', 'q'])
    assert.deepEqual(asked.run.pendingRequest, { may: ['I', null] })
    const answered = await run('answerRun', { conversationId: 'life:1', answer: { yes: true } })
    assert.deepEqual([answered.run.state, answered.run.pendingRequest], ['CLAIMED', null])
    const done = await run('completeRun', { ...r, note: 'fine' })
    assert.deepEqual([done.run.completionSeq, done.conversation.activeRun, done.replayed], [1, null, false])
    assert.equal((await run('completeRun', r)).replayed, true)
    const found = await api.ask(`{ run(conversationId: "life:1", runId: "r") { nodeId state }
      conversation(id: "life:1") { head { runId } runs { totalCount nodes { runId } }
        events(first: 2) { nodes { kind note details } } } }`)
    assert.deepEqual(found.conversation.runs, { totalCount: 1, nodes: [{ runId: 'r' }] })
    assert.equal(found.conversation.head.runId, 'r')
    assert.deepEqual(found.conversation.events.nodes[0], {
      kind: 'RUN',
      note: 'fine',
      details: { runId: 'r', state: 'COMPLETED', completionSeq: 1 },
    })
    const { node } = await api.ask('query ($id: ID!) { node(nodeId: $id) { ... on Run { runId state } } }', {
      id: found.run.nodeId,
    })
    assert.deepEqual(node, { runId: 'r', state: 'COMPLETED' })
  })

  it('are forked at, rewound to and undone', async () => {
    await talk(api, 'forked', 'one', 'two')
    for (const runId of ['a', 'b']) await run('claimRun', { conversationId: 'forked', runId })
    await turn('forked', 'x', 'a')
    await turn('forked', 'y', 'b')
    await run('completeRun', { conversationId: 'forked', runId: 'b' })
    const input = { source: 'forked', at: { runId: 'b' }, newConversationId: 'fork' }
    const fork = await mutate(api, 'forkConversation', input, 'copied sharedLength lineage { turn } warnings { code }')
    assert.deepEqual(fork, {
      copied: 1,
      sharedLength: 2,
      lineage: [{ turn: 2 }],
      warnings: [{ code: 'CONTEXT_DIFFERS' }],
      userErrors: [],
    })
    assert.deepEqual(await texts(api, 'fork'), ['one', 'two', 'y'])
    const { conversation } = await api.ask(
      '{ conversation(id: "fork") { head { copyOf { message { id } } message { id } } } }',
    )
    assert.deepEqual(conversation.head, { copyOf: { message: { id: 'forked:y' } }, message: { id: 'forked:y' } })
    await run('completeRun', { conversationId: 'forked', runId: 'a' })
    await mutate(api, 'rewindConversation', { conversationId: 'forked', before: { runId: 'a' } }, 'leftTranscript')
    const undone = await mutate(api, 'undo', { conversationId: 'forked' }, 'event { kind } leftTranscript')
    assert.deepEqual([undone.event.kind, undone.leftTranscript], ['UNDO', 0])
    assert.deepEqual(await texts(api, 'forked'), ['one', 'two', 'x', 'y'])
  })

  describe('that make no sense', () => {
    before(async () => {
      await talk(api, 'bad', 'one', 'two')
      await talk(api, 'other', 'one')
      await run('claimRun', { conversationId: 'other', runId: 'theirs' })
      for (const runId of ['open', 'done', 'gone', 'waits']) await run('claimRun', { conversationId: 'bad', runId })
      await run('completeRun', { conversationId: 'bad', runId: 'done' })
      await run('abortRun', { conversationId: 'bad', runId: 'gone' })
      await run('suspendRun', { conversationId: 'bad', runId: 'waits', request: 'May I?', questionId: 'q' })
      await mutate(api, 'createConversation', { id: 'still' }, '')
    })
    const of = (runId: string, more: object = {}) => ({ conversationId: 'bad', runId, ...more })
    const turnOf = (runId: string) => of(runId, { role: 'USER', text: 'x' })
    const fork = (more: object) => ({ source: 'bad', ...more })
    const cases: readonly (readonly [keyof Mutation, object, string])[] = [
      ['claimRun', of('open'), 'RUN_ALREADY_CLAIMED'],
      ['claimRun', of('waits'), 'RUN_ALREADY_CLAIMED'],
      ['claimRun', of('gone'), 'RUN_ALREADY_CLAIMED'],
      ['claimRun', of('done'), 'RUN_ALREADY_COMPLETED'],
      ['claimRun', of('new', { exclusive: true }), 'CONFLICT_ACTIVE_RUN'],
      ['claimRun', of('open', { abortActive: true }), 'RUN_ALREADY_CLAIMED'],
      ['claimRun', of(' '), 'BAD_INPUT'],
      ['claimRun', { conversationId: '' }, 'BAD_INPUT'],
      ['claimRun', of('new', { bindings: [{ name: 'ask' }] }), 'BAD_INPUT'],
      ['claimRun', of('new', { bindings: [{ name: 'ask', runId: 'open' }] }), 'BAD_INPUT'],
      ['claimRun', { conversationId: 'bad', bindings: [{ name: 'ask', runId: 'open' }] }, 'BAD_INPUT'],
      ['completeRun', of('nobody'), 'RUN_NOT_CLAIMED'],
      ['completeRun', of('gone'), 'RUN_NOT_CLAIMED'],
      ['completeRun', of('theirs'), 'RUN_NOT_CLAIMED'],
      ['completeRun', of('waits'), 'BAD_INPUT'],
      ['completeRun', { conversationId: 'nobody', runId: 'open' }, 'NOT_FOUND'],
      ['abortRun', of('nobody'), 'RUN_NOT_CLAIMED'],
      ['abortRun', of('done'), 'RUN_ALREADY_COMPLETED'],
      ['suspendRun', of('nobody', { request: 1 }), 'RUN_NOT_CLAIMED'],
      ['suspendRun', of('done', { request: 1 }), 'RUN_ALREADY_COMPLETED'],
      ['suspendRun', of('waits', { request: 1 }), 'BAD_INPUT'],
      ['suspendRun', of('open', { request: 1, questionId: ' ' }), 'BAD_INPUT'],
      ['answerRun', of('open', { answer: 1 }), 'BAD_INPUT'],
      ['answerRun', of('done', { answer: 1 }), 'BAD_INPUT'],
      ['answerRun', of('waits', { answer: 1, questionId: 'stale' }), 'BAD_INPUT'],
      ['answerRun', of('nobody', { answer: 1 }), 'RUN_NOT_CLAIMED'],
      ['answerRun', { conversationId: 'other', answer: 1 }, 'BAD_INPUT'],
      ['storeTurn', turnOf('nobody'), 'RUN_NOT_CLAIMED'],
      ['storeTurn', turnOf('gone'), 'RUN_NOT_CLAIMED'],
      ['storeTurn', turnOf('theirs'), 'RUN_NOT_CLAIMED'],
      ['storeTurn', turnOf('done'), 'RUN_ALREADY_COMPLETED'],
      ['storeTurns', { turns: [turnOf('open'), turnOf('gone')] }, 'RUN_NOT_CLAIMED'],
      ['forkConversation', fork({ at: { runId: 'open' } }), 'RUN_NOT_COMPLETED'],
      ['forkConversation', fork({ at: { runId: 'gone' } }), 'RUN_NOT_COMPLETED'],
      ['forkConversation', fork({ at: { runId: 'theirs' } }), 'FORK_POINT_UNKNOWN'],
      ['forkConversation', fork({ before: { runId: 'nobody' } }), 'FORK_POINT_UNKNOWN'],
      ['forkConversation', fork({ at: { turn: 1 }, boundary: 'RUN' }), 'FORK_POINT_NOT_BOUNDARY'],
      ['forkConversation', fork({ at: { runId: 'done' }, before: { turn: 1 } }), 'BAD_INPUT'],
      ['forkConversation', fork({ at: { runId: 'open' }, newConversationId: 'other' }), 'ALREADY_EXISTS'],
      ['forkConversation', fork({ at: { turn: 0 } }), 'FORK_POINT_UNKNOWN'],
      ['forkConversation', fork({ at: { turn: -1 } }), 'FORK_POINT_UNKNOWN'],
      ['forkConversation', fork({ at: { turn: 3 } }), 'FORK_POINT_UNKNOWN'],
      ['forkConversation', fork({ at: { messageId: ' ' } }), 'FORK_POINT_UNKNOWN'],
      ['forkConversation', fork({ at: { messageId: 'other:t1' } }), 'FORK_POINT_UNKNOWN'],
      ['rewindConversation', { conversationId: 'bad', to: { runId: 'open' } }, 'RUN_NOT_COMPLETED'],
      ['rewindConversation', { conversationId: 'bad', to: { turn: 1 } }, 'CONFLICT_ACTIVE_RUN'],
      ['storeTurn', { conversationId: 'bad', turnId: 't1', role: 'USER', text: 'again' }, 'CONFLICT_ACTIVE_RUN'],
      ['undo', { conversationId: 'bad' }, 'CONFLICT_ACTIVE_RUN'],
      ['undo', { conversationId: 'other' }, 'CONFLICT_ACTIVE_RUN'],
      ['undo', { conversationId: 'still' }, 'BAD_INPUT'],
      ['undo', { conversationId: 'nobody' }, 'NOT_FOUND'],
      ['undo', { conversationId: 'bad', expectedHeadId: 'other' }, 'HEAD_MOVED'],
    ]

    for (const [name, input, code] of cases)
      it(`are refused with ${code} and write nothing: ${name} ${JSON.stringify(input)}`, async () => {
        const rows = await api.app.store.rowCounts()
        const { userErrors } = (await mutate(api, name, input, '')) as {
          readonly userErrors: readonly { readonly code: string; readonly message: string; readonly details: unknown }[]
        }
        assert.deepEqual(
          userErrors.map((error) => error.code),
          [code],
        )
        assert.ok(userErrors[0]?.details && userErrors[0].message.length > 10)
        assert.deepEqual(await api.app.store.rowCounts(), rows)
      })
  })
})
