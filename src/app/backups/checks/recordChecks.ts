import type { Contents } from '../../../domain/contents.ts'
import { wrongMember, type Entity, type EntityType } from '../../../domain/records/entity.ts'
import { danglingRoots, isDangling } from '../../../domain/records/importMarks.ts'
import type { Mark } from '../../../domain/model.ts'
import { relationshipId } from '../../../domain/records/relationship.ts'
import type { Fact } from '../../../domain/messages/snapshot.ts'
import { damaged } from '../../../formats/ndjson/lines.ts'
import type { Scratch, ScratchMap } from '../../../formats/scratch.ts'
import { factOwner } from '../../../storage/graphStore.ts'
import { runOf } from './conversationChecks.ts'
import type { NamedRecords } from './named.ts'
import type { Places } from './places.ts'
import { differing } from './refusals.ts'
import { createWays, type Ways } from './ways.ts'

/** An entity or a relationship that does not follow from its facts. */
export interface DifferingThing {
  readonly kind: 'entity' | 'relationship'
  readonly id: string
  readonly line: number
  readonly member: string
  /** What the member should be. */
  readonly why: string
}

/** Checks what entities, their facts and the marks of importers say. */
export class RecordChecks {
  readonly #named: NamedRecords
  readonly #merged: Ways
  readonly #types: ScratchMap<EntityType>
  readonly #entities: ScratchMap<readonly [entity: Entity, line: number]>
  readonly #facts: ScratchMap<Fact>
  /** How many facts there are of an owner, and how many one must have that is no entity. */
  readonly #counts: ScratchMap<number>
  readonly #counted: ScratchMap<readonly [id: string, count: number, line: number]>

  constructor(scratch: Scratch, named: NamedRecords) {
    this.#named = named
    this.#types = scratch.map('entityTypes')
    this.#entities = scratch.map('entities')
    this.#facts = scratch.map('facts')
    this.#counts = scratch.map('factCounts')
    this.#counted = scratch.map('factsCounted')
    this.#merged = createWays(scratch, 'entity', 'was merged into')
  }

  type(type: Contents['entityType']): void {
    this.#types.set(type.type, type)
  }

  entity(entity: Contents['entity'], line: number): void {
    const { id, mergedInto, snapshot } = entity
    this.#named.add('ENTITY', id)
    this.#entities.set(id, [entity, line])
    for (const fact of Object.values(snapshot?.provenance ?? {})) this.#named.await('FACT', fact, line)
    if (mergedInto === null) return
    this.#named.await('ENTITY', mergedInto, line)
    this.#merged.add(id, mergedInto, line)
  }

  fact(fact: Contents['fact'], line: number): void {
    const { id, ownerKind, ownerId } = fact
    this.#named.add('FACT', id)
    const owner = factOwner(fact)
    const count = this.#counts.get(owner) ?? 0
    this.#facts.set(`${owner}\n${count}`, fact)
    this.#counts.set(owner, count + 1)
    if (ownerKind === 'ENTITY') this.#named.must('ENTITY', ownerId, line)
    else this.#named.await('RELATIONSHIP', ownerId, line)
  }

  mark(mark: Mark, line: number): void {
    if (!isDangling(mark)) return
    for (const { conversationId, root } of danglingRoots.read(mark) ?? []) {
      this.#named.must('CONVERSATION', conversationId, line)
      this.#named.must('OBSERVATION', root, line)
    }
  }

  /** Refuses a relationship whose ends are not there, or are not those that its id says. */
  relationship({ id, type, source, target, factCount }: Contents['relationship'], line: number): void {
    for (const end of [source, target]) this.#named.must(end.kind, end.id, line)
    if (id !== relationshipId({ type, source, target })) throw differing(line, 'id', 'its type and its ends make')
    this.#named.add('RELATIONSHIP', id)
    this.#counted.set(factOwner({ ownerKind: 'RELATIONSHIP', ownerId: id }), [id, factCount, line])
  }

  finish(): void {
    this.#merged.finish()
  }

  /** Yields what is kept of relationships and entities and does not follow from their facts. */
  *differing(): Generator<DifferingThing> {
    for (const [owner, [id, count, line]] of this.#counted.entries())
      if ((this.#counts.get(owner) ?? 0) !== count)
        yield { kind: 'relationship', id, line, member: 'factCount', why: 'its facts make' }
    for (const [, [entity, line]] of this.#entities.entries()) {
      const wrong = this.#wrongIn(entity)
      if (wrong !== null) yield { kind: 'entity', id: entity.id, line, ...wrong }
    }
  }

  #wrongIn(entity: Entity): Pick<DifferingThing, 'member' | 'why'> | null {
    const owner = factOwner({ ownerKind: 'ENTITY', ownerId: entity.id })
    const count = this.#counts.get(owner) ?? 0
    const facts = Array.from({ length: count }, (_, i) => this.#facts.get(`${owner}\n${i}`) as Fact)
    const type = this.#types.get(entity.type) ?? null
    const member = wrongMember(entity, facts, type)
    if (member === null) return null
    return {
      member,
      why: entity.mergedInto === null || member === 'factCount' ? 'its facts make' : 'one that was merged has',
    }
  }
}

/** Refuses a run that says of its state what is not so, or names nodes that are not there. */
export function checkRun(run: Contents['run'], named: NamedRecords, places: Places, line: number): void {
  const { conversationId, runId, state, completedAt, completionSeq, end, pending, claimedAtHeadId } = run
  named.add('RUN', runOf(conversationId, runId))
  if (claimedAtHeadId !== null) named.must('OBSERVATION', claimedAtHeadId, line)
  const isCompleted = state === 'COMPLETED'
  if ([completedAt, completionSeq, end].some((one) => (one !== null) !== isCompleted))
    throw damaged(line, `is a run that is ${state}, and says otherwise of its end`)
  if ((pending !== null) !== (state === 'SUSPENDED'))
    throw damaged(line, `is a run that is ${state}, and says otherwise of what it waits for`)
  if (end === null) return
  const depth = end.observationId === null ? -1 : places.of(end.observationId)?.place.depth
  if (end.observationId !== null) named.must('OBSERVATION', end.observationId, line)
  if (end.depth !== depth || (end.leftOut !== null && end.leftOut > end.depth))
    throw differing(line, 'depth', 'the node has at which it ends')
}
