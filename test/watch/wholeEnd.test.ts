import assert from 'node:assert/strict'
import { it } from 'node:test'
import { bytesSource } from '../../src/formats/importSource.ts'
import { isWholeJson, wholeLines } from '../../src/watch/wholeEnd.ts'

const source = (text: string) => bytesSource(null, Buffer.from(text))
const whole = (text: string) => wholeLines(source(text), Buffer.byteLength(text))

it('a file of lines is whole up to its last line end', async () => {
  assert.equal(await whole('{"a":1}\n{"b":'), 8)
  assert.equal(await whole('{"a":1}\n'), 8)
  assert.equal(await whole('{"a"'), 0)
  assert.equal(await whole(''), 0)
})

it('a last line that is a whole value without a line end counts', async () => {
  assert.equal(await whole('{"a":1}\n{"b":2}'), 15)
})

it('a line end is found however long the last line is', async () => {
  assert.equal(await whole(`{"a":1}\n{"b":"${'x'.repeat(200_000)}`), 8)
})

it('JSON is whole when nothing is open at its end', async () => {
  for (const text of ['{"a":[1,{"b":"}"}]}', '[]\n', '{"a":"\\"{"}', '{"a":1}\n{"b":2}\n'])
    assert.equal(await isWholeJson(source(text)), true, text)
  for (const text of ['', '  ', '{', '{"a":"}', '{"a":"\\', '[{"a":1},'])
    assert.equal(await isWholeJson(source(text)), false, text)
})
