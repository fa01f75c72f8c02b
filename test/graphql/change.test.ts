import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Hint } from '../../src/app/subscriptions/listReader.ts'
import type { Change } from '../../src/app/subscriptions/reader.ts'
import { changedConversation, eventOf } from '../../src/graphql/change.ts'
import { fakeOf } from '../support/fakes.ts'

const refusal = new Error('The client reads too slowly.')

describe('a change that a subscription answers', () => {
  it('is an event, or the reason why nothing more comes', () => {
    const event = { id: 'e1' }
    assert.equal(eventOf(fakeOf<Change>('change', { kind: 'event', event })), event)
    assert.throws(() => eventOf(fakeOf<Change>('change', { kind: 'dropped', refusal })), refusal)
  })

  it('of a list is a conversation, or the reason why nothing more comes', () => {
    const conversation = { id: 'trip' }
    assert.equal(changedConversation(fakeOf<Hint>('hint', { kind: 'changed', conversation })), conversation)
    assert.throws(() => changedConversation(fakeOf<Hint>('hint', { kind: 'dropped', refusal })), refusal)
  })
})
