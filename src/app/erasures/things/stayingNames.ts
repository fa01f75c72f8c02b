import { noRecords } from '../../../domain/changes.ts'
import { namesOf } from '../../../domain/erasure/attachmentTraces.ts'
import type { Erasure } from '../../../domain/erasure/erasure.ts'
import { noRewrites } from '../../../domain/erasure/rewrites.ts'
import type { Event, Hash, Observation, ObservationId } from '../../../domain/model.ts'
import { attachmentIds, embeddingGuard } from '../../../domain/records/attachment.ts'
import type { WalkPage } from '../../../storage/graphStore.ts'
import { splitBatch } from '../../read/loaders.ts'
import type { Scope } from '../../scope.ts'
import { newEvent } from '../../write/draft/additions.ts'
import { changesOfRecords } from '../../write/draft/recordDraft.ts'
import { writeRewrites } from '../aftermath.ts'
import { withoutWords } from '../ledgers.ts'
import { embeddersOf } from './embedders.ts'
import { liveJoins } from './joins.ts'

const pageLength = 1000

/** The names that observations give to what they embed, by its id. */
type Names = ReadonlyMap<Hash, ReadonlySet<string>>

/** Adds the names that an observation gives to what it embeds. */
export function addNames(names: Map<Hash, Set<string>>, observation: Observation): void {
  for (const id of attachmentIds(observation.blocks)) {
    const own = namesOf(observation, new Set([id]))
    if (own.length > 0) names.set(id, new Set([...(names.get(id) ?? []), ...own]))
  }
}

/**
 * Takes from attachments, and from the events of their uploads, the names that nothing gives them but observations which are about to be
 * erased: one that stays is called as it was last called by what stays. What is erased cannot tell any more, so this comes first.
 */
export async function dropErasedNames(scope: Scope, erasure: Erasure, names: Names, ids: ReadonlySet<ObservationId>) {
  if (names.size === 0) return
  const stored = await splitBatch([...names.keys()], (some) => scope.store.attachments(some))
  const called = new Set(
    stored.flatMap((one) => (one?.fileName != null && names.get(one.id)?.has(one.fileName) ? [one.id] : [])),
  )
  const uploads = await uploadsCalled(scope, names)
  const wanted = new Set([...called, ...uploads.keys()])
  const inJoins = await namesInJoins(scope, wanted, ids)
  for (const id of wanted) {
    const gone = names.get(id) ?? new Set()
    const events = uploads.get(id) ?? []
    const left = await namesLeft(scope, id, ids, inJoins)
    const isGone = ({ details: { fileName } }: Event) => !left.includes(fileName as string)
    await writeRewrites(scope, erasure, { events: events.filter(isGone).map(withoutWords) })
    if (called.has(id)) await rename(scope, erasure, { id, gone, ids, inJoins })
  }
}

/** Returns the events of uploads that gave one of these names. */
async function uploadsCalled({ store }: Scope, names: Names): Promise<Map<Hash, Event[]>> {
  const found = new Map<Hash, Event[]>()
  for (let after: string | null = null; ;) {
    const page: WalkPage<'looseEvents'> = await store.walk('looseEvents', { after, limit: pageLength })
    for (const event of page.items) {
      const { attachmentId: id, fileName } = event.details
      if (typeof id !== 'string' || typeof fileName !== 'string' || !names.get(id)?.has(fileName)) continue
      found.set(id, [...(found.get(id) ?? []), event])
    }
    after = page.next
    if (after === null) return found
  }
}

async function namesInJoins(
  scope: Scope,
  wanted: ReadonlySet<Hash>,
  erased: ReadonlySet<ObservationId>,
): Promise<Names> {
  const names = new Map<Hash, Set<string>>()
  if (wanted.size === 0) return names
  for await (const joins of liveJoins(scope)) for (const join of joins) if (!erased.has(join.id)) addNames(names, join)
  return names
}

/** Returns the names that what stays gives to an attachment, those of joins first, then the last one last. */
async function namesLeft(
  scope: Scope,
  id: Hash,
  erased: ReadonlySet<ObservationId>,
  inJoins: Names,
): Promise<string[]> {
  const given: { readonly at: string; readonly name: string }[] = []
  for await (const one of embeddersOf(scope, id))
    if (one.erased === undefined && !erased.has(one.id))
      given.push(...namesOf(one, new Set([id])).map((name) => ({ at: one.ingestedAt, name })))
  given.sort((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at)))
  return [...(inJoins.get(id) ?? []), ...given.map(({ name }) => name)]
}

interface Renamed {
  readonly id: Hash
  readonly gone: ReadonlySet<string>
  readonly ids: ReadonlySet<ObservationId>
  readonly inJoins: Names
}

/** Whatever embeds an attachment raises its counter, which must not have moved since the names were looked for. */
async function rename(scope: Scope, erasure: Erasure, { id, gone, ids, inJoins }: Renamed): Promise<void> {
  const name = embeddingGuard(id)
  for (;;) {
    const [counter = 0] = await scope.store.guards([name])
    const [attachment] = await scope.store.attachments([id])
    scope.reads.clear()
    if (attachment?.fileName == null || !gone.has(attachment.fileName)) return
    const left = await namesLeft(scope, id, ids, inJoins)
    if (left.includes(attachment.fileName)) return
    // A counter must be there for two to wait for each other at it.
    const isCounted = counter > 0
    const guards = [{ name, expected: isCounted ? counter : null }]
    const event = newEvent(scope, 'ERASE', null, { details: { erasureId: erasure.id } })
    const attachments = isCounted ? [{ ...attachment, fileName: left.at(-1) ?? null }] : []
    const changes = {
      ...changesOfRecords(event, { ...noRecords, guards }),
      rewrites: { ...noRewrites, attachments },
    }
    const { kind } = await scope.store.write(changes)
    if (kind === 'written' && isCounted) return
    if (kind !== 'written' && kind !== 'guardChanged') throw new Error(`An attachment was not named: ${kind}.`)
  }
}
