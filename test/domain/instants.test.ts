import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  formatInstant,
  inLedgerOrder,
  instantOf,
  isInstant,
  later,
  nanosecondsOf,
  parseInstant,
} from '../../src/domain/instants.ts'
import fc from '../support/properties.ts'

describe('instants', () => {
  it('keep nanoseconds and turn every zone into UTC', () => {
    assert.equal(parseInstant('2026-01-31T09:30:00.123456789Z'), '2026-01-31T09:30:00.123456789Z')
    assert.equal(parseInstant('2026-01-31T09:30:00+02:00'), '2026-01-31T07:30:00.000000000Z')
    assert.equal(formatInstant(parseInstant('2026-01-31T09:30:00.120Z')), '2026-01-31T09:30:00.12Z')
    assert.equal(formatInstant(parseInstant('2026-01-31T09:30:00Z')), '2026-01-31T09:30:00Z')
  })

  for (const wrong of [
    '',
    'yesterday',
    '2026-02-30T00:00:00Z',
    '2026-01-31',
    '2026-01-31T25:00:00Z',
    '2026-13-01T00:00:00Z',
  ])
    it(`refuse "${wrong}"`, () => assert.throws(() => parseInstant(wrong), { code: 'BAD_INPUT' }))

  it('are the same in UTC as at an offset of nothing, on every day there is', () => {
    const two = (max: number) => fc.integer({ min: 0, max }).map((number) => String(number).padStart(2, '0'))
    const date = fc.tuple(fc.constantFrom('0000', '2024', '2026', '9999'), two(13), two(32))
    const fraction = fc.constantFrom('', '.1', '.123456789', '.1234567891')
    const read = (text: string) => {
      try {
        return parseInstant(text)
      } catch (refusal) {
        return (refusal as { code: string }).code
      }
    }
    fc.assert(
      fc.property(date, fc.tuple(two(24), two(60), two(60)), fraction, (day, time, part) => {
        const text = `${day.join('-')}T${time.join(':')}${part}`
        assert.equal(read(`${text}Z`), read(`${text}+00:00`))
      }),
      { numRuns: 2000 },
    )
  })

  it('strictly increase when ours follow each other', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 4_000_000_000_000_000_000n }),
        fc.bigInt({ min: 0n, max: 4_000_000_000_000_000_000n }),
        (a, b) => {
          const [now, previous] = [instantOf(a), instantOf(b)]
          assert.equal(nanosecondsOf(now), a)
          assert.ok(later(now, previous) > previous)
          assert.ok(later(now, previous) >= now)
        },
      ),
    )
  })
})

describe('an instant as it is kept', () => {
  it('has nine digits of a second, and is a time', () => {
    assert.ok(isInstant('2026-01-31T09:30:00.123456789Z'))
    for (const text of ['', '2026-01-31T09:30:00Z', '2026-01-31T09:30:00.123Z', '2026-13-31T09:30:00.123456789Z'])
      assert.ok(!isInstant(text), text)
    assert.ok(!isInstant('2026-01-31T09:30:00.123456789Z\n'))
  })

  it('is read back from the form that clients see', () => {
    const nanoseconds = fc.bigInt({ min: 0n, max: 253_402_300_799_999_999_999n })
    fc.assert(
      fc.property(nanoseconds, (given) => {
        const instant = instantOf(given)
        assert.ok(isInstant(instant))
        assert.equal(parseInstant(formatInstant(instant)), instant)
      }),
    )
  })

  it('has no later one after the last that four digits of a year can say', () => {
    const last = '9999-12-31T23:59:59.999999999Z'
    assert.throws(() => later('2026-01-01T00:00:00.000000000Z', last), { code: 'BAD_INPUT' })
    assert.equal(later(last, null), last)
  })

  it('of a file is no later than the year 9999 in UTC, whatever its zone', () => {
    assert.throws(() => parseInstant('9999-12-31T23:30:00-01:00'), { code: 'BAD_INPUT' })
    assert.throws(() => parseInstant('0000-01-01T00:30:00+01:00', ['at']), { code: 'BAD_INPUT', field: ['at'] })
  })
})

const at = (nanosecond: number) => `2026-01-01T00:00:00.${String(nanosecond).padStart(9, '0')}Z`
const line = (id: string, conversationId: string | null, time: string) => ({ id, conversationId, at: time })

describe('new lines of ledgers', () => {
  it('are dated after the one above them, and otherwise as they come', () => {
    const first = line('a', 'c', at(5))
    const others = [line('b', 'd', at(1)), line('e', 'c', at(3)), line('f', null, at(0)), line('g', 'c', at(9))]
    const dated = inLedgerOrder([first, ...others], (id) => (id === 'd' ? at(7) : undefined))
    assert.deepEqual(
      dated.map(({ id, at: time }) => [id, time]),
      [
        ['a', at(5)],
        ['b', at(8)],
        ['e', at(6)],
        ['f', at(0)],
        ['g', at(9)],
      ],
    )
  })

  it('stay the same list where all are in order', () => {
    const lines = [line('a', 'c', at(5)), line('b', 'c', at(6))] as const
    assert.equal(
      inLedgerOrder(lines, () => at(4)),
      lines,
    )
  })

  it('have the time of the one above them where there is no later one', () => {
    const end = '9999-12-31T23:59:59.999999999Z'
    assert.deepEqual(
      inLedgerOrder([line('a', 'c', at(1)), line('b', 'c', at(2))], () => end).map((one) => one.at),
      [end, end],
    )
  })
})
