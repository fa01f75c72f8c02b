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
