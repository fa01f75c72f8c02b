import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { changedAtIn } from '../../../src/formats/reading/changedAt.ts'

describe('when a file says that its conversation was changed last', () => {
  it('is told by the member that its program has for that, as a text or a number', () => {
    const at = '2026-06-12T10:00:02.000000000Z'
    const [text, seconds] = ['2026-06-12T10:00:02Z', Date.parse(at) / 1000]
    const cases = [
      { updated: text },
      { update_time: seconds },
      { updated_at: text },
      { updated_at: seconds },
      { updatedAt: text },
      { lastUpdated: text },
      { modify_time: text },
      { lastMessageDate: seconds * 1000 },
      { time: { created: 1, updated: seconds * 1000 } },
    ]
    for (const one of cases) assert.equal(changedAtIn(one), at, JSON.stringify(one))
  })

  it('is unknown where it has none that is a time', () => {
    for (const one of [
      null,
      undefined,
      {},
      { updated: 'yesterday' },
      { update_time: null },
      { create_time: 1 },
      { time: 5 },
    ])
      // prettier-ignore
      assert.equal(changedAtIn(one), null)
  })
})
