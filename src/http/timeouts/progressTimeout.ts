import { Disconnected, TimedOut } from '../../graphql/answer/interruptions.ts'

/** How long a piece may take to be made, and to be taken, and who is told when it takes longer. */
interface Bound {
  readonly ms: number
  /** The work is given up: reads of it end. */
  readonly onGivenUp: (reason: Error) => void
  /** Nobody takes what was made. */
  readonly onAbandoned: () => void
}

/** Yields the pieces as they are taken, while each is made and taken in time; none is made before it is wanted. */
export async function* whileGettingOn(pieces: AsyncIterable<Uint8Array>, bound: Bound): AsyncGenerator<Uint8Array> {
  const { ms, onGivenUp, onAbandoned } = bound
  const rest = pieces[Symbol.asyncIterator]()
  let isEnded = false
  try {
    for (;;) {
      const next = await within(ms, rest.next(), onGivenUp)
      isEnded = next.done === true
      if (next.done === true) return
      const timer = setTimeout(() => {
        onGivenUp(new Disconnected(`Nothing was taken for ${ms} ms.`))
        onAbandoned()
      }, ms)
      try {
        yield next.value
      } finally {
        clearTimeout(timer)
      }
    }
  } finally {
    // Not awaited: it waits for a piece that may never come.
    if (!isEnded) void rest.return?.().catch(() => undefined)
  }
}

async function within<T>(ms: number, made: Promise<T>, onGivenUp: (reason: Error) => void): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const overdue = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const reason = new TimedOut(ms, `The export has not got on for ${ms} ms and was given up.`)
      onGivenUp(reason)
      reject(reason)
    }, ms)
  })
  try {
    return await Promise.race([made, overdue])
  } finally {
    clearTimeout(timer)
  }
}
