import { TimedOut } from '../../graphql/answer/interruptions.ts'

/** An import, which takes as long as it takes, has not got on for so long. */
export class Stalled extends TimedOut {
  constructor(ms: number) {
    super(
      ms,
      `The import has not got on for ${ms} ms and was given up. What is stored stays: the same file again adds the rest.`,
    )
  }
}

/**
 * Returns what comes of work that tells whenever it gets on; rejects once it has not for so long. Then its signal is
 * aborted, so that it ends where it can.
 */
export async function unlessStalled<T>(
  ms: number,
  work: (told: { readonly signal: AbortSignal; readonly onAdvance: () => void }) => Promise<T>,
): Promise<T> {
  const controller = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const stalled = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const reason = new Stalled(ms)
      controller.abort(reason)
      reject(reason)
    }, ms)
  })
  try {
    return await Promise.race([work({ signal: controller.signal, onAdvance: () => timer?.refresh() }), stalled])
  } finally {
    clearTimeout(timer)
  }
}
