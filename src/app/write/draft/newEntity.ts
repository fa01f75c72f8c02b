import type { Fact } from '../../../domain/messages/snapshot.ts'
import type { Instant } from '../../../domain/model.ts'
import { newEntity, withFacts, type Entity } from '../../../domain/records/entity.ts'
import type { Scope } from '../../scope.ts'
import { factOf, type FactInput } from './newFact.ts'
import { putEntity, putFact } from './recordDraft.ts'
import type { ChangeSet } from './changeSet.ts'

/** What names a new entity. */
export interface NewEntity {
  readonly id?: string | null
  readonly type: string
  readonly name: string
  readonly observedAt?: Instant | null
}

/** Notes a new entity with its first fact, and with facts that come to it from another. */
export async function addEntity(
  scope: Scope,
  draft: ChangeSet,
  input: NewEntity,
  factInput: FactInput,
  moved: readonly Fact[] = [],
): Promise<{ entity: Entity; observation: Fact }> {
  const id = input.id ?? scope.fresh.id()
  const last = moved.reduce<string | null>(
    (latest, { observedAt }) => (latest && latest > observedAt ? latest : observedAt),
    null,
  )
  const fact = factOf(scope, id, factInput, input.observedAt ?? null, last)
  putFact(draft, fact)
  const type = await scope.reads.entityType(input.type)
  const entity = withFacts(newEntity(id, input.type, input.name, fact.ingestedAt), [...moved, fact], type)
  return { entity: putEntity(draft, null, entity), observation: fact }
}
