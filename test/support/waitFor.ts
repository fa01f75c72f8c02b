import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'

/** Waits until something holds; fails, with what was waited for, where it does not within so many milliseconds. */
export async function waitFor(holds: () => boolean | Promise<boolean>, limit = 60_000): Promise<void> {
  const end = performance.now() + limit
  while (!(await holds())) {
    assert.ok(performance.now() < end, `Not within ${limit / 1000} s: ${String(holds)}`)
    await sleep(5)
  }
}
