import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../../support/properties.ts'
import type { JsonObject } from '../../../../src/domain/model.ts'
import { mostValues } from '../../../../src/formats/amount.ts'
import { plainObject } from '../../../../src/formats/reading/long/recordValue.ts'
import { splitRecord } from '../../../../src/formats/reading/long/splitRecord.ts'
import { formatNamed } from '../../../../src/formats/index.ts'
import { planOf, type Plan } from '../../../support/plans.ts'
import { formatOfFolder, noSharedFiles, realFiles } from '../../../support/sharedFiles.ts'

const shape = { long: [['a'], ['b', 'a'], ['b', 'c', 'a']] }

/** What a record says when it is taken apart, as JSON; null: it is none. Undefined: there is nothing to take apart. */
function apartly(bytes: Buffer): string | null | undefined {
  const work = splitRecord(bytes, shape)
  let step = work.next()
  while (step.done !== true) step = work.next()
  if (typeof step.value !== 'string') return JSON.stringify(plainObject(step.value.value))
  return step.value === 'PLAIN' ? undefined : null
}
function wholly(bytes: Buffer): string | null {
  try {
    return JSON.stringify(JSON.parse(bytes.toString()))
  } catch {
    return null
  }
}

const gap = fc.constantFrom('', '', ' ', '\n\t')
const name = fc.constantFrom('"a"', '"\\u0061"', '"b"', '"c"', '"1"', '"0"', '"__proto__"', '"é"', '"a\\""')
const word = fc.constantFrom('1', '-2.5e3', 'true', 'null', '""', '"x\\\\"', '"[{,\\""', '"\ud83d\ude00"', '[0]', '[7]')
const inside = (parts: fc.Arbitrary<string>, [open, close]: readonly [string, string]) =>
  fc
    .tuple(fc.array(parts, { maxLength: 4 }), gap)
    .map(([all, blank]) => `${open}${blank}${all.join(`${blank},`)}${blank}${close}`)
const { value: texts, object } = fc.letrec<{ value: string; object: string }>((tie) => ({
  object: inside(
    fc.tuple(name, gap, tie('value')).map(([key, blank, of]) => `${key}${blank}:${blank}${of}`),
    ['{', '}'],
  ),
  value: fc.oneof({ maxDepth: 4, withCrossShrink: true }, word, inside(tie('value'), ['[', ']']), tie('object')),
}))

describe('a record of which something is long', () => {
  it('says what JSON.parse says, members of one name and odd keys among them', () => {
    let apart = 0
    const record = fc.tuple(object, texts, texts).map(([one, a, b]) => ` {"b":${one} , "a": ${a},"b":{"a":${b}}}`)
    fc.assert(
      fc.property(fc.oneof(object, record), (text) => {
        const found = apartly(Buffer.from(text))
        if (found === undefined) return
        apart++
        assert.equal(found, wholly(Buffer.from(text)))
      }),
      { numRuns: 2000 },
    )
    assert.ok(apart > 200, `${apart} were taken apart`)
  })
  it('is not JSON where JSON.parse says so, whichever byte of it is wrong', () => {
    const change = fc.record({
      at: fc.nat(),
      byte: fc.oneof(fc.nat({ max: 255 }), fc.constantFrom(...Buffer.from('{}[],:"\\ 1ta'))),
      takes: fc.nat({ max: 2 }),
    })
    let broken = 0
    fc.assert(
      fc.property(object, texts, change, (one, a, { at, byte, takes }) => {
        const whole = Buffer.from(`{"b":${one},"a":${a}}`)
        const place = at % whole.length
        const bytes = Buffer.concat([whole.subarray(0, place), Buffer.from([byte]), whole.subarray(place + takes)])
        const found = apartly(bytes)
        if (found === undefined) return
        if (found === null) broken++
        assert.equal(found, wholly(bytes))
      }),
      { numRuns: 4000 },
    )
    assert.ok(broken > 200, `${broken} were broken`)
  })
  it('is not read where one list has more elements than are read, or one element more values', () => {
    const many = '0,'.repeat(mostValues)
    assert.equal(apartly(Buffer.from(`{"a":[${many}0]}`)), null)
    assert.equal(apartly(Buffer.from(`{"a":[[${many}0]]}`)), null)
    assert.equal(apartly(Buffer.from(`{"a":[],"d":[${many}0]}`)), null)
  })
})

const said = ({ items, counts, findings, conversations }: Plan) => ({ items, counts, findings, conversations })

/** What the shared files do not show. */
const drawn: Readonly<Record<string, JsonObject>> = {
  NEO_JSON: { conversation_id: 'c', title: 'T', turns: [{ role: 'user', text: 'a' }, 1, { role: 'user', text: 'b' }] },
  ANTHROPIC: {
    body: {
      system: 's',
      messages: [{ role: 'user', content: [{ type: 'text', text: 'a' }] }],
      history: [1, 2],
      traj: ['x'.repeat(5000)],
    },
  },
  OPENAI: {
    id: 'i',
    messages: [
      { role: 'user', content: 'a' },
      { role: 'tool', tool_call_id: 'x', content: 'b' },
    ],
    history: [{}],
  },
  GEMINI_CLI: {
    sessionId: 's',
    startTime: 'x',
    messages: [
      { id: 'a', type: 'user', content: 'a' },
      { id: 'a', type: 'user', content: 'b' },
      { type: 'info', content: deep(250) },
    ],
  },
  LIBRECHAT: {
    conversationId: 'l',
    messages: [
      {
        messageId: 'a',
        sender: 'x',
        text: 'a',
        children: [
          { messageId: 'b', text: 'b', more: deep(199) },
          { text: 'c', more: deep(5) },
        ],
      },
    ],
  },
  OPEN_WEBUI: {
    id: 'w',
    chat: {
      title: 't',
      messages: [1],
      history: {
        currentId: 'b',
        messages: {
          b: { id: 'b', parentId: 'a', role: 'user', content: 'b' },
          7: 1,
          a: { id: 'a', parentId: null, childrenIds: ['b'], role: 'user', content: 'a' },
        },
      },
    },
  },
}
function deep(levels: number): JsonObject {
  return levels === 0 ? {} : { in: deep(levels - 1) }
}

describe('a long record is read as a short one is', () => {
  for (const [format, record] of Object.entries(drawn))
    for (const text of [JSON.stringify(record), JSON.stringify([record, record], null, 1)])
      it(`of ${format}, ${text.startsWith('[') ? 'in an array' : 'on a line'}`, async () => {
        const [long, short] = [await planOf(format, text, { longFrom: 0 }), await planOf(format, text)]
        assert.ok(long.nodes.length > 0)
        assert.deepEqual(said(long), said(short))
      })
  for (const { name, folder, bytes } of realFiles()) {
    const format = formatOfFolder[folder] ?? ''
    if (!formatNamed(format) || !('long' in (formatNamed(format) ?? {}))) continue
    it(`of ${name}`, { skip: noSharedFiles }, async () => {
      for (const file of [bytes, bytes.subarray(0, bytes.length - 9)]) {
        const plan = (from: number) => planOf(format, file, { longFrom: from }).then(said, String)
        assert.deepEqual(await plan(0), await plan(Infinity))
      }
    })
  }
})
