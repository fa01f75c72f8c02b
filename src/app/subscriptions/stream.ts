import type { Change } from './reader.ts'

/** A stream of changes that can be ended at any moment, also while it waits. */
export interface ChangeStream<C = Change> extends AsyncIterableIterator<C> {
  return(): Promise<IteratorResult<C>>
}

/**
 * Returns the changes as a stream that can be ended: a generator by itself cannot be while it waits, so `onEnd` must end
 * what it waits for. It is called once the stream is over, however that came.
 */
export function endable<C>(changes: AsyncGenerator<C>, onEnd: (stream: ChangeStream<C>) => void): ChangeStream<C> {
  const stream: ChangeStream<C> = {
    async next() {
      try {
        const result = await changes.next()
        if (result.done) onEnd(stream)
        return result
      } catch (fault) {
        onEnd(stream)
        throw fault
      }
    },
    return() {
      onEnd(stream)
      return changes.return(undefined)
    },
    [Symbol.asyncIterator]: () => stream,
  }
  return stream
}
