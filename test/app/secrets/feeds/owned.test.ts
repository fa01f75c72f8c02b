import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ledgersOf, ofEvent, recordsOf, runsOf } from '../../../../src/app/secrets/feeds/owned.ts'
import type { Event } from '../../../../src/domain/model.ts'
import type { Run } from '../../../../src/domain/records/run.ts'
import type { StateRecord } from '../../../../src/domain/records/stateRecord.ts'
import { fakeScope } from '../../../support/fakes.ts'

const at = '2026-01-01T00:00:00.000000000Z'
const scope = fakeScope({ store: { observations: () => Promise.resolve([]) } })
const event: Event = {
  id: 'v',
  conversationId: 'c',
  seq: 1,
  kind: 'STORE',
  at,
  principal: null,
  actor: null,
  note: null,
  pathHash: null,
  details: {},
  head: null,
}
const run: Run = {
  conversationId: 'c',
  runId: 'r',
  state: 'CLAIMED',
  exclusive: false,
  claimedAt: at,
  claimedAtHeadId: null,
  completedAt: null,
  completionSeq: null,
  end: null,
  pending: null,
  answers: [],
}
const record: StateRecord = {
  conversationId: 'c',
  kind: 'k',
  key: 'a',
  parentKey: null,
  value: null,
  base64: null,
  version: 1,
  observationId: null,
  storedAt: at,
}

describe('what is looked through for secrets', () => {
  it('of an event is what a person or a program said in it', () => {
    const [text] = ofEvent({
      ...event,
      note: 'the note',
      actor: { name: 'the actor' },
      details: { a: ['the detail'] },
    }).texts
    for (const words of ['the note', 'the actor', 'the detail']) assert.ok(text?.text.includes(words), words)
    assert.deepEqual([text?.place, text?.conversationId], ['LEDGER', 'c'])
    assert.deepEqual(ofEvent(event).texts, [])
  })

  it('of a run is its settings, its question and its answers', async () => {
    const asking = {
      ...run,
      settings: { seed: 'the seed' },
      pending: { questionId: 'q', request: 'the question' },
      answers: [{ questionId: 'p', answer: 'the answer', eventId: 'e' }],
    }
    const [one, other] = await runsOf(scope).scannables([asking, { ...run, runId: 's' }])
    for (const words of ['the seed', 'the question', 'the answer'])
      assert.ok(one?.texts[0]?.text.includes(words), words)
    assert.deepEqual(other?.texts, [])
    assert.notEqual(one?.id, other.id)
  })

  it('of a record is its value, or its bytes where they are text', async () => {
    const base64 = (bytes: string | Uint8Array) => Buffer.from(bytes).toString('base64')
    const records = [
      { ...record, value: { deep: 'the value' } },
      { ...record, base64: base64('the bytes') },
      { ...record, base64: base64(Buffer.from([0, 255, 254])) },
    ]
    const owned = recordsOf(scope)
    const texts = (await owned.scannables(records)).map((one) => one.texts.map(({ text }) => text).join())
    assert.ok(texts[0]?.includes('the value'))
    assert.deepEqual(texts.slice(1), ['the bytes', ''])
    assert.deepEqual([owned.notScanned(records), owned.notScanned(records.slice(0, 2))], [['BINARY_RECORDS'], []])
  })
})

it('a place in a list is one that the list gives, and nothing else', () => {
  for (const [owned, item] of [
    [runsOf(scope), run],
    [ledgersOf(scope), event],
    [recordsOf(scope), record],
  ] as const) {
    // prettier-ignore
    const { placeOf, isPlace } = owned as unknown as { placeOf: (one: unknown) => never; isPlace: (place: unknown) => boolean }
    assert.ok(isPlace(placeOf(item)))
    for (const wrong of [null, 'a', [], ['a'], [1], [null, null], [{}, 'a'], ['a\0', 'b'], ['a', 'b', 'c']])
      assert.ok(!isPlace(wrong), JSON.stringify(wrong))
  }
  assert.ok(!runsOf(scope).isPlace(['yesterday', 'r']))
  assert.ok(!ledgersOf(scope).isPlace([1.5, 'v']))
})
