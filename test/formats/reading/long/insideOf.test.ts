import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { bytesSource } from '../../../../src/formats/importSource.ts'
import { insideOf } from '../../../../src/formats/reading/long/insideOf.ts'
import fc from '../../../support/properties.ts'

async function inside(text: string, member: string, size = 3): Promise<string> {
  const bytes = Buffer.from(text)
  const pieces = {
    ...bytesSource('f', bytes),
    async *open() {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
    },
  }
  const read: Uint8Array[] = []
  for await (const piece of insideOf(pieces, member).open()) read.push(piece)
  const result = Buffer.concat(read)
  assert.equal(result.length, bytes.length)
  return result.toString()
}

describe('the list in a member of an object', () => {
  it('stands where it does in the file, with blanks and line ends around it', async () => {
    assert.equal(await inside('{"a":1,\n"l":[{"b":"]"}],"c":[2]}', 'l'), '       \n    [{"b":"]"}]         ')
  })

  it('is that of the first level alone, and the first one of its name', async () => {
    assert.equal((await inside('{"x":{"l":[1]},"l":[2],"l":[3]}', 'l')).trim(), '[2]')
    assert.equal((await inside('{"x":"l","y":[1],"né":[[2]]}', 'né')).trim(), '[[2]]')
  })

  it('is none where the file has no such object', async () => {
    for (const text of ['', '[{"l":[1]}]', '{"l":{"a":[1]}}', '{"l":1,"m":[1]}', '{"m":"\\"l\\":[1]"}'])
      assert.equal((await inside(text, 'l')).trim(), '', text)
  })

  it('is what JSON has there, in whatever pieces the file comes', async () => {
    const value = fc.jsonValue({ maxDepth: 2 })
    await fc.assert(
      fc.asyncProperty(
        value,
        fc.array(value),
        value,
        fc.integer({ min: 1, max: 9 }),
        async (before, list, behind, size) => {
          const text = JSON.stringify({ before, list, behind }, null, 1)
          assert.deepEqual(JSON.parse(await inside(text, 'list', size)), JSON.parse(JSON.stringify(list)))
        },
      ),
      { numRuns: 30 },
    )
  })
})
