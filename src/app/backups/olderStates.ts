import type { ContentKind, Contents } from '../../domain/contents.ts'
import { nameGuards } from '../../domain/records/entity.ts'
import { isDangling } from '../../domain/records/importMarks.ts'
import { names } from '../../domain/erasure/names.ts'
import { createMarkOwners } from './conversation/ownerMarks.ts'
import { isLaterMessage, relationOf, versionOf } from './conversation/relation.ts'
import { isErasedState } from './erasedState.ts'

/** How lines of a backup stand to a store in which something was erased since. */
export interface OlderStates {
  /** Takes note of a line, before anything is asked about it. */
  take(kind: ContentKind, value: unknown): void
  /** Says whether what is stored is the later state of what the line says, and stays as it is. */
  isOlder(kind: ContentKind, stored: unknown, value: unknown): boolean
  /** Says whether the store lacks what the line says because that went with what was erased. */
  isGone(kind: ContentKind, value: unknown): boolean
  /** Says whether the store would have what the line says if it were the same history. */
  isOdd(kind: ContentKind, value: unknown): boolean
}

const ofConversation: ReadonlySet<ContentKind> = new Set(['observation', 'message', 'junction', 'run', 'event'])

/** Returns what knows the older states in a backup, line by line in its order. */
export function createOlderStates(): OlderStates {
  /** Conversations that have gone on here since, by an erasure or else. */
  const further = new Set<string>()
  /** Ids of what was erased, which keys of idempotency may name. */
  const erased = new Set<string>()
  /** Entities that were erased: facts of them that are not there went with them. */
  const entities = new Set<string>()
  const owners = createMarkOwners()
  const isFurther = (value: unknown) => further.has((value as { conversationId: string }).conversationId)
  const isMarkOf = (value: unknown) => owners.of('importMark', value).some((id) => further.has(id))
  const grown = (kind: ContentKind, stored: unknown, value: unknown) => {
    const isLater = relationOf(kind, stored, value) === 'further'
    if (kind !== 'conversation') return isLater && isEmptied(kind, stored)
    const { id, hasErased } = stored as Contents['conversation']
    if (isLater) further.add(id)
    if (hasErased) erased.add(id)
    return isLater
  }
  const tombstone = (stored: Contents['observation'], value: unknown) => {
    if (!isErasedState('observation', stored, value)) return false
    erased.add(stored.id)
    if (stored.messageId !== null && stored.copyOf === null) erased.add(stored.messageId)
    return true
  }
  return {
    take: (kind, value) => owners.take(kind, value),
    isOlder(kind, stored, value) {
      if (kind === 'observation') return tombstone(stored as Contents['observation'], value)
      if (kind === 'entity' && isErasedState(kind, stored, value)) entities.add((value as Contents['entity']).id)
      if (kind === 'attachment' || kind === 'entity' || kind === 'fact') return isErasedState(kind, stored, value)
      // A line loses its words also where its conversation is as it was.
      if (kind === 'event') return isErasedState(kind, stored, value)
      if (kind === 'message') return isFurther(value) && isLaterMessage(value as never, stored as never)
      if (kind === 'junction' || kind === 'run' || kind === 'rawChunk') return isFurther(value)
      if (kind === 'importMark') return isMarkOf(value)
      if (kind === 'idempotencyKey') return isBoundSince(stored as KeyValue, value as KeyValue)
      if (kind === 'erasure') return versionOf(stored) > versionOf(value)
      return grown(kind, stored, value)
    },
    isGone(kind, value) {
      if (kind === 'stateRecord') return isFurther(value)
      if (kind === 'fact') return isOf(entities, value as Contents['fact'])
      if (kind === 'guard') return (value as Contents['guard']).name.startsWith(nameGuards)
      if (kind === 'importMark') return !isDangling(value as Contents['importMark']) && isMarkOf(value)
      if (kind !== 'idempotencyKey') return false
      return names((value as Contents['idempotencyKey']).result, (text) => erased.has(text))
    },
    isOdd: (kind, value) => ofConversation.has(kind) && isFurther(value),
  }
}

type KeyValue = Contents['idempotencyKey']

/** A key that has expired may be bound again. */
const isBoundSince = (stored: KeyValue, value: KeyValue): boolean => stored.storedAt > value.storedAt

/** Says whether a fact is of one of these entities. */
function isOf(entities: ReadonlySet<string>, { ownerKind, ownerId }: Contents['fact']): boolean {
  return ownerKind === 'ENTITY' && entities.has(ownerId)
}

/** Of annotations and relationships nothing but what an erasure leaves is taken for later. */
function isEmptied(kind: ContentKind, stored: unknown): boolean {
  if (kind === 'annotations') return Object.keys((stored as Contents['annotations']).values).length === 0
  return kind === 'relationship' && Object.keys((stored as Contents['relationship']).metadata).length === 0
}
