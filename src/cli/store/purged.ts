import { heldSentence, markPurged } from '../../app/erasures/purge.ts'
import { purgeFiles } from '../../app/erasures/purges/purgeFiles.ts'
import type { Scope } from '../../app/scope.ts'
import { CommandFailed, failureOf } from '../../client/failures.ts'
import { notFound } from '../../domain/refusals.ts'
import type { OpenParts } from '../../compose.ts'
import type { Erasure, FileLook } from '../../domain/erasure/erasure.ts'

/**
 * Marks erasures of tenants as purged: all of them, once the store's files are rewritten, or by the operator's word the one that is named,
 * whosever it is.
 */
export async function purged(
  parts: OpenParts,
  id: string | null,
  how: string | null,
  scopes: readonly Scope[] = [parts.scope()],
) {
  if ((id === null) !== (how === null))
    throw new CommandFailed('BAD_INPUT', 'Give an id and --how together, or neither of them.', {})
  if (id !== null && how !== null) return [await purgedAlone(scopes, id, how)]
  const done = await purgeFiles(parts, scopes)
  if (done.state === 'purged') return done.purged.map(({ tenant, erasure }) => purgeState(tenant, erasure))
  if (done.state === 'held') throw notPurged(done.held)
  const message = `The files of ${parts.store.name} are its server's own: deal with them as docs/erasure.md says, then give an id and --how.`
  throw new CommandFailed('BAD_INPUT', message, { store: parts.store.name })
}

/** The id of an erasure is one tenant's; the last of them refuses one that is nobody's. */
async function purgedAlone([scope, ...others]: readonly Scope[], id: string, how: string) {
  if (!scope) throw notFound('Erasure', id)
  try {
    const marked = await markPurged(scope, id, { how, files: null })
    if ('held' in marked) throw notPurged(marked.held)
    return purgeState(scope.tenant, marked)
  } catch (thrown) {
    if (others.length === 0 || failureOf(thrown).code !== 'NOT_FOUND') throw thrown
    return purgedAlone(others, id, how)
  }
}

/** What holds something of an erasure is named; what a reader keeps goes with it. */
function notPurged(held: readonly FileLook[]): CommandFailed {
  const places = held.map(({ place, wrong }) => ({ place, wrong }))
  return new CommandFailed(
    'STORE_UNAVAILABLE',
    `Not purged: ${heldSentence(held)}. Run it again when nothing reads or writes the store.`,
    { places },
  )
}

const purgeState = (tenant: string, { id, purge }: Erasure) => {
  return { tenant, id, how: purge?.how ?? '', looks: purge?.looks ?? [] }
}
