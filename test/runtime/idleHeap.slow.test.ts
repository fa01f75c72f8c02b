// Takes long: V8 asks how much was allocated in the last seconds.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { getHeapSpaceStatistics } from 'node:v8'
import { shrinkHeap } from '../../src/runtime/idleMemory.ts'
import { pause } from '../support/waitFor.ts'

const roomForNew = () => getHeapSpaceStatistics().find((one) => one.space_name === 'new_space')?.space_size ?? 0

void it('the heap of a thread at rest gives back its room for new objects', async () => {
  for (let round = 0, alive: object[] = []; round < 60; round++) {
    const objects = Array.from({ length: 20_000 }, (_, k) => ({ name: `object ${k}`, numbers: [k] }))
    alive = [...alive.slice(-200_000), ...objects]
  }
  const grown = roomForNew()
  await pause(8_000, 'the thread rests')
  // Its own timer keeps no process alive.
  await Promise.all([shrinkHeap(), pause(6_500, 'so long it takes')])
  assert.ok(roomForNew() < grown / 2, `${roomForNew()} of ${grown} bytes`)
})
