import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject } from '../../src/domain/model.ts'
import { linesOf, drawn, planOf } from '../support/plans.ts'
import { noSharedFiles, realFiles } from '../support/sharedFiles.ts'

const line = (
  uuid: string,
  parentUuid: string | null,
  type: string,
  message: JsonObject,
  more: JsonObject = {},
): JsonObject => ({
  uuid,
  parentUuid,
  sessionId: 'session-1',
  timestamp: '2026-01-01T10:00:00.000Z',
  type,
  message,
  version: '1.0.0',
  ...more,
})
const asks = (uuid: string, parent: string | null, text: string) =>
  line(uuid, parent, 'user', { role: 'user', content: text })
const answers = (uuid: string, parent: string, ...content: JsonObject[]) =>
  line(uuid, parent, 'assistant', {
    role: 'assistant',
    content,
    model: 'm',
    usage: { input_tokens: 0, output_tokens: 0 },
  })
const gives = (uuid: string, parent: string, id: string, response: JsonObject, more: JsonObject = {}) =>
  line(
    uuid,
    parent,
    'user',
    {
      role: 'user',
      content: [
        {
          type: 'tool_result',
          tool_use_id: id,
          content: {
            callId: id,
            responseParts: { functionResponse: { id, name: 'f', response } },
            resultDisplay: 'shown',
          },
        },
      ],
    },
    more,
  )
const text = (said: string) => ({ type: 'text', text: said })
const call = (id: string) => ({ type: 'tool_use', id, name: 'f', input: {} })

describe('iFlow (F-14)', () => {
  it('is one line behind each prompt, whatever its answers name, with each call where it stands first', async () => {
    const lines = [
      asks('p', null, 'q'),
      answers('a', 'p', text('I look.'), call('c1')),
      answers('b', 'p', call('c1'), call('c2')),
      answers('d', 'p', call('c2')),
      gives('r', 'd', 'c1', { output: 'x' }),
      gives('s', 'd', 'c2', { error: 'no' }),
      answers('e', 'p', text('Done.')),
      asks('v', 'e', 'more'),
      answers('w', 'v', text('Yes.')),
      answers('n', 'v', call('c2')),
    ]
    const plan = await planOf('IFLOW', linesOf(lines))
    assert.equal(drawn(plan), 'p a<p b<a d<b r<d s<r e<s v<e w<v n<w')
    assert.deepEqual(plan.said, [
      'USER q',
      'ASSISTANT I look. f({})#c1',
      'ASSISTANT f({})#c2',
      'NOTE',
      'TOOL #c1=x',
      'TOOL #c2!=no',
      'ASSISTANT Done.',
      'USER more',
      'ASSISTANT Yes.',
      'NOTE',
    ])
    assert.deepEqual(
      plan.heads.map(({ externalId }) => externalId),
      ['IFLOW:w'],
    )
    assert.deepEqual(
      plan.runs.map(({ runId, state }) => [runId, state]),
      [
        ['p', 'COMPLETED'],
        ['v', 'COMPLETED'],
      ],
    )
    assert.deepEqual([plan.codes, plan.nodes[1]?.draft.usage], ['', null])
  })
  it('has another version of a prompt beside it, both behind the last one', async () => {
    const lines = [
      asks('p', null, 'q'),
      answers('a', 'p', text('x')),
      asks('v', 'a', 'one'),
      answers('b', 'v', text('y')),
      asks('w', 'a', 'two'),
    ]
    assert.equal(drawn(await planOf('IFLOW', linesOf(lines))), 'p a<p v<a b<v w<a')
  })
  it('has six calls and six results on one path in the real file', { skip: noSharedFiles }, async () => {
    for (const { bytes } of realFiles('iflow')) {
      const { nodes, counts } = await planOf('IFLOW', bytes)
      const kinds = nodes.flatMap(({ draft }) => draft.blocks.map(({ type }) => type))
      const count = (type: string) => kinds.filter((each) => each === type).length
      assert.deepEqual(
        [nodes.length, counts.roots, counts.leaves, counts.branchPoints, counts.reachable],
        [16, 1, 1, 0, 1],
      )
      assert.deepEqual([count('toolCall'), count('toolResult'), counts.unansweredToolCalls], [6, 6, 0])
    }
  })
})
