import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../support/properties.ts'
import type { Event, Json, JsonObject, NewEvent } from '../../../src/domain/model.ts'
import { anonymous, operator, type Principal } from '../../../src/domain/access/principal.ts'
import { eventBody, leanEvent, membersOfEvent, wholeBody } from '../../../src/storage/rows/event.ts'

type Told = Parameters<typeof eventBody>[0]
const key: Principal = { kind: 'KEY', id: 'k1', label: null, scopes: ['READ'] }
const nothing = { head: null, pathHash: null, actor: null, note: null }
const again = (told: Told) => membersOfEvent(JSON.parse(eventBody(told)) as Json[])

const orNull = <T>(some: fc.Arbitrary<T>) => fc.option(some, { nil: null })
const anyId = orNull(fc.uuid())
const anyDetails: fc.Arbitrary<JsonObject> = fc.oneof(
  fc.constant({}),
  fc.string().map((fork) => ({ fork })),
)
const anyHead = fc.tuple(anyId, anyId).map(([from, to]) => ({ from, to }))
const anyActor: fc.Arbitrary<Json> = fc.oneof(fc.constant(null), fc.string(), fc.integer(), fc.boolean())
const anyHash: fc.Arbitrary<Event['pathHash']> = orNull(fc.string())
const anyPrincipal = fc.constantFrom(null, anonymous, operator, key)
const anyEvent: fc.Arbitrary<Told> = fc
  .tuple(anyDetails, orNull(anyHead), anyHash, anyActor, orNull(fc.string()), anyPrincipal)
  .map(([details, head, pathHash, actor, note, principal]) => ({ details, head, pathHash, actor, note, principal }))

describe('the body of an event', () => {
  it('says again what it was made of', () => {
    fc.assert(fc.property(anyEvent, (told) => assert.deepEqual(again(told), told)))
  })

  it('has two members where nothing is said but details and who it was', () => {
    const details = { fork: 'f' }
    assert.equal(eventBody({ details, ...nothing, principal: operator }), '[{"fork":"f"},1]')
    assert.equal(eventBody({ details, ...nothing, principal: anonymous }), '[{"fork":"f"},0]')
    assert.equal(eventBody({ details, ...nothing, principal: null }), '[{"fork":"f"}]')
  })

  it('is read as it was written before principals had numbers', () => {
    const read = membersOfEvent([{ fork: 'f' }, null, null, null, null, 'OPERATOR'])
    assert.deepEqual(read, { details: { fork: 'f' }, ...nothing, principal: operator })
    assert.equal(membersOfEvent([{}, null, null, null, null, 'ANONYMOUS']).principal, anonymous)
  })
})

const line = (given: Partial<NewEvent> = {}): NewEvent => ({
  ...{ id: 'e', at: '2026-01-01T00:00:00.000000000Z', pathHash: null, actor: null, note: null, principal: null },
  ...{ conversationId: 'trip', kind: 'STORE', head: { from: null, to: 'b' } },
  ...{ details: { observationIds: ['a', 'b'], leftTranscript: 0 } },
  ...given,
})

describe('a lean line of turns', () => {
  it('has in the place of its details those before the head', () => {
    assert.deepEqual(leanEvent(line()).details, ['a'])
    assert.deepEqual(leanEvent(line({ details: { observationIds: ['b'], leftTranscript: 0 } })).details, [])
  })

  it('stays whole where it says anything else', () => {
    const others: Partial<NewEvent>[] = [
      ...[{ conversationId: null }, { kind: 'REWIND' as const }, { head: null }, { head: { from: 'b', to: null } }],
      ...[{ head: { from: null, to: 'c' } }, { details: { observationIds: ['a', 'b'], leftTranscript: 1 } }],
      ...[
        { details: { observationIds: [], leftTranscript: 0 } },
        { details: { observationIds: 'b', leftTranscript: 0 } },
      ],
      ...[{ details: { leftTranscript: 0, observationIds: ['b'] } }, { details: { observationIds: ['b'] } }],
      ...[{ details: { observationIds: ['b'], leftTranscript: 0, replacements: 2 } }, { details: {} }],
    ]
    for (const given of others) assert.deepEqual(leanEvent(line(given)), line(given))
  })

  it('is the same once it is whole again, whatever its details are', () => {
    const ids = fc.array(fc.constantFrom('a', 'b', 'c'))
    const count = fc.constantFrom(0, 1, null)
    fc.assert(
      fc.property(ids, count, fc.constantFrom('a', 'b', null), (observationIds, leftTranscript, to) => {
        const details: JsonObject = { observationIds, leftTranscript }
        const body: Json[] = [leanEvent(line({ head: { from: null, to }, details })).details, 0]
        assert.deepEqual(wholeBody(body, to), [details, 0])
      }),
    )
  })
})
