import { shownOf, type FaultLog } from '../../graphql/answer/errors.ts'

/** Returns the pieces once the first of them is there. */
export async function begin(pieces: AsyncIterable<Uint8Array>, log: FaultLog): Promise<AsyncIterable<Uint8Array>> {
  const rest = pieces[Symbol.asyncIterator]()
  const first = await rest.next()
  return (async function* () {
    try {
      if (!first.done) yield first.value
      for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
    } catch (thrown) {
      // The status has gone: all that is left is to break off, and to say so here.
      shownOf(thrown, log)
      throw thrown
    } finally {
      await rest.return?.()
    }
  })()
}
