import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject } from '../../../src/domain/model.ts'
import { formats } from '../../../src/formats/index.ts'
import { bytesSource } from '../../../src/formats/importSource.ts'
import { candidates } from '../../../src/formats/recognise.ts'
import { planOf } from '../../support/plans.ts'

const said = (role: string, text: string): JsonObject => ({
  type: 'singleStep',
  role,
  content: [{ type: 'text', text }],
})
const message = (currentlySelected: number, ...versions: JsonObject[]): JsonObject => ({ versions, currentlySelected })
const block = (content: JsonObject[], more: JsonObject = {}): JsonObject => ({ type: 'contentBlock', content, ...more })
const genInfo = (predictedTokensCount: number) => ({
  genInfo: { indexedModelIdentifier: 'a-model', stats: { predictedTokensCount } },
})
const call = (callId: number, name: string) => ({ type: 'toolCallRequest', callId, name, parameters: { of: name } })
const answer: JsonObject = {
  type: 'multiStep',
  role: 'assistant',
  senderInfo: { senderName: 'somebody' },
  steps: [
    block([{ type: 'text', text: 'hm' }], { style: { type: 'thinking' }, ...genInfo(3) }),
    block([call(1, 'look'), call(2, 'list')], genInfo(4)),
    block([{ type: 'toolCallResult', toolCallId: 1, content: 'seen' }]),
    { type: 'debugInfoBlock', debugInfo: 'x' },
    block([{ type: 'text', text: 'done' }], genInfo(5)),
  ],
}
const talk = (messages: JsonObject[], more: JsonObject = {}) =>
  JSON.stringify({ name: 'Talk', createdAt: 1_767_261_600_000, systemPrompt: '', messages, ...more })
const named = (text: string) => planOf('LM_STUDIO', text, { fileName: '1767261600000.conversation.json' })

describe('conversations of LM Studio', () => {
  it('are known by their versions, and called as their file', async () => {
    const text = talk([message(0, said('user', 'hi'))], { systemPrompt: 'Be brief.' })
    const {
      formats: [first],
    } = await candidates(bytesSource('x', Buffer.from(text)), null, formats)
    assert.equal(first?.name, 'LM_STUDIO')
    const plan = await named(text)
    assert.deepEqual([plan.conversations, plan.said], [['1767261600000'], ['SYSTEM Be brief.', 'USER hi']])
    assert.equal(plan.nodes[1]?.draft.observedAt, '2026-01-01T10:00:00.000000000Z')
  })
  it('have versions side by side, and what follows below the selected one', async () => {
    const plan = await named(
      talk([
        message(1, said('user', 'a'), said('user', 'b')),
        message(0, said('assistant', 'c'), said('assistant', 'c')),
        message(7, said('user', 'd')),
      ]),
    )
    const saidBy = new Map(
      plan.nodes.map(({ externalId, draft: { blocks } }) => [
        externalId,
        blocks[0]?.type === 'text' ? blocks[0].text : '',
      ]),
    )
    assert.deepEqual(
      plan.nodes.map(({ externalId, parent }) => [saidBy.get(externalId), saidBy.get(parent ?? '')]),
      [
        ['a', undefined],
        ['b', undefined],
        ['c', 'b'],
        ['c', 'b'],
        ['d', 'c'],
      ],
    )
    assert.equal(plan.counts.leaves, 3)
    assert.equal(saidBy.get(plan.heads[0]?.externalId ?? ''), 'd')
  })
  it('have the steps of an answer one after the other, calls with their results', async () => {
    const plan = await named(talk([message(0, said('user', 'a')), message(0, answer)]))
    const shown = plan.nodes
      .slice(1)
      .map(({ draft: { role, blocks } }) => [
        role,
        blocks
          .map((one) => (one.type === 'toolCall' || one.type === 'toolResult' ? `${one.type} ${one.callId}` : one.type))
          .join(),
      ])
    assert.deepEqual(shown, [
      ['ASSISTANT', 'thinking,toolCall call-1-0-1,toolCall call-1-0-2'],
      ['TOOL', 'toolResult call-1-0-1'],
      ['ASSISTANT', 'text'],
    ])
    const [, first] = plan.nodes
    assert.deepEqual([first?.draft.model, first?.draft.usage?.outputTokens], ['a-model', 12])
    assert.equal(plan.counts.unansweredToolCalls, 1)
  })
  it('are the same entries when a version or a message more comes', async () => {
    const ids = async (...messages: JsonObject[]) =>
      (await named(talk(messages))).nodes.map(({ externalId }) => externalId)
    const before = await ids(message(0, said('user', 'a')), message(0, said('assistant', 'b')))
    const after = await ids(
      message(0, said('user', 'a')),
      message(1, said('assistant', 'b'), said('assistant', 'c')),
      message(0, said('user', 'd')),
    )
    assert.deepEqual(after.slice(0, 2), before)
  })
})
