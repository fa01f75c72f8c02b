/** The time of a request is over. */
export class TimedOut extends Error {
  override readonly name = 'TimedOut'
  constructor(
    ms: number,
    message = `The request took longer than ${ms} ms. What it was to write may still be written: send it again with the same key.`,
  ) {
    super(message)
  }
}

/** The client waits for the answer no longer. */
export class Disconnected extends Error {
  override readonly name = 'Disconnected'
}

/**
 * Returns the signal of a command that ends before it writes once its client is gone. That the time of its request is over does not end it:
 * then the client was told that it may still be written.
 */
export function untilGone(signal: AbortSignal | undefined): AbortSignal | undefined {
  if (signal === undefined) return undefined
  const controller = new AbortController()
  const end = () => signal.reason instanceof Disconnected && controller.abort(signal.reason)
  if (signal.aborted) end()
  else signal.addEventListener('abort', end, { once: true })
  return controller.signal
}
