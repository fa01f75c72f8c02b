import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Hint } from '../../src/app/subscriptions/listReader.ts'
import type { Change } from '../../src/app/subscriptions/reader.ts'
import { changedConversation, eventOf } from '../../src/graphql/change.ts'

const refusal = new Error('The client reads too slowly.')

describe('a change that a subscription answers', () => {
  it('is an event, or the reason why nothing more comes', () => {
    const event = { id: 'e1' }
    assert.equal(eventOf({ kind: 'event', event } as unknown as Change), event)
    assert.throws(() => eventOf({ kind: 'dropped', refusal } as unknown as Change), refusal)
  })

  it('of a list is a conversation, or the reason why nothing more comes', () => {
    const conversation = { id: 'trip' }
    assert.equal(changedConversation({ kind: 'changed', conversation } as unknown as Hint), conversation)
    assert.throws(() => changedConversation({ kind: 'dropped', refusal } as unknown as Hint), refusal)
  })
})
