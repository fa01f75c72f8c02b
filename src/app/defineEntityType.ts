import type { Json } from '../domain/model.ts'
import { canonicalJson } from '../domain/pathHash.ts'
import { badInput } from '../domain/refusals.ts'
import { strategies } from '../domain/strategies.ts'
import { noThings, type EntityType, type Strategy } from '../domain/things.ts'
import type { Act } from './act.ts'
import { checkId, checkMetadata } from './checks.ts'
import { commitThings } from './commit.ts'
import { eventOf } from './events.ts'
import type { DefineEntityType } from './inputs.ts'
import { changesOfThings } from './things.ts'

/**
 * Declares how the fields of a type of entities find their present value, in place of what was declared before. It
 * holds for what is stored already: a kept snapshot of an earlier declaration is not used again.
 */
export async function defineEntityType(act: Act, input: DefineEntityType): Promise<EntityType> {
  const type = checkId(input.type, 'type')
  const declared = checkStrategies(input.strategies)
  const { result } = await commitThings(act, async () => {
    const known = await act.reads.entityType(type)
    if (known && canonicalJson(known.strategies) === canonicalJson(declared)) return { changes: null, result: known }
    const value: EntityType = { type, version: (known?.version ?? 0) + 1, strategies: declared }
    const event = eventOf(act, 'UPDATE', null, { details: { entityType: type, strategies: declared } })
    const entityTypes = [{ expected: known?.version ?? null, value }]
    return { changes: changesOfThings(event, null, { ...noThings, entityTypes }), result: value }
  })
  return result
}

function checkStrategies(given: Json): Readonly<Record<string, Strategy>> {
  const accepted = Object.keys(strategies)
  for (const [field, strategy] of Object.entries(checkMetadata(given, 'strategies')))
    if (typeof strategy !== 'string' || !accepted.includes(strategy))
      throw badInput(
        `The strategy of "${field}" is none of ${accepted.join(', ')}.`,
        { fieldName: field, given: strategy, accepted },
        ['strategies', field],
      )
  return given as Record<string, Strategy>
}
