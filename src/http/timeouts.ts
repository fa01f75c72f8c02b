import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { Disconnected, TimedOut } from '../graphql/answer/interruptions.ts'
import { withProgress, withTimeout } from '../runtime/withTimeout.ts'

/** Every request is closed in the end: an error of its own for each would cost more than most of what is done for it. */
const gone = new Disconnected('The client is gone.')

/** Returns the signal of one request: aborted once its answer has gone or its connection is closed. */
export function signalOf({ raw }: FastifyReply): AbortController {
  const controller = new AbortController()
  // Not fastify's request.signal: Node closes a request as soon as its body is read.
  raw.once('close', () => controller.abort(gone))
  return controller
}

/** Returns the answer of a request, or rejects with TimedOut after `ms` milliseconds; then the signal is aborted too. */
export function requestTimeout<T>(ms: number, controller: AbortController, answer: Promise<T>): Promise<T> {
  return withTimeout(answer, ms, () => aborted(controller, new TimedOut(ms)))
}

/** Yields the pieces of a body, which stays open for the answer; rejects with Disconnected when none comes for `ms` milliseconds. */
export async function* idleTimeout(body: Readable, ms: number): AsyncGenerator<Uint8Array> {
  const pieces = body.iterator({ destroyOnReturn: false }) as AsyncIterator<Uint8Array>
  const silent = () => new Disconnected(`Nothing came for ${ms} ms.`)
  try {
    for (;;) {
      const next = await withTimeout(pieces.next(), ms, silent)
      if (next.done) return
      yield next.value
    }
  } finally {
    // Not awaited: it waits for a piece that may never come.
    void pieces.return?.()
  }
}

/** How long a piece may take to be made, and to be taken, and what is called when it takes longer. */
interface ProgressBound {
  readonly ms: number
  /** The work is cancelled: its reads end. */
  readonly onCancelled: (reason: Error) => void
  /** The client takes nothing any more. */
  readonly onAbandoned: () => void
}

/** Yields the pieces of an export as the client takes them, while each is made and taken in time; none is made before it is wanted. */
export async function* progressTimeout(
  pieces: AsyncIterable<Uint8Array>,
  { ms, onCancelled, onAbandoned }: ProgressBound,
): AsyncGenerator<Uint8Array> {
  const rest = pieces[Symbol.asyncIterator]()
  const overdue = () => {
    const reason = new TimedOut(ms, `The export made no progress for ${ms} ms and was cancelled.`)
    onCancelled(reason)
    return reason
  }
  let isEnded = false
  try {
    for (;;) {
      const next = await withTimeout(rest.next(), ms, overdue)
      isEnded = next.done === true
      if (next.done === true) return
      const timer = setTimeout(() => {
        onCancelled(new Disconnected(`Nothing was taken for ${ms} ms.`))
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

/** An import, which takes as long as it takes, made no progress. */
export class ImportStalled extends TimedOut {
  constructor(ms: number) {
    super(
      ms,
      `The import made no progress for ${ms} ms and was cancelled. What it stored stays: import the same file again to add the rest.`,
    )
  }
}

/**
 * Returns what work answers that reports its progress; rejects with ImportStalled when it reports none for `ms` milliseconds.
 * Then its signal is aborted, so that it ends where it can.
 */
export function stallTimeout<T>(
  ms: number,
  work: (input: { readonly signal: AbortSignal; readonly onAdvance: () => void }) => Promise<T>,
): Promise<T> {
  const controller = new AbortController()
  return withProgress(
    ms,
    () => aborted(controller, new ImportStalled(ms)),
    (onAdvance) => work({ signal: controller.signal, onAdvance }),
  )
}

function aborted(controller: AbortController, reason: TimedOut): TimedOut {
  controller.abort(reason)
  return reason
}
