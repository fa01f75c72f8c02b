import { badInput } from '../domain/refusals.ts'
import type { Act, EntityResult } from './act.ts'
import { addFact, changeEntity, checkFields } from './entities.ts'
import type { CorrectEntity } from './inputs.ts'
import { standingEntity } from './things.ts'

/** Corrects fields of an entity: a correction beats every ordinary store of a field until another correction. */
export async function correctEntity(act: Act, input: CorrectEntity): Promise<EntityResult> {
  const { idempotencyKey, ...compared } = input
  const { note } = input
  const fields = checkFields(input.fields)
  if (Object.keys(fields).length === 0) throw badInput('There is nothing to correct in "fields".', {}, ['fields'])
  return changeEntity(act, {
    operation: 'correctEntity',
    event: 'CORRECT',
    key: idempotencyKey,
    input: compared,
    note,
    decide: async (draft) => {
      const entity = await standingEntity(act, input.id)
      const said = { kind: 'CORRECTION' as const, fields, note: note ?? null }
      return { ...(await addFact(act, draft, entity, said)), observationsMoved: 0, relationshipsMoved: 0 }
    },
  })
}
