import { markPurged } from '../../app/erasures/purge.ts'
import { purgeFiles } from '../../app/erasures/purges/purgeFiles.ts'
import { CommandFailed } from '../../client/failures.ts'
import type { OpenParts } from '../../compose.ts'
import type { Erasure } from '../../domain/erasure/erasure.ts'

/** Marks erasures as purged: all of them, once the store's files are written anew, or one by the operator's word. */
export async function purged(parts: OpenParts, id: string | null, how: string | null) {
  if ((id === null) !== (how === null))
    throw new CommandFailed('BAD_INPUT', 'Give an id and --how together, or neither of them.', {})
  if (id !== null && how !== null) return [purgeState(await markPurged(parts.scope(), id, how))]
  const done = await purgeFiles(parts, [parts.scope()])
  if (done.state === 'purged') return done.erasures.map(purgeState)
  if (done.state === 'busy')
    throw new CommandFailed('STORE_UNAVAILABLE', 'Something reads or writes the store now; run it again when it is quiet.', {}) // prettier-ignore
  const message = `The files of ${parts.store.name} are its server's own: deal with them as docs/erasure.md says, then give an id and --how.`
  throw new CommandFailed('BAD_INPUT', message, { store: parts.store.name })
}

const purgeState = ({ id, purge }: Erasure) => ({ id, how: purge?.how ?? '' })
