import type { ContentKind, Contents } from '../../../domain/contents.ts'
import { identityOf } from '../../../domain/contents.ts'
import { asBroughtIn } from '../../../domain/records/broughtIn.ts'
import { isDangling } from '../../../domain/records/importMarks.ts'
import { badInput } from '../../../domain/refusals.ts'
import type { StateRecord } from '../../../domain/records/stateRecord.ts'
import { valueText, type BackupLine } from '../../../formats/ndjson/lines.ts'
import { checkedLines } from '../../../formats/ndjson/readLines.ts'
import { isContentKind, valueOf } from '../../../formats/ndjson/values.ts'
import type { Scratch, ScratchMap } from '../../../formats/scratch.ts'
import type { Scope } from '../../scope.ts'
import { isErasedState } from '../erasedState.ts'
import { createMarkOwners } from './ownerMarks.ts'
import { createProof } from './proof.ts'
import type { Seen } from './seen.ts'
import { isLaterMessage, isMoved, relationOf, versionOf, type Relation } from './relation.ts'
import { storedOf, type ConversationKind, type StoredConversationRows } from './stored.ts'

/** What of a file the store holds. */
export interface Compared {
  /** Says so of a line: what the store has stays as it is. */
  isKnown(line: BackupLine): boolean
  /** Returns the version that the store has of what a line replaces, 0 where there are none; undefined: it replaces nothing. */
  replaces(line: BackupLine): number | undefined
  /** Returns names of marks that nothing of what is later in the file waits under any more. */
  endedMarks(): readonly string[]
  /** Whether the file is a later state of something that the store holds. */
  readonly isLater: boolean
  /** Nodes of the tree that the store lacks. */
  readonly added: number
  /** Lines that it lacks. */
  readonly lacking: number
  /** Numbers of lines whose content was erased here: it does not come back. */
  readonly erased: readonly number[]
}

const atOnce = 500
const bytesAtOnce = 4 * 1024 * 1024

/**
 * Compares a conversation's file with the store. One of the two may have gone on since: what the store has more stays, and
 * what the file has more is to be added, once it is proven that the store's ledger is the beginning of the file's. It is
 * refused where the store says otherwise: two histories of one conversation are not to be woven. `seen` is told what it
 * meets in the store.
 */
export async function compare(
  scope: Scope,
  open: () => AsyncIterable<Uint8Array>,
  scratch: Scratch,
  seen: Seen,
): Promise<Compared> {
  const comparison = new Comparison(scope, scratch, seen)
  let part: BackupLine[] = []
  let size = 0
  for await (const line of checkedLines(open())) {
    if (!isContentKind(line.line)) continue
    if (part.length > 0 && (part[0]?.line !== line.line || part.length >= atOnce || size >= bytesAtOnce)) {
      await comparison.take(part)
      ;[part, size] = [[], 0]
    }
    part.push(line)
    size += line.size
  }
  await comparison.take(part)
  await comparison.prove()
  return comparison
}

class Comparison implements Compared {
  readonly #scope: Scope
  readonly #known: ScratchMap<true>
  readonly #replaced: ScratchMap<number>
  /** Conversations, entities and relationships of which the store and the file have different states. */
  readonly relations = new Map<string, Relation>()
  /** Where the ledgers end of conversations that are there. */
  readonly #ledgers = new Map<string, number>()
  /** Those that differ by lines of the ledger alone: forks, annotations and edges write them, and no turn comes with them. */
  readonly #sameVersions = new Set<string>()
  /** Owners of what is not there: some stand behind it in the file. */
  readonly #lackingOf = new Map<string, { readonly kind: ConversationKind; readonly line: BackupLine }>()
  /** Types that say less here than in the file: which is later is known of the entities that have them. */
  readonly #olderTypes = new Map<string, { readonly line: BackupLine; readonly version: number }>()
  readonly #laterTypes = new Set<string>()
  /** Conversations of which something was erased here. */
  readonly #hasErased = new Set<string>()
  /** Entities that were erased here: facts of them that are not there do not come back. */
  readonly #erasedEntities = new Set<string>()
  readonly #ownerMarks = createMarkOwners()
  readonly #proof = createProof()
  readonly #seen: Seen
  #hasLaterRecords = false
  added = 0
  lacking = 0
  readonly erased: number[] = []

  constructor(scope: Scope, scratch: Scratch, seen: Seen) {
    this.#scope = scope
    this.#seen = seen
    this.#known = scratch.map('known')
    this.#replaced = scratch.map('replaced')
  }

  get isLater(): boolean {
    return this.#hasLaterRecords || [...this.relations.values()].includes('behind')
  }

