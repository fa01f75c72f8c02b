import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Conversation } from '../../../../src/domain/model.ts'
import { newConversation } from '../../../../src/domain/messages/newConversation.ts'
import { conversationBody, conversationOfBody } from '../../../../src/storage/neo4j/writing/conversationBody.ts'

describe('the text of a conversation', () => {
  const at = '2026-01-01T00:00:00.000000000Z'
  const forkedFrom = { conversationId: 's', observationId: 'o', turn: 3, pathHash: 'ab'.repeat(32), eventId: 'e' }
  const fork = { ...newConversation('c', at, {}), forkedFrom, headId: 'o' }
  const same = (conversation: Conversation) => {
    const { id, createdAt } = conversation
    const fixed = { id, createdAt, forkedFrom: conversation.forkedFrom?.conversationId ?? null }
    assert.deepEqual(conversationOfBody(fixed, conversationBody(conversation)), conversation)
  }
  it('comes out as it went in, whatever the title', () => {
    for (const title of [null, '', 'plain', 'lines\nof\nit', 'a \ud800 half', '\0'])
      for (const derivedTitle of ['', 'derived', 'de\nrived']) same({ ...fork, title, derivedTitle })
  })
  it('comes out as it went in, wherever the head is', () => {
    for (const headId of [null, 'o', 'p']) same({ ...fork, headId })
    for (const observationId of [null, 'p']) same({ ...fork, forkedFrom: { ...forkedFrom, observationId, turn: null } })
    same({ ...fork, forkedFrom: null, activityAt: '2026-01-02T00:00:00.000000000Z', version: 7, origin: 'IMPORT' })
  })
  it('begins with the title that people see', () => {
    assert.match(conversationBody({ ...fork, derivedTitle: 'derived' }), /^derived\n/)
    assert.match(conversationBody({ ...fork, title: 'given', derivedTitle: 'derived' }), /^given\n/)
  })
})
