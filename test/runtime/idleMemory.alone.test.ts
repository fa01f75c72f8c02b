import assert from 'node:assert/strict'
import { it, mock } from 'node:test'
import { idleMemory } from '../../src/runtime/idleMemory.ts'

void it('memory is given back once nothing was done for a while, once for all that was done before', () => {
  mock.timers.enable({ apis: ['setTimeout'] })
  let released = 0
  const memory = idleMemory(() => released++, 100)
  const after = (ms: number) => {
    mock.timers.tick(ms)
    return released
  }
  assert.equal(after(1_000), 0)
  memory.worked()
  memory.worked()
  assert.equal(after(100), 0)
  memory.worked()
  assert.equal(after(100), 0)
  assert.equal(after(100), 1)
  assert.equal(after(1_000), 1)
  memory.worked()
  assert.equal(after(100), 1)
  assert.equal(after(100), 2)
  memory.worked()
  memory.stop()
  assert.equal(after(1_000), 2)
  mock.timers.reset()
})
