import { setTimeout as pause } from 'node:timers/promises'
import { shownOf, type FaultLog } from '../../graphql/answer/errors.ts'

/** How far an import is: bytes of its file that are stored, of how many, and the nodes that they held. */
export interface ProgressReport {
  readonly bytes: number
  readonly of: number
  readonly nodes: number
}

/** Milliseconds from one line to the next at least. */
const pauseMs = 250

/**
 * Yields how far work is as lines of JSON, at most four a second, and as the last one what it answers. What fails before the first
 * line is thrown, so that a status can still say so; later the last line is `{"error": …}`.
 */
export async function* progressLines(
  work: (tell: (progress: ProgressReport) => void) => Promise<object>,
  log: FaultLog,
): AsyncGenerator<Uint8Array> {
  const events: ProgressReport[] = []
  let wake = (): void => undefined
  const outcome = work((progress) => {
    events.splice(0, events.length, progress)
    wake()
  })
  // It is awaited below, whatever comes of it.
  const over = outcome.then(
    () => 'over' as const,
    () => 'over' as const,
  )
  let isBegun = false
  for (;;) {
    if (events.length === 0 && (await Promise.race([over, new Promise<void>((resolve) => (wake = resolve))]))) break
    for (const progress of events.splice(0)) yield line(progress)
    isBegun = true
    if (await Promise.race([over, pause(pauseMs)])) break
  }
  try {
    yield line(await outcome)
  } catch (thrown) {
    if (!isBegun) throw thrown
    const { code, message, details } = shownOf(thrown, log)
    yield line({ error: { code, message, ...(details !== undefined && { details }) } })
  }
}

const line = (value: object): Uint8Array => Buffer.from(`${JSON.stringify(value)}\n`)
