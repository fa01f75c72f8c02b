import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../support/properties.ts'
import { parseInstant } from '../../../src/domain/instants.ts'
import { sentAt } from '../../../src/formats/sillyTavern/times.ts'

const at = (text: string) => parseInstant(text)

describe('when a message was sent', () => {
  it('is the same in each of the ways in which it has been written', () => {
    const expected = at('2026-03-05T15:04:00Z')
    for (const value of [
      '2026-03-05T15:04:00Z',
      '2026-03-05T16:04:00+01:00',
      Date.UTC(2026, 2, 5, 15, 4),
      String(Date.UTC(2026, 2, 5, 15, 4)),
      'March 5, 2026 3:04pm',
      ' march 5, 2026 3:04 PM',
      '2026-3-5 @15h 4m',
      '2026-03-05@15h04m00s',
    ])
      assert.equal(sentAt(value), expected, String(value))
  })

  it('has noon and midnight as a clock of twelve hours has them', () => {
    const hours = ['12:00am', '1:00am', '12:00pm', '11:00pm'].map((hour) => sentAt(`May 1, 2026 ${hour}`))
    assert.deepEqual(
      hours,
      ['00', '01', '12', '23'].map((hour) => at(`2026-05-01T${hour}:00:00Z`)),
    )
  })

  it('is as exact as it is written', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2020-01-01T00:00:00Z'), max: new Date('2030-01-01T00:00:00Z'), noInvalidDate: true }),
        (date) => {
          const [y, mo, d, h, mi, s, ms] = date
            .toISOString()
            .split(/[-T:.Z]/)
            .map(Number)
          assert.equal(sentAt(`${y}-${mo}-${d} @${h}h ${mi}m ${s}s ${ms}ms`), at(date.toISOString()))
        },
      ),
    )
  })

  it('is null where it is none of them', () => {
    for (const value of [
      undefined,
      null,
      '',
      'yesterday',
      'Foo 5, 2026 3:04pm',
      'March 5, 2026 0:04pm',
      'March 5, 2026 13:04pm',
      'March 32, 2026 3:04pm',
      '2026-13-5 @15h 4m',
      {},
    ])
      assert.equal(sentAt(value as never), null, JSON.stringify(value))
  })
})
