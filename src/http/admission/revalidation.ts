import { rememberedMs } from '../../app/access/registered.ts'
import type { Identity } from './authenticate/identity.ts'

/** Timers take no more. */
const longestMs = 2 ** 31 - 1

/**
 * Calls `onEnd` once the identity holds no more: when it ends by itself, or a while after it was revoked. It is asked at once, for who
 * was admitted may have been remembered, and then again and again. Returns what stops that. A registry that cannot be asked ends
 * nothing: what it says is heard the next time.
 */
export function onRevoked({ endsAt, holds }: Identity, onEnd: () => void, everyMs = rememberedMs): () => void {
  let isOver = false
  const ask = () =>
    void holds().then(
      (does) => !does && end(),
      () => undefined,
    )
  const check = setInterval(ask, everyMs).unref()
  const timer = endsAt === null ? undefined : atEnd(endsAt, () => end())
  const stop = () => {
    isOver = true
    clearInterval(check)
    clearTimeout(timer)
  }
  const end = () => {
    if (isOver) return
    stop()
    onEnd()
  }
  ask()
  return stop
}

function atEnd(endsAt: number, end: () => void): NodeJS.Timeout {
  const remainingMs = Math.max(0, Math.min(longestMs, endsAt - Date.now()))
  return setTimeout(() => Date.now() >= endsAt && end(), remainingMs).unref()
}
