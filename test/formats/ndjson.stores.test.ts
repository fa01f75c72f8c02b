import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { it } from 'node:test'
import fc, { anyCodePoint } from '../support/properties.ts'
import type { contentKinds } from '../../src/domain/contents.ts'
import { Refusal } from '../../src/domain/refusals.ts'
import { mostValues } from '../../src/formats/amount.ts'
import { lineOf, readLine, valueText } from '../../src/formats/ndjson/lines.ts'
import { checkedLines } from '../../src/formats/ndjson/readLines.ts'
import { faultOf } from '../../src/formats/ndjson/schema.ts'
import { root } from '../../scripts/root.ts'
import { backedUp, contentOf, everything } from '../support/backups.ts'
import { onEveryStore } from '../support/scopes.ts'
import { describeOnce } from '../support/stores.ts'

interface Schema {
  readonly title?: string
  readonly properties?: Record<string, Schema>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
}
const schema = JSON.parse(readFileSync(join(root, 'docs/backup.schema.json'), 'utf8')) as Schema

/** Paths of members that the schema does not name. */
function unnamed(value: unknown, of: Schema, path: string): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => unnamed(one, of.items ?? {}, `${path}[]`))
  if (value === null || typeof value !== 'object') return []
  const ways = [of, ...(of.anyOf ?? []), ...(of.oneOf ?? [])].filter(({ properties }) => properties)
  if (ways.length === 0) return []
  return ways.map((way) => namedBy(value, way, path)).reduce((a, b) => (a.length <= b.length ? a : b))
}

const namedBy = (value: object, { properties = {} }: Schema, path: string): string[] =>
  Object.entries(value).flatMap(([name, member]) =>
    properties[name] ? unnamed(member, properties[name], `${path}.${name}`) : [`${path}.${name}`],
  )

await onEveryStore('lines of a backup', (on) => {
  it('are as the JSON Schema of backups says, which names every member', async () => {
    const scope = on.scope({ tenant: 'schema' })
    await everything(scope)
    for (const text of contentOf(await backedUp(scope))) {
      const { line, value } = JSON.parse(text) as { line: (typeof contentKinds)[number]; value: object }
      assert.equal(faultOf(line, value), null)
      const of = schema.oneOf?.find(({ title }) => title === line)?.properties?.['value']
      assert.deepEqual(unnamed(value, of ?? {}, line), [])
    }
  })
})

describeOnce('a line', () => {
  it('of more values than are read at once is refused by its number', () => {
    const text = lineOf('event', `{"details":[${'{},'.repeat(mostValues)}null]}`)
    const isRefused = (thrown: unknown) =>
      thrown instanceof Refusal &&
      /^Line 7 holds more than .*[\d,]+ values, which are not read at once/.test(thrown.message)
    assert.throws(() => readLine(Buffer.from(text.slice(0, -1)), 7), isRefused)
  })
  const anyValue = fc.dictionary(fc.string({ unit: anyCodePoint }), fc.jsonValue())
  it('comes out as it went in', () => {
    fc.assert(
      fc.property(anyValue, fc.integer({ min: 1 }), (value, number) => {
        const text = lineOf('event', valueText(value))
        const read = readLine(Buffer.from(text.slice(0, -1)), number)
        assert.deepEqual([read.line, read.number], ['event', number])
        assert.equal(valueText(read.value as object), valueText(value))
      }),
    )
  })

  it('is the same text whatever the order of its members, but for those that callers fill', () => {
    assert.equal(valueText({ b: { d: 1, c: 2 }, a: 1 }), valueText({ a: 1, b: { c: 2, d: 1 } }))
    assert.equal(valueText({ metadata: { b: 1, a: 2 } }), '{"metadata":{"b":1,"a":2}}')
    assert.equal(valueText({ text: '\ud800' }), '{"text":"\\ud800"}')
  })

  it('is never taken as it is when a byte of it differs', () => {
    const bytes = Buffer.from(lineOf('event', '{"a":1}').slice(0, -1))
    for (let at = 0; at < bytes.length; at++) {
      const altered = Buffer.from(bytes)
      altered.writeUInt8(bytes.readUInt8(at) ^ 4, at)
      assert.throws(() => readLine(altered, 7), /^Error: Line 7 |Line 7 /)
    }
  })

  it('is refused where it holds a number that is too large, which would be stored as null', () => {
    const bytes = Buffer.from(lineOf('event', '{"a":[1e400]}').slice(0, -1))
    assert.throws(() => readLine(bytes, 7), /Line 7 holds 1e400, which is too large for a number/)
  })

  it('may come in pieces cut anywhere', async () => {
    const scrap = '{"line":"header"'
    const read = async (cuts: number[]) => {
      const pieces = cuts.map((at, k) => Buffer.from(scrap.slice(cuts[k - 1] ?? 0, at)))
      for await (const _ of checkedLines(Readable.from(pieces, { objectMode: true }))) return 'read'
      return 'nothing'
    }
    await assert.rejects(
      read([1, 5, 9, scrap.length]),
      (thrown) => thrown instanceof Refusal && /Line 1 /.test(thrown.message),
    )
  })
})
