import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

// Node offers its collector by a flag alone; tests run without one.
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** Returns the bytes that the heap still holds once everything unreachable is collected. */
export async function heapAfterCollection(): Promise<number> {
  for (let round = 0; round < 3; round++) {
    // What settled just now is let go in a tick of the event loop of its own.
    await new Promise((resolve) => setImmediate(resolve))
    collect()
  }
  const { heapUsed, external, arrayBuffers } = process.memoryUsage()
  return heapUsed + external + arrayBuffers
}
