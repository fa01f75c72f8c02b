import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { JsonObject } from '../../../src/domain/model.ts'
import { planOf } from '../../support/plans.ts'
import { describeOnce } from '../../support/stores.ts'

type Drawn = readonly [id: string, parent: string | null, role: string, content: JsonObject, more?: JsonObject]
const words = (text: string) => ({ content_type: 'text', parts: [text] })

describeOnce("ChatGPT's tools", () => {
  const read = async (...drawn: readonly Drawn[]) => {
    const nodes = drawn.map(
      ([id, parent, role, content, more]) =>
        [
          id,
          { id, parent, message: { id, author: { role }, content, metadata: {}, recipient: 'all', ...more } },
        ] as const,
    )
    const file = [{ conversation_id: 'c', mapping: Object.fromEntries(nodes), current_node: drawn.at(-1)?.[0] }]
    const plan = await planOf('CHATGPT', JSON.stringify(file))
    return { plan, blocks: plan.nodes.map(({ draft }) => draft.blocks) }
  }

  it('are called by messages to them, with JSON where that is what they say', async () => {
    const { blocks } = await read(
      ['u', null, 'user', words('draw')],
      ['a', 'u', 'assistant', words('{"prompt":"a cat"}'), { recipient: 'dalle.text2im' }],
      ['b', 'u', 'assistant', { content_type: 'code', text: 'print(1)' }, { recipient: 'python' }],
      ['x', 'u', 'assistant', words('plain')],
    )
    assert.deepEqual(blocks[1], [{ type: 'toolCall', callId: 'a', name: 'dalle.text2im', input: { prompt: 'a cat' } }])
    assert.deepEqual(blocks[2], [{ type: 'toolCall', callId: 'b', name: 'python', input: 'print(1)' }])
    assert.deepEqual(blocks[3], [{ type: 'text', text: 'plain' }])
  })

  it('give back results of the call that they stand behind, several in a row too; without a call a text stays one', async () => {
    const image = { content_type: 'image_asset_pointer', asset_pointer: 'file-service://f' }
    const { blocks, plan } = await read(
      ['u', null, 'user', words('run')],
      ['a', 'u', 'assistant', { content_type: 'code', text: 'x' }, { recipient: 'python' }],
      ['t', 'a', 'tool', { content_type: 'system_error', text: 'bad' }],
      ['s', 't', 'tool', { content_type: 'multimodal_text', parts: [image] }],
      ['v', 'u', 'tool', words('found')],
    )
    assert.deepEqual(blocks[2], [{ type: 'toolResult', callId: 'a', content: 'bad', isError: true }])
    // A picture is a file of the message, behind the result.
    assert.deepEqual(blocks[3]?.[0], { type: 'toolResult', callId: 'a', content: '', isError: false })
    assert.deepEqual(
      blocks[3].map(({ type }) => type),
      ['toolResult', 'attachment'],
    )
    assert.deepEqual(blocks[4], [{ type: 'text', text: 'found' }])
    assert.deepEqual([plan.counts.unansweredToolCalls, plan.counts.orphanToolResults], [0, 0])
    assert.deepEqual(
      plan.findings.filter(({ code }) => code === 'REPEATED_RESULT').map(({ line }) => line),
      [1],
    )
  })

  it('hear and speak: what was said aloud is the text', async () => {
    const sound = { content_type: 'audio_asset_pointer', asset_pointer: 'sediment://f' }
    const parts = [sound, { content_type: 'audio_transcription', text: 'hello', direction: 'in' }]
    const { blocks } = await read(['u', null, 'user', { content_type: 'multimodal_text', parts }])
    assert.deepEqual(
      blocks[0]?.map((block) => ('text' in block ? block.text : block.type)),
      ['attachment', 'hello'],
    )
  })
})
