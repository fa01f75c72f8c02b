import type { Identity } from './authenticate/identity.ts'

/** How often it is asked whether who sends or is answered may still. */
const usualMs = 30_000
/** Timers take no more. */
const longestMs = 2 ** 31 - 1

/**
 * Calls `onEnd` once the identity holds no more: when it ends by itself, or a while after it was revoked. Returns what stops
 * that. A registry that cannot be asked ends nothing: what it says is heard the next time.
 */
export function onRevoked({ endsAt, holds }: Identity, onEnd: () => void, everyMs = usualMs): () => void {
  const check = setInterval(
    () =>
      void holds().then(
        (does) => !does && end(),
        () => undefined,
      ),
    everyMs,
  ).unref()
  const timer = endsAt === null ? undefined : atEnd(endsAt, () => end())
  const stop = () => {
    clearInterval(check)
    clearTimeout(timer)
  }
  const end = () => {
    stop()
    onEnd()
  }
  return stop
}

function atEnd(endsAt: number, end: () => void): NodeJS.Timeout {
  const remainingMs = Math.max(0, Math.min(longestMs, endsAt - Date.now()))
  return setTimeout(() => Date.now() >= endsAt && end(), remainingMs).unref()
}
