import { unauthenticated } from './accessRefused.ts'

/** Calls `onEnd` once a caller may do something no more, and returns what stops that. */
export type FollowCaller = (onEnd: () => void) => () => void

/** Does work for a caller, whose signal is aborted once that one may do it no more, also where the request has long ended. */
export async function untilRevoked<T>(follow: FollowCaller, work: (revoked: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  const stop = follow(() => controller.abort(unauthenticated()))
  try {
    return await work(controller.signal)
  } finally {
    stop()
  }
}