  isKnown({ number }: BackupLine): boolean {
    return this.#known.get(String(number)) !== undefined
  }

  replaces({ number }: BackupLine): number | undefined {
    return this.#replaced.get(String(number))
  }

  endedMarks(): readonly string[] {
    const isLater = (ids: ReadonlySet<string>) => [...ids].some((id) => this.#isBehind(`conversation:${id}`))
    return this.#ownerMarks.unsaid().flatMap(([name, ids]) => (isLater(ids) ? [name] : []))
  }

  async take(lines: readonly BackupLine[]): Promise<void> {
    this.#scope.signal?.throwIfAborted()
    const kind = lines[0]?.line as ConversationKind | undefined
    if (kind === undefined) return
    const values = lines.map(({ value }) => valueOf(kind, value))
    const stored = await storedOf(this.#scope, kind, values)
    await this.#refuseNamesakes(kind, lines)
    for (const [i, line] of lines.entries())
      this.#one(kind, line, values[i] as Contents[typeof kind], stored[i] ?? null)
  }

  /** Facts and observations of turns share their ids, in a store as in a file. */
  async #refuseNamesakes(kind: ConversationKind, lines: readonly BackupLine[]): Promise<void> {
    const { store } = this.#scope
    const ids = lines.map(({ value }) => (value as { readonly id: string }).id)
    const result =
      kind === 'fact' ? await store.observations(ids) : kind === 'observation' ? await store.facts(ids) : []
    const line = lines[result.findIndex((one) => one != null)]
    if (line) throw conflict(kind, line, kind === 'fact' ? 'has the id of a turn' : 'has the id of a fact')
  }

  /** What the store has of things that are later in the file must all be in the file. */
  async prove(): Promise<void> {
    for (const [type, { line, version }] of this.#olderTypes)
      if (this.#laterTypes.has(type)) this.#replace(line, version)
    const behind = [...this.relations].flatMap(([name, relation]) => (relation === 'behind' ? [name] : []))
    await this.#proof.check(this.#scope, behind)
  }

  #one<K extends ConversationKind>(
    kind: K,
    line: BackupLine,
    value: Contents[K],
    stored: StoredConversationRows<K> | null,
  ): void {
    this.#ownerMarks.take(kind, value)
    const owner = ownerOf(kind, value)
    if (stored === null) {
      // A conversation that has gone on here lacks the records that were deleted since, and marks whose lines were erased.
      if (this.#isGone(kind, value, owner)) this.#known.set(String(line.number), true)
      else this.#lacks(kind, line, value, owner)
      return
    }
    this.#proof.met(kind, stored.value)
    this.#seen.take(kind, stored.value)
    if (kind === 'conversation') {
      const { id, lastSeq, hasErased } = stored.value as Contents['conversation']
      this.#ledgers.set(id, lastSeq)
      if (hasErased) this.#hasErased.add(`conversation:${id}`)
    }
    if (kind === 'entity' && isErasedState(kind, stored.value, value))
      this.#erasedEntities.add(`entity:${(value as Contents['entity']).id}`)
    const isSame = stored.text === valueText(line.value as object) || isSameEvent(kind, stored.value, value)
    if (isSame || !this.#differs(kind, line, value, stored, owner)) this.#known.set(String(line.number), true)
  }

  #isGone<K extends ConversationKind>(kind: K, value: Contents[K], owner: string | null): boolean {
    if (kind === 'stateRecord') return this.relations.get(owner ?? '') === 'further'
    if (kind === 'fact') return this.#erasedEntities.has(owner ?? '')
    if (kind !== 'importMark' || isDangling(value as Contents['importMark'])) return false
    return this.#ownerMarks.of(kind, value).some((id) => this.relations.get(`conversation:${id}`) === 'further')
  }

  #lacks<K extends ConversationKind>(kind: K, line: BackupLine, value: Contents[K], owner: string | null): void {
    const isOdd = this.relations.get(owner ?? '') === 'further' || this.#isTaken(kind, value)
    const isUnchanged = owner !== null && this.#sameVersions.has(owner) && versioned.has(kind)
    if (isOdd || isUnchanged) throw conflict(kind, line, lone)
    if (owner !== null && kind === 'fact') this.#lackingOf.set(owner, { kind, line })
    this.lacking++
    if (kind === 'observation' && (value as Contents['observation']).place !== null) this.added++
  }

  /** A line of the ledger has its number, and another one that of the store. */
  #isTaken(kind: ConversationKind, value: unknown): boolean {
    if (kind !== 'event') return false
    const { conversationId, seq } = value as Contents['event']
    return (seq ?? 0) <= (this.#ledgers.get(conversationId ?? '') ?? 0)
  }

  /** Says whether the file's value replaces the stored one, which is not the same. */
  #differs<K extends ConversationKind>(
    kind: K,
    line: BackupLine,
    value: Contents[K],
    stored: StoredConversationRows<K>,
    owner: string | null,
  ): boolean {
    if (kind === 'attachment') return false
    if ((kind !== 'event' || this.#hasErased.has(owner ?? '')) && isErasedState(kind, stored.value, value)) {
      if (kind === 'observation' || kind === 'entity') this.erased.push(line.number)
      return false
    }
    if (kind === 'stateRecord') return this.#differingRecord(line, value as StateRecord, stored.value as StateRecord)
    if (kind === 'fact') return this.#differingFact(line, value as Contents['fact'], stored.value as Contents['fact'])
    if (changing.has(kind)) {
      const isLater = this.#ownerMarks.of(kind, value).some((id) => this.#isBehind(`conversation:${id}`))
      if (isLater && kind === 'message' && !isLaterMessage(stored.value as never, value as never))
        throw conflict(kind, line, other)
      return isLater && this.#replace(line, 0)
    }
    const relation = relationOf(kind, stored.value, value)
    const version = versionOf(stored.value)
    if (kind === 'entityType') {
      if (relation === 'behind') this.#olderTypes.set((value as Contents['entityType']).type, { line, version })
      return false
    }
    if (relation === null) throw conflict(kind, line, other)
    if (kind === 'conversation' && version === versionOf(value))
      this.#sameVersions.add(`conversation:${(value as Contents['conversation']).id}`)
    return this.#stands(kind, value, relation) && this.#replace(line, version)
  }

  /** Says whether the store is behind. */
  #stands<K extends ConversationKind>(kind: K, value: Contents[K], relation: Relation): boolean {
    const name = `${kind}:${identityOf(kind, value)}`
    const lacking = this.#lackingOf.get(name)
    if (relation === 'further' && lacking) throw conflict(lacking.kind, lacking.line, lone)
    this.relations.set(name, relation)
    if (relation === 'behind' && kind === 'entity') this.#laterTypes.add((value as Contents['entity']).type)
    return relation === 'behind'
  }

  /** Of two that have one key, the one that was stored later stays: they stand in no line of a ledger. */
  #differingRecord(line: BackupLine, stateRecord: StateRecord, stored: StateRecord): boolean {
    if (stateRecord.storedAt <= stored.storedAt) return false
    this.#hasLaterRecords = true
    return this.#replace(line, stored.version)
  }

