import assert from 'node:assert/strict'
import { it } from 'node:test'
import { collectGarbage } from '../../src/runtime/idleMemory.ts'
import { scanMemory } from '../../src/watch/collectGarbage.ts'

const heapUsed = () => process.memoryUsage().heapUsed

/** Returns what the heap holds with many objects, which nothing needs afterwards. */
function heapUsedWithObjects(): number {
  const objects = Array.from({ length: 300_000 }, (_, k) => ({ k, text: `object ${k}` }))
  assert.equal(objects.length, 300_000)
  return heapUsed()
}

it('what nobody holds any more is given back when garbage is collected', async () => {
  const before = heapUsedWithObjects()
  await collectGarbage()
  assert.ok(heapUsed() < before - 10_000_000)
})

it('memory is given back after many files, and at the end of some', async () => {
  let times = 0
  const memory = scanMemory(() => Promise.resolve(void times++))
  for (let file = 0; file < 499; file++) await memory.imported()
  assert.equal(times, 0)
  await memory.imported()
  assert.equal(times, 1)
  for (let file = 0; file < 49; file++) await memory.imported()
  await memory.ended()
  assert.equal(times, 1)
  for (let file = 0; file < 50; file++) await memory.imported()
  await memory.ended()
  await memory.ended()
  assert.equal(times, 2)
})
