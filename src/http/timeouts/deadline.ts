import type { FastifyReply } from 'fastify'
import { Disconnected, TimedOut } from '../../graphql/answer/interruptions.ts'

/** Every request is closed in the end: an error of its own for each would cost more than most of what is done for it. */
const gone = new Disconnected('The client is gone.')

/** Returns the signal of one request: aborted once its answer has gone or its connection is closed. */
export function signalOf({ raw }: FastifyReply): AbortController {
  const controller = new AbortController()
  // Not fastify's request.signal: Node closes a request as soon as its body is read.
  raw.once('close', () => controller.abort(gone))
  return controller
}

/** Returns the answer, or rejects once its time is over; then the signal is aborted too. */
export async function within<T>(ms: number, controller: AbortController, answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const reason = new TimedOut(ms)
      controller.abort(reason)
      reject(reason)
    }, ms)
  })
  try {
    return await Promise.race([answer, tooLate])
  } finally {
    clearTimeout(timer)
  }
}