  #differingFact(line: BackupLine, fact: Contents['fact'], stored: Contents['fact']): boolean {
    const owners = [fact, stored].map(({ ownerId }) => this.relations.get(`entity:${ownerId}`))
    if (!isMoved(stored, fact) || owners.every((relation) => relation === undefined))
      throw conflict('fact', line, other)
    return owners.includes('behind') && this.#replace(line, 0)
  }

  #isBehind(name: string): boolean {
    return this.relations.get(name) === 'behind'
  }

  #replace({ number }: BackupLine, version: number): true {
    this.#replaced.set(String(number), version)
    return true
  }
}

/** Who did it is this store's to know: an event that was brought in says it otherwise than where it happened. */
function isSameEvent(kind: ContentKind, stored: unknown, fields: unknown): boolean {
  if (kind !== 'event') return false
  const [one, other] = [stored, fields].map((event) => valueText(asBroughtIn(event as Contents['event'])))
  return one === other
}

const lone = 'is not there, though what it belongs to is'
const other = 'differs from the stored record'

/** What changes as its conversation goes on, by counts of its own; the lines of the ledger tell one history from another. */
const changing: ReadonlySet<ContentKind> = new Set(['message', 'junction', 'run', 'rawChunk', 'importMark'])
/** What is never written without a new version of its conversation. */
const versioned: ReadonlySet<ContentKind> = new Set(['message', 'observation', 'junction', 'run'])

/** What a value has grown with. */
function ownerOf(kind: ConversationKind, value: unknown): string | null {
  const { conversationId, ownerKind, ownerId } = value as { [name: string]: string }
  if (kind === 'fact') return `${ownerKind?.toLowerCase()}:${ownerId}`
  return conversationId === undefined ? null : `conversation:${conversationId}`
}

function conflict(kind: ConversationKind, { number, value }: BackupLine, how: string) {
  const id = identityOf(kind, value as never)
  return badInput(`Line ${number} conflicts with the store: its ${kind} "${id}" ${how}. Nothing was imported.`, {
    ...{ line: number, kind, id },
  })
}
