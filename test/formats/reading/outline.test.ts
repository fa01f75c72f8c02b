import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { outlined } from '../../../src/formats/reading/outline.ts'
import fc from '../../support/properties.ts'

/** Returns the outline of a text that comes in pieces of so many bytes. */
async function outlineOf(text: string, pieceBytes = 4096, most = Infinity): Promise<string> {
  const bytes = Buffer.from(text)
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += pieceBytes)
      yield await Promise.resolve(bytes.subarray(at, at + pieceBytes))
  }
  const parts: Uint8Array[] = []
  for await (const part of outlined(pieces(), most)) parts.push(part)
  return Buffer.concat(parts).toString()
}
const long = (bytes: number) => 'x'.repeat(bytes)

describe('the outline of JSON', () => {
  it('is the same JSON where nothing in it is long, in whatever pieces it comes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.jsonValue(), { maxLength: 5 }),
        fc.integer({ min: 1, max: 64 }),
        async (values, pieceBytes) => {
          for (const text of [
            JSON.stringify(values),
            values.map((value) => JSON.stringify(value)).join('\n'),
            JSON.stringify({ values }, null, 2),
          ])
            assert.equal(await outlineOf(text, pieceBytes), text)
        },
      ),
    )
  })

  it('has of a long text its beginning, and no half of a sign', async () => {
    for (const sign of ['x', '\\u00e9', '\\\\', '\\"', '\\n'])
      for (const before of ['', 'a', 'ab', 'abc', 'abcd', 'abcde']) {
        const text = `{"a":"${before}${sign.repeat(5000)}","b":"é"}`
        const { a, b } = JSON.parse(await outlineOf(text, 7)) as Record<string, string>
        assert.ok(a !== undefined && a.length <= 1030 && (JSON.parse(text) as { a: string }).a.startsWith(a))
        assert.equal(b, 'é')
      }
  })

  it('has of long lists and maps the first elements, and all members of a value and all values around', async () => {
    const list = Array.from({ length: 1000 }, (_, i) => ({
      i,
      text: long(500),
      deep: { list: Array.from({ length: 3000 }, () => 7) },
    }))
    const map = Object.fromEntries(list.map((one) => [`k${one.i}`, one]))
    const value = { list, between: 1, map, last: { messages: [{ role: 'user' }] } }
    for (const text of [JSON.stringify(value), JSON.stringify([value, value]), JSON.stringify(value, null, 2)]) {
      const short = await outlineOf(text, 1000)
      assert.ok(short.length < 400_000, `${short.length}`)
      const read = [JSON.parse(short)].flat() as (typeof value)[]
      for (const one of read) {
        assert.deepEqual([one.between, one.last], [1, value.last])
        assert.ok(one.list.length > 5 && one.list.length < 200, `${one.list.length}`)
        assert.equal(one.list[0]?.text, long(500))
        assert.ok(Object.keys(one.map).length < 200)
      }
      assert.equal(read.length, text.startsWith('[') ? 2 : 1)
    }
  })

  it('goes on with the next line where one is cut off in a text', async () => {
    assert.equal(
      await outlineOf(`{"a":[{"b":"cut\n{"c":"${long(3000)}"}\n`),
      `{"a":[{"b":"cut\n{"c":"${long(1024)}"}\n`,
    )
  })

  it('is made of the first bytes alone, so many as are to be read', async () => {
    assert.equal(await outlineOf(`[${'1,'.repeat(100)}1]`, 10, 25), `[${'1,'.repeat(12)}`)
  })
})
