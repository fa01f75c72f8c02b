import { badInput } from '../../domain/refusals.ts'
import type { Scope } from '../scope.ts'
import { type EntityResult, addFact, changeEntity } from './entities.ts'
import { checkFields } from '../write/draft/newFact.ts'
import { resolveEntity } from '../relationships/endpoints.ts'
import type { Json } from '../../domain/model.ts'

export interface CorrectEntity {
  readonly id: string
  readonly fields: Json
  readonly idempotencyKey?: string | null
  readonly note?: string | null
}

/** Corrects fields of an entity: a correction beats every ordinary store of a field until another correction. */
export async function correctEntity(scope: Scope, input: CorrectEntity): Promise<EntityResult> {
  const { note } = input
  const fields = checkFields(input.fields)
  if (Object.keys(fields).length === 0) throw badInput('There is nothing to correct in "fields".', {}, ['fields'])
  return changeEntity(scope, {
    operation: 'correctEntity',
    event: 'CORRECT',
    input,
    note,
    decide: async (draft) => {
      const entity = await resolveEntity(scope, input.id)
      const details = { kind: 'CORRECTION' as const, fields, note: note ?? null }
      return { ...(await addFact(scope, draft, entity, details)), observationsMoved: 0, relationshipsMoved: 0 }
    },
  })
}
