import type { ContentKind, Contents } from '../../domain/contents.ts'
import { isHashTaken } from '../../domain/erasure/tombstone.ts'
import { valueText } from '../../formats/ndjson/lines.ts'

/** Says whether what is stored is what an erasure left of what a file of before says: that does not come back. */
export function isErasedState(kind: ContentKind, stored: unknown, value: unknown): boolean {
  switch (kind) {
    case 'observation':
      return isTombstoneOf(stored as Contents['observation'], value as Contents['observation'])
    case 'attachment':
      return isEmptiedOrRenamed(stored as Contents['attachment'], value as Contents['attachment'])
    case 'event':
      return isWordless(stored as Contents['event'], value as Contents['event'])
    case 'entity':
      return (stored as Contents['entity']).erased !== undefined
    case 'fact':
      return isEmptied(stored as Contents['fact'], value as Contents['fact'])
    default:
      return false
  }
}

function isTombstoneOf(stored: Contents['observation'], value: Contents['observation']): boolean {
  const isSame = stored.contentHash === value.contentHash && stored.place?.pathHash === value.place?.pathHash
  return isHashTaken(stored) && isSame
}

/** One that stays loses the names that only erased turns gave it: nothing else of it ever changes, and the store's name is the last one. */
function isEmptiedOrRenamed(stored: Contents['attachment'], value: Contents['attachment']): boolean {
  if (stored.erased === true) return true
  const isRenamed = stored.fileName !== value.fileName
  return isRenamed && valueText({ ...stored, fileName: null }) === valueText({ ...value, fileName: null })
}

/** A line of the ledger whose note and details were taken out: where and when it happened stays. */
function isWordless(stored: Contents['event'], value: Contents['event']): boolean {
  const isSame = stored.kind === value.kind && stored.seq === value.seq && stored.at === value.at
  const members = Object.keys(stored.details).filter((name) => name !== 'broughtIn')
  return (
    isSame &&
    stored.note === null &&
    stored.actor === null &&
    members.every((name) => Object.hasOwn(value.details, name))
  )
}

/** Facts are emptied with the entity that they are of, those of relationships with what those are of. */
function isEmptied(stored: Contents['fact'], value: Contents['fact']): boolean {
  if (stored.erased !== undefined) return true
  const isSame = stored.ownerKind === 'RELATIONSHIP' && stored.ownerId === value.ownerId
  return isSame && stored.note === null && Object.keys(stored.fields).length === 0
}
