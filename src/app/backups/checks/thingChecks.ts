import type { Contents } from '../../../domain/contents.ts'
import { danglingRoots, isDangling } from '../../../domain/importMarks.ts'
import type { Mark } from '../../../domain/model.ts'
import { relationshipId } from '../../../domain/relationship.ts'
import { damaged } from '../../../formats/ndjson/lines.ts'
import type { Scratch } from '../../../formats/scratch.ts'
import { runOf } from './conversationChecks.ts'
import type { Named } from './named.ts'
import type { Places } from './places.ts'
import { differing } from './refusals.ts'
import { createWays, type Ways } from './ways.ts'

/** Checks what entities, their facts and the marks of importers say. */
export class ThingChecks {
  readonly #named: Named
  readonly #merged: Ways

  constructor(scratch: Scratch, named: Named) {
    this.#named = named
    this.#merged = createWays(scratch, 'entity', 'was merged into')
  }

  entity({ id, mergedInto, snapshot }: Contents['entity'], line: number): void {
    this.#named.add('ENTITY', id)
    for (const fact of Object.values(snapshot?.provenance ?? {})) this.#named.await('FACT', fact, line)
    if (mergedInto === null) return
    this.#named.await('ENTITY', mergedInto, line)
    this.#merged.add(id, mergedInto, line)
  }

  fact({ id, ownerKind, ownerId }: Contents['fact'], line: number): void {
    this.#named.add('FACT', id)
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

  finish(): void {
    this.#merged.finish()
  }
}

/** Refuses a relationship whose ends are not there, or are not those that its id says. */
export function checkRelationship(
  { id, type, source, target }: Contents['relationship'],
  named: Named,
  line: number,
): void {
  for (const end of [source, target]) named.must(end.kind, end.id, line)
  if (id !== relationshipId({ type, source, target })) throw differing(line, 'id', 'its type and its ends make')
  named.add('RELATIONSHIP', id)
}

/** Refuses a run that says of its state what is not so, or names nodes that are not there. */
export function checkRun(run: Contents['run'], named: Named, places: Places, line: number): void {
  const { conversationId, runId, state, completedAt, completionSeq, end, pending, claimedAtHeadId } = run
  named.add('RUN', runOf(conversationId, runId))
  if (claimedAtHeadId !== null) named.must('OBSERVATION', claimedAtHeadId, line)
  const isCompleted = state === 'COMPLETED'
  if ([completedAt, completionSeq, end].some((one) => (one !== null) !== isCompleted))
    throw damaged(line, `is a run that is ${state}, and says otherwise of its end`)
  if ((pending !== null) !== (state === 'SUSPENDED')) throw damaged(line, `is a run that is ${state}, and says otherwise of what it waits for`) // prettier-ignore
  if (end === null) return
  const depth = end.observationId === null ? -1 : places.of(end.observationId)?.place.depth
  if (end.observationId !== null) named.must('OBSERVATION', end.observationId, line)
  if (end.depth !== depth || (end.leftOut !== null && end.leftOut > end.depth)) throw differing(line, 'depth', 'the node has at which it ends') // prettier-ignore
}
