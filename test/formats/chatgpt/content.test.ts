import assert from 'node:assert/strict'
import { it } from 'node:test'
import { readContent } from '../../../src/formats/chatgpt/content.ts'
import { planOf } from '../../support/plans.ts'
import { describeOnce } from '../../support/stores.ts'

describeOnce("ChatGPT's contents", () => {
  it('have settings and memories as words, and what else stands there beside them', () => {
    const profile = { content_type: 'user_editable_context', user_profile: 'A baker.', user_instructions: 'Be brief.' }
    assert.deepEqual(readContent(profile), {
      isKnown: true,
      blocks: [
        { type: 'text', text: 'A baker.' },
        { type: 'text', text: 'Be brief.' },
      ],
    })
    const memory = { content_type: 'model_editable_context', model_set_context: 'Likes owls.', repository: null }
    assert.deepEqual(readContent(memory).blocks, [
      { type: 'text', text: 'Likes owls.' },
      { type: 'other', value: { repository: null } },
    ])
    const empty = { content_type: 'model_editable_context', structured_context: null }
    assert.deepEqual(readContent(empty).blocks, [{ type: 'other', value: { structured_context: null } }])
  })

  it('make settings and memories turns of the program, whoever is named as their author', async () => {
    const says = (id: string, parent: string | null, role: string, content: object) => ({
      id,
      parent,
      message: { id, author: { role }, content, metadata: {} },
    })
    const mapping = {
      p: says('p', null, 'user', { content_type: 'user_editable_context', user_profile: 'A baker.' }),
      m: says('m', 'p', 'assistant', { content_type: 'model_editable_context', model_set_context: 'Likes owls.' }),
      u: says('u', 'm', 'user', { content_type: 'text', parts: ['Hello'] }),
    }
    const { said } = await planOf('CHATGPT', JSON.stringify([{ conversation_id: 'c', mapping, current_node: 'u' }]))
    assert.deepEqual(said, ['SYSTEM A baker.', 'SYSTEM Likes owls.', 'USER Hello'])
  })
})
