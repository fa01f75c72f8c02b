import type { Json } from '../../domain/model.ts'
import { canonicalJson } from '../../domain/tree/pathHash.ts'
import { badInput } from '../../domain/refusals.ts'
import { strategies, type Strategy } from '../../domain/messages/strategies.ts'
import { noRecords } from '../../domain/changes.ts'
import { type EntityType } from '../../domain/records/entity.ts'
import type { Scope } from '../scope.ts'
import { checkId, checkMetadata } from '../write/checks.ts'
import { commitRecords } from '../write/lanes/commit.ts'
import { newEvent } from '../write/draft/additions.ts'
import { changesOfRecords } from '../write/draft/recordDraft.ts'

export interface DefineEntityType {
  readonly type: string
  readonly strategies: Json
}

/**
 * Declares how the fields of a type of entities find their present value, in place of what was declared before. It
 * holds for what is stored already: a kept snapshot of an earlier declaration is not used again.
 */
export async function defineEntityType(scope: Scope, input: DefineEntityType): Promise<EntityType> {
  const type = checkId(input.type, 'type')
  const declared = checkStrategies(input.strategies)
  const { result } = await commitRecords(scope, async () => {
    const known = await scope.reads.entityType(type)
    if (known && canonicalJson(known.strategies) === canonicalJson(declared)) return { changes: null, result: known }
    const value: EntityType = { type, version: (known?.version ?? 0) + 1, strategies: declared }
    const event = newEvent(scope, 'UPDATE', null, { details: { entityType: type, strategies: declared } })
    const entityTypes = [{ expected: known?.version ?? null, value }]
    return { changes: changesOfRecords(event, { ...noRecords, entityTypes }), result: value }
  })
  return result
}

function checkStrategies(input: Json): Readonly<Record<string, Strategy>> {
  const accepted = Object.keys(strategies)
  for (const [field, strategy] of Object.entries(checkMetadata(input, 'strategies')))
    if (typeof strategy !== 'string' || !accepted.includes(strategy))
      throw badInput(
        `The strategy of "${field}" is unknown; accepted are ${accepted.join(', ')}.`,
        { fieldName: field, given: strategy, accepted },
        ['strategies', field],
      )
  return input as Record<string, Strategy>
}
