import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Refusal } from '../../../src/domain/refusals.ts'
import { progressLines, type ProgressReport } from '../../../src/http/responses/progressLines.ts'

const log = { error: () => undefined } as never

/** Returns the lines of some work, as what they say. */
async function linesOf(work: Parameters<typeof progressLines>[0]): Promise<unknown[]> {
  const lines: unknown[] = []
  for await (const piece of progressLines(work, log)) lines.push(JSON.parse(Buffer.from(piece).toString()))
  return lines
}
const at = (bytes: number): ProgressReport => ({ bytes, of: 9, nodes: bytes })
const soon = () => new Promise((resolve) => setImmediate(resolve))

describe('lines of how far an import is', () => {
  it('end with what came of it, and alone where nothing was told before', async () => {
    assert.deepEqual(await linesOf(async () => ({ added: 1 })), [{ added: 1 }])
    const told = await linesOf(async (tell) => {
      await soon()
      tell(at(3))
      await soon()
      await soon()
      return { added: 2 }
    })
    assert.deepEqual(told, [at(3), { added: 2 }])
  })

  it('are few, however often it is told', async () => {
    const told = await linesOf(async (tell) => {
      for (let bytes = 1; bytes < 9; bytes += 1) {
        tell(at(bytes))
        await soon()
      }
      return { added: 3 }
    })
    assert.ok(told.length <= 3, JSON.stringify(told))
    assert.deepEqual(told.at(-1), { added: 3 })
  })

  it('end with a fault, which is thrown where no line went before it', async () => {
    const refusal = new Refusal('BAD_INPUT', { line: 2 }, 'Line 2 is not JSON.')
    await assert.rejects(
      linesOf(() => Promise.reject(refusal)),
      refusal,
    )
    const told = await linesOf(async (tell) => {
      await soon()
      tell(at(3))
      await soon()
      await soon()
      throw refusal
    })
    assert.deepEqual(told, [
      at(3),
      { error: { code: 'BAD_INPUT', message: 'Line 2 is not JSON.', details: { line: 2 } } },
    ])
  })
})
