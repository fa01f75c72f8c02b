import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject } from '../../src/domain/model.ts'
import { linesOf, planOf } from '../support/plans.ts'

const text = (said: string) => ({ type: 'text', text: said })
const message = (role: string, content: readonly JsonObject[], more: JsonObject = {}): JsonObject => ({
  role,
  created: 1782896400,
  content,
  ...more,
})
const request = {
  type: 'toolRequest',
  id: 'c1',
  toolCall: { status: 'success', value: { name: 'shell', arguments: { command: 'ls' } } },
}
const response = (toolResult: JsonObject) => ({ type: 'toolResponse', id: 'c1', toolResult })

describe('a session of Goose', () => {
  it('is a straight list whose results are turns of tools, in an export and in lines alike', async () => {
    const messages = [
      message('user', [text('q'), { type: 'image', data: 'aGk=', mimeType: 'image/png' }]),
      message('assistant', [{ type: 'thinking', thinking: 'hm', signature: 's' }, text('Looking.'), request]),
      message('user', [
        response({ status: 'success', value: { content: [text('a.md')], isError: true } }),
        text('and?'),
      ]),
      message('assistant', [text('It is a.md.')]),
    ]
    const header = { id: 'S', working_dir: '/w', description: 'Otter', total_tokens: 9 }
    const forms = [linesOf([header, ...messages]), JSON.stringify({ ...header, conversation: messages }, null, 1)]
    for (const form of forms) {
      const plan = await planOf('GOOSE', form)
      assert.deepEqual(plan.said.slice(1), [
        'ASSISTANT (hm) Looking. shell({"command":"ls"})#c1',
        'TOOL #c1!=[{"type":"text","text":"a.md"}]',
        'USER and?',
        'ASSISTANT It is a.md.',
      ])
      assert.deepEqual(
        plan.nodes[0]?.draft.files?.map(({ mediaType, byteSize }) => [mediaType, byteSize]),
        [['image/png', 2]],
      )
      assert.deepEqual([plan.conversations, plan.counts.roots, plan.counts.leaves, plan.codes], [['S'], 1, 1, ''])
      assert.equal(plan.raw('S').toString(), form)
    }
  })
  it('reads results of older versions, errors and calls that it could not read', async () => {
    const plan = await planOf(
      'GOOSE',
      linesOf([
        message('assistant', [{ ...request, toolCall: { status: 'error', error: 'bad json' } }]),
        message('user', [response({ status: 'error', error: 'no' })]),
        message('assistant', [{ ...request, id: 'c2' }]),
        message('user', [{ ...response({ status: 'success', value: [text('x')] }), id: 'c2' }]),
      ]),
      { fileName: 'sessions/20260701_1.jsonl' },
    )
    assert.deepEqual(plan.said, [
      'ASSISTANT unreadable({"error":"bad json"})#c1',
      'TOOL #c1!=no',
      'ASSISTANT shell({"command":"ls"})#c2',
      'TOOL #c2=[{"type":"text","text":"x"}]',
    ])
    assert.deepEqual(
      [plan.counts.unansweredToolCalls, plan.counts.orphanToolResults, plan.conversations.length],
      [0, 0, 1],
    )
  })
  it('takes what is no longer sent out of the context, and what a person does not see is the program’s', async () => {
    const hidden = { metadata: { agentVisible: false, userVisible: true } }
    const plan = await planOf(
      'GOOSE',
      JSON.stringify({
        id: 'S',
        working_dir: '/w',
        parent_session_id: 'P',
        conversation: [
          message('user', [text('kept')], { id: 'k' }),
          message('user', [text('q')], { id: 'q', ...hidden }),
          message('assistant', [text('a')], { id: 'a', ...hidden }),
          message('user', [text('so far')], { id: 's', metadata: { agentVisible: true, userVisible: false } }),
          message('assistant', [text('on')], { id: 'o' }),
        ],
      }),
    )
    assert.deepEqual(plan.said, ['USER kept', 'USER q', 'ASSISTANT a', 'COMPACTION', 'SYSTEM so far', 'ASSISTANT on'])
    assert.deepEqual([plan.nodes[3]?.keep, plan.nodes[3]?.summary], [[['GOOSE:k', 'GOOSE:k']], null])
    assert.equal(plan.nodes[0]?.sidechainOf, 'P')
  })
})
