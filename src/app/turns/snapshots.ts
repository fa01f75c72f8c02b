import {
  currentBlocks,
  messageRules,
  observedOf,
  presentSnapshot,
  shownSnapshot,
} from '../../domain/messages/messageSnapshot.ts'
import type { Block, Message, Observation } from '../../domain/model.ts'
import { present, snapshotOf, type AsOf, type Snapshot } from '../../domain/messages/snapshot.ts'
import type { ListKey } from '../../storage/graphStore.ts'
import type { Scope } from '../scope.ts'
import { latestObservation } from '../read/messages.ts'

/**
 * Returns the value of a message, as clients see it: the present one from what is kept of the message, a past one from
 * all its observations. Null while it is deleted and before its first observation (design §3).
 */
export async function messageSnapshot(scope: Scope, message: Message, asOf: AsOf = present): Promise<Snapshot | null> {
  const isPresent = asOf.at === null && asOf.ingestedAt === null
  const snapshot = isPresent ? await presentOf(scope, message) : await pastOf(scope, message, asOf)
  return snapshot && shownSnapshot(snapshot)
}

/** Returns the content of a message now, null while it is deleted. */
export async function contentOf(scope: Scope, message: Message): Promise<readonly Block[] | null> {
  if (message.deleted || message.erased) return null
  const restated = message.restated && (await scope.reads.observation(message.restated.observationId))
  return currentBlocks(restated ?? (await latestObservation(scope, message)), message)
}

/** Returns the present snapshot from what is kept of a message, without its history. */
export async function presentOf(scope: Scope, message: Message): Promise<Snapshot | null> {
  const ids = [
    message.latestId,
    ...[...message.others, ...(message.restated ? [message.restated] : [])].map((one) => one.observationId),
  ]
  const sources = await Promise.all(ids.map((id) => scope.reads.observation(id)))
  return presentSnapshot(
    message,
    sources.flatMap((source) => source ?? []),
  )
}

async function pastOf(scope: Scope, message: Message, asOf: AsOf): Promise<Snapshot | null> {
  const observed = []
  for await (const page of observationsOf(scope, message.id))
    observed.push(...page.filter(({ copyOf }) => copyOf === null).map(observedOf))
  return snapshotOf(observed, messageRules, asOf)
}

/** Most messages have few observations: the first pages of many come in one call of the store. */
const [firstPage, nextPages] = [25, 500]

/** Returns everything stored of a message, newest first, in pages. Copies among it enter no snapshot. */
export async function* observationsOf(scope: Scope, id: string): AsyncGenerator<Observation[]> {
  for (let after: ListKey | null = null, limit = firstPage; ; limit = nextPages) {
    scope.signal?.throwIfAborted()
    const page: Observation[] = await scope.reads.list({
      list: 'observationsOfMessage',
      owner: id,
      after,
      limit,
    })
    yield page
    const last = page.at(-1)
    if (page.length < limit || !last) return
    after = { sort: last.observedAt, id: last.id }
  }
}
