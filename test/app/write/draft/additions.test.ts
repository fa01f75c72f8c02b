import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  newEvent,
  newObservation,
  newSalt,
  saltOfChanged,
  usualPriority,
} from '../../../../src/app/write/draft/additions.ts'
import { anonymous } from '../../../../src/domain/access/principal.ts'
import { contentHash } from '../../../../src/domain/tree/pathHash.ts'
import { createFresh } from '../../../../src/app/fresh.ts'
import { fakeScope } from '../../../support/fakes.ts'

const scope = (salted = false) => fakeScope({ salted, fresh: createFresh(), principal: anonymous })
const observe = (more = {}, salted = false) =>
  newObservation(scope(salted), { conversationId: 'c', kind: 'TURN', ...more })

describe('a new observation', () => {
  it('was recorded and observed now, and has the usual for what is not said', () => {
    const made = observe()
    assert.equal(made.observedAt, made.ingestedAt)
    assert.deepEqual(
      [made.priority, made.role, made.blocks, made.metadata, made.copyOf, made.place],
      [usualPriority, null, [], {}, null, null],
    )
    assert.notEqual(observe().id, made.id)
  })

  it('has what is said, and the hash of that', () => {
    const given = {
      role: 'USER',
      blocks: [{ type: 'text', text: 'Hi' }],
      observedAt: '2020-01-01T00:00:00.000000000Z',
      priority: 7,
      restates: 'x',
    }
    const made = observe(given)
    assert.deepEqual({ ...made, ...given }, made)
    assert.equal(made.contentHash, contentHash(made))
    assert.ok(made.ingestedAt > made.observedAt)
  })

  it('knows nothing of usage that cannot be so', () => {
    assert.deepEqual(observe({ usage: { inputTokens: 5, outputTokens: -1, costUsd: null } }).usage, { inputTokens: 5 })
    assert.equal(observe({ usage: null }).usage, null)
  })
})

describe('a salt', () => {
  it('is new each time in a salted tenant, and none in a plain one', () => {
    assert.equal(newSalt(scope()), null)
    const salts = Array.from({ length: 20 }, () => newSalt(scope(true)))
    assert.equal(new Set(salts).size, 20)
    for (const salt of salts) assert.match(salt ?? '', /^[0-9a-f]{32}$/)
    const [one, other] = [observe({}, true), observe({}, true)]
    assert.notEqual(one.contentHash, other.contentHash)
  })

  it('is new in a copy that says less, where the original had one or the tenant has', () => {
    const [plain, salted] = [observe(), observe({}, true)]
    assert.equal(saltOfChanged(scope(), plain), null)
    assert.notEqual(saltOfChanged(scope(true), plain), null)
    const salt = saltOfChanged(scope(), salted)
    assert.ok(salt !== null && salt !== salted.salt)
  })
})

it('an event is dated now and names who asks, and what the command says of itself', () => {
  const { id, at, ...event } = newEvent(scope(), 'FORK', null)
  const nothing = { actor: null, note: null, pathHash: null, details: {}, head: null }
  assert.deepEqual(event, { conversationId: null, kind: 'FORK', principal: anonymous, ...nothing })
  assert.ok(id !== '' && at > '2026')
  const given = { actor: 'me', note: 'why', pathHash: 'f', details: { a: 1 }, head: { from: null, to: 'o' } }
  const made = newEvent(scope(), 'FORK', 'c', given)
  assert.deepEqual({ ...made, ...given, conversationId: 'c' }, made)
})
