import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Block } from '../../../src/domain/model.ts'
import { atOnce } from '../../../src/formats/breaths.ts'
import { answerSteps } from '../../../src/formats/reading/answerSteps.ts'
import { turn } from '../../../src/formats/reading/tree/drafts.ts'
import { parentsOf, type TreePlace } from '../../../src/formats/reading/tree/treeOrder.ts'
import { planOf } from '../../support/plans.ts'
import { describeOnce } from '../../support/stores.ts'

const text = (said: string) => ({ block: { type: 'text', text: said } satisfies Block })
const call = (callId: string, given: string | null) => ({
  block: { type: 'toolCall', callId, name: 'look', input: {} } satisfies Block,
  result: given === null ? null : turn('TOOL', [{ type: 'toolResult', callId, content: given, isError: false }]),
})

describeOnce('the steps of an answer in one message', () => {
  const steps = (...pieces: Parameters<typeof answerSteps>[0]) => {
    const { blocks, parts } = answerSteps(pieces, (further) => turn('ASSISTANT', further))
    const shown = (all: readonly Block[]) => all.map((one) => ('text' in one ? one.text : one.type)).join('+')
    return [shown(blocks), ...parts.map(({ suffix, draft }) => `${suffix} ${shown(draft.blocks)}`)]
  }

  it('end where something else follows calls: results stand between', () => {
    assert.deepEqual(steps(text('a'), call('k', 'x'), text('b')), ['a+toolCall', 'k toolResult', 'step-2 b'])
    assert.deepEqual(steps(call('k', 'x'), call('l', 'y'), text('b'), call('m', null), text('c')), [
      'toolCall+toolCall',
      'k toolResult',
      'l toolResult',
      'step-2 b+toolCall',
      'step-3 c',
    ])
    assert.deepEqual(steps(text('a'), text('b')), ['a+b'])
    assert.deepEqual(steps(), [''])
  })

  it('are read from the output list of Open WebUI, thoughts and results of failed calls too', async () => {
    const output = [
      { type: 'reasoning', summary: [], content: [{ type: 'text', text: 'hm' }] },
      { type: 'function_call', call_id: 'k', name: 'find', arguments: '{"q":1}' },
      { type: 'function_call_output', call_id: 'k', output: 'no', status: 'failed' },
    ]
    const messages = {
      u: { id: 'u', parentId: null, childrenIds: ['a'], role: 'user', content: 'hi' },
      a: { id: 'a', role: 'assistant', content: 'done', output },
    }
    const plan = await planOf(
      'OPEN_WEBUI',
      JSON.stringify({ id: 'c', chat: { history: { messages, currentId: 'a' } } }),
    )
    assert.deepEqual(
      plan.nodes.map(({ draft }) => draft.role),
      ['USER', 'ASSISTANT', 'TOOL', 'ASSISTANT'],
    )
    const [, asked, given, said] = plan.nodes.map(({ draft }) => draft.blocks)
    assert.deepEqual(
      asked?.map(({ type }) => type),
      ['thinking', 'toolCall'],
    )
    assert.deepEqual(given, [{ type: 'toolResult', callId: 'k', content: 'no', isError: true }])
    assert.deepEqual(said, [{ type: 'text', text: 'done' }])
    assert.equal(plan.counts.roots, 1)
  })
})

describeOnce('links that one end tells of', () => {
  const at = (id: string, parent: string | null, ...children: string[]) => ({ id, parent, children })

  const parents = (places: TreePlace[]) => atOnce(parentsOf(places))

  it('hold where the other end says nothing or names what is not there, and never make a circle', () => {
    assert.deepEqual(
      [...parents([at('a', null, 'b'), at('b', null, 'c'), at('c', 'gone')])],
      [
        ['a', null],
        ['b', 'a'],
        ['c', 'b'],
      ],
    )
    assert.deepEqual(
      [...parents([at('a', null, 'c'), at('b', null), at('c', 'b')])],
      [
        ['a', null],
        ['b', null],
        ['c', 'b'],
      ],
    )
    assert.deepEqual(
      [...parents([at('a', null), at('b', 'a', 'a')])],
      [
        ['a', null],
        ['b', 'a'],
      ],
    )
  })
})
