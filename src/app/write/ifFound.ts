import { Refusal } from '../../domain/refusals.ts'

/** Returns what a command returns; `nothing` where it refuses with NOT_FOUND, for what is not there is no error to it. */
export async function ifFound<R, N>(command: Promise<R>, nothing: N): Promise<R | N> {
  try {
    return await command
  } catch (thrown) {
    if (!(thrown instanceof Refusal) || thrown.code !== 'NOT_FOUND') throw thrown
    return nothing
  }
}
