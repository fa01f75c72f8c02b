import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../support/properties.ts'
import { label, textOf, hashedBlocks, soundBlocks } from '../../../src/domain/messages/blocks.ts'
import { messageId, parseMessageId } from '../../../src/domain/ids.ts'
import { formatInstant, instantOf, later, nanosecondsOf, parseInstant } from '../../../src/domain/instants.ts'
import { canonicalJson, contentHash, emptyPathHash, pathHash } from '../../../src/domain/tree/pathHash.ts'
import type { Block } from '../../../src/domain/model.ts'

const content = {
  kind: 'TURN' as const,
  role: 'USER' as const,
  senderId: null,
  senderKind: null,
  marker: null,
  salt: null,
}

describe('labels (E-9)', () => {
  it('folds white space, counts code points and marks what it cut', () => {
    assert.equal(label('  a\n\t b  ', 60), 'a b')
    assert.equal(label('😀'.repeat(61), 60), `${'😀'.repeat(60)}…`)
    assert.equal(label('x'.repeat(60), 60), 'x'.repeat(60))
  })

  it('are those of the whole text, however much white space stands in it', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'é', '😀') })
    const space = fc.string({ unit: fc.constantFrom(' ', '\n', '\u00a0'), maxLength: 400 })
    const text = fc.array(fc.tuple(space, word)).map((parts) => parts.flat().join(''))
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 60 }), (given, length) => {
        const points = Array.from(given.trim().replaceAll(/\s+/gu, ' '))
        const expected = points.length > length ? `${points.slice(0, length).join('')}…` : points.join('')
        assert.equal(label(given, length), expected)
      }),
    )
  })

  it('joins text blocks and tells none from an empty one', () => {
    assert.equal(
      textOf([
        { type: 'text', text: 'a' },
        { type: 'thinking', thinking: 'x' },
        { type: 'text', text: 'b' },
      ]),
      'ab',
    )
    assert.equal(textOf([{ type: 'other', value: 1 }]), null)
    assert.equal(textOf([{ type: 'text', text: '' }]), '')
  })
})

describe('message ids', () => {
  it('never collide and are read back', () => {
    const id = fc.string({ minLength: 1 })
    fc.assert(
      fc.property(id, id, id, id, (c, t, d, u) => {
        assert.deepEqual(parseMessageId(messageId(c, t)), { conversationId: c, turnId: t })
        assert.equal(messageId(c, t) === messageId(d, u), c === d && t === u)
      }),
    )
  })

  it('percent-encode only what they must', () => {
    assert.equal(messageId('a:b%3A', 't:1'), 'a%3Ab%253A:t:1')
  })
})

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

describe('hashes', () => {
  it('are equal for equal talk whatever the order of members', () => {
    const a = contentHash({
      ...content,
      blocks: [{ type: 'toolCall', callId: 'k', name: 'n', input: { x: 1, y: [2] } }],
    })
    const b = contentHash({
      blocks: [{ input: { y: [2], x: 1 }, name: 'n', callId: 'k', type: 'toolCall' }],
      ...content,
    })
    assert.equal(a, b)
  })

  it('tell different talk apart, lone surrogates too', () => {
    const of = (text: string) => contentHash({ ...content, blocks: [{ type: 'text', text }] })
    assert.notEqual(of('\ud800'), of('\ud801'))
    assert.notEqual(of('\ud800'), of('\ufffd'))
    assert.equal(canonicalJson({ a: '\ud800' }), '{"a":"\\ud800"}')
  })

  it('of a path cover every node above and every other parent, in any order', () => {
    const [a, b, c] = ['a', 'b', 'c'].map((text) => contentHash({ ...content, blocks: [{ type: 'text', text }] })) as [
      string,
      string,
      string,
    ]
    assert.match(pathHash(null, a), /^[0-9a-f]{64}$/)
    assert.equal(pathHash(null, a), pathHash(emptyPathHash, a))
    assert.notEqual(pathHash(pathHash(null, a), b), pathHash(pathHash(null, b), a))
    assert.equal(pathHash(a, c, [a, b]), pathHash(a, c, [b, a]))
    assert.notEqual(pathHash(a, c, [a]), pathHash(a, c))
  })
})

it('blocks are kept as they are, and what is no block is kept as another one, hashed as it was', () => {
  const blocks: Block[] = [
    { type: 'text', text: 'a' },
    { type: 'other', value: 1 },
  ]
  assert.equal(soundBlocks(blocks), blocks)
  const odd = ['[object Object]', false, {}, null, { type: 'constructor' }, blocks[0]] as Block[]
  assert.deepEqual(soundBlocks(odd).map(({ type }) => type), ['other', 'other', 'other', 'other', 'other', 'text']) // prettier-ignore
  assert.deepEqual(hashedBlocks(soundBlocks(odd)), odd)
  assert.equal(hashedBlocks(blocks), blocks)
})
