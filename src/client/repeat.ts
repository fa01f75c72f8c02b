import type { FailureCode } from './failureCodes.ts'
import { TurngraphError } from './turngraphError.ts'

/** What may pass by itself: no answer came, or the store did not answer in time. */
const passing: ReadonlySet<FailureCode> = new Set(['UNREACHABLE', 'TIMEOUT'])

/** How long it is waited before the second and the third time, in milliseconds. */
const pauses = [200, 1000]

/**
 * Says whether an operation may be sent twice: a query, or a mutation each input of which is a variable with an
 * idempotency key. An unknown operation is not safe.
 */
export function isSafeToRepeat(document: string, variables: object): boolean {
  const bare = document.replace(/"""[^]*?"""|"(?:\\.|[^"\\])*"|#.*/g, ' ')
  if (!/\b(?:mutation|subscription)\b/.test(bare)) return true
  const inputs = [...bare.matchAll(/(?<!\$)\binput\s*:\s*(?:\$(\w+))?/g)]
  return inputs.length > 0 && inputs.every(([, name]) => hasKey(variables, name))
}

function hasKey(variables: object, name: string | undefined): boolean {
  const isGiven = name !== undefined && Object.hasOwn(variables, name)
  const input = isGiven ? (variables as Readonly<Record<string, unknown>>)[name] : null
  const { idempotencyKey } = (input ?? {}) as { readonly idempotencyKey?: unknown }
  return typeof idempotencyKey === 'string' && idempotencyKey !== ''
}

/** Asks again, twice at most, as long as the reason may pass. */
export async function repeated<T>(ask: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  for (const pause of pauses)
    try {
      return await ask()
    } catch (thrown) {
      if (!(thrown instanceof TurngraphError) || !passing.has(thrown.code) || signal?.aborted) throw thrown
      await passed(pause, signal)
    }
  return ask()
}

/** What a server says that has too much to do. */
const loaded: ReadonlySet<FailureCode> = new Set(['RATE_LIMITED', 'OVERLOADED'])

/** How long it is waited for such a server where it does not say itself, and at most. */
const longPauses = [1000, 2000, 4000, 8000, 16_000]
const longestPause = 60_000

/** Asks again as `repeated` does, and where a server has too much to do, after as long as it says, five times at most. */
export async function retried<T>(ask: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  const [short, long] = [[...pauses], [...longPauses]]
  for (;;)
    try {
      return await ask()
    } catch (thrown) {
      if (!(thrown instanceof TurngraphError) || signal?.aborted) throw thrown
      const { code, retryAfterMs } = thrown
      const isLoaded = loaded.has(code) || retryAfterMs !== null
      const pause = isLoaded ? long.shift() : passing.has(code) ? short.shift() : undefined
      if (pause === undefined) throw thrown
      await passed(Math.min(retryAfterMs ?? pause, longestPause), signal)
    }
}

/** Waits so long, or until the signal. */
export function passed(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((done) => {
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      done()
    }
    const timer = setTimeout(end, milliseconds)
    signal?.addEventListener('abort', end)
  })
}
