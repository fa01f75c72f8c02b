import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { drawn } from '../../../bench/support/formatFiles.ts'
import { stepsAtOnce } from '../../../src/formats/breaths.ts'
import { planOf } from '../../support/plans.ts'

const pieces = 4_000

/** Returns how often others had their turn while something was done. */
async function turnsWhile(work: () => Promise<{ readonly nodes: readonly unknown[] }>) {
  let turns = 0
  const count = () => {
    turns++
    next = setImmediate(count)
  }
  let next = setImmediate(count)
  const { nodes } = await work()
  clearImmediate(next)
  return { turns, nodes: nodes.length }
}

describe('whatever else waits has its turn while a long file is read, of', () => {
  for (const [format, { head = '', piece, between = '', tail = '' }] of Object.entries(drawn))
    it(format, async () => {
      // Short, so that it is no turn of the file's own pieces that is counted.
      const short = (i: number) => piece(i).replaceAll(/(Some words that are said again and again, as people and models do\. )+/g, 'w') // prettier-ignore
      const file = head + Array.from({ length: pieces }, (_, i) => short(i)).join(between) + tail
      const { turns, nodes } = await turnsWhile(() => planOf(format, file))
      assert.ok(nodes >= pieces / 2, String(nodes))
      // Once while it is surveyed, once while it is planned.
      assert.ok(turns >= Math.floor((2 * nodes) / stepsAtOnce) - 2, `${turns} turns for ${nodes} nodes`)
    })
})
