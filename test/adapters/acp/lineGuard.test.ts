import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../support/properties.ts'
import { lineGuard } from '../../../src/adapters/acp/lineGuard.ts'

async function guarded(longest: number, pieces: readonly string[]) {
  const lengths: number[] = []
  const source = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(Buffer.from(piece))
      controller.close()
    },
  })
  const chunks: Uint8Array[] = []
  for await (const chunk of source.pipeThrough(lineGuard(longest, (bytes) => lengths.push(bytes)))) chunks.push(chunk)
  return { text: Buffer.concat(chunks).toString(), lengths }
}

describe('lines of a client', () => {
  it('pass as they came where none is too long, the last one without its end too', async () => {
    assert.deepEqual(await guarded(4, ['abc\n', '\n', 'de\nf']), { text: 'abc\n\nde\nf', lengths: [] })
    assert.deepEqual(await guarded(4, []), { text: '', lengths: [] })
  })

  it('are left out where they have more bytes than the longest, their end counted, and each is reported with its length', async () => {
    assert.deepEqual(await guarded(4, ['abcd\nok\n']), { text: 'ok\n', lengths: [5] })
    assert.deepEqual(await guarded(4, ['éé\n', 'a\n']), { text: 'a\n', lengths: [5] })
    assert.deepEqual(await guarded(4, ['a\n', 'abcde']), { text: 'a\n', lengths: [5] })
  })

  it('are left out whole where they come in pieces', async () => {
    assert.deepEqual(await guarded(4, ['ab', 'cd', 'ef', '\nok\n']), { text: 'ok\n', lengths: [7] })
  })

  it('pass or not by their own length alone, however they come in pieces', async () => {
    const text = fc.array(fc.constantFrom('a', 'b', '\n'), { maxLength: 40 }).map((all) => all.join(''))
    await fc.assert(
      fc.asyncProperty(
        text,
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 1, max: 5 }),
        async (all, longest, size) => {
          const lines = all.split(/(?<=\n)/).filter((line) => line !== '')
          const pieces = all.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? []
          assert.deepEqual(await guarded(longest, pieces), {
            text: lines.filter((line) => line.length <= longest).join(''),
            lengths: lines.map((line) => line.length).filter((length) => length > longest),
          })
        },
      ),
      { numRuns: 50 },
    )
  })
})
