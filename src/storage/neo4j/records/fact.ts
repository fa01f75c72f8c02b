import type { Fact } from '../../../domain/messages/snapshot.ts'
import { factOf, factRow, type FactRow } from '../../rows/fact.ts'
import { instantFrom, timeText } from '../reading/compactText.ts'
import { byKey } from '../reading/cypherRead.ts'
import type { ListShape } from '../lists/listShape.ts'
import { withoutNulls, type Properties } from '../properties/rows.ts'
import { allOf, index, plain, type Label } from './label.ts'

/** What is read of one, in the order of `from`. */
export const FACT = '[f.id, f.kind, f.owner, f.observedAt, f.ingestedAt, f.body]'

/** Among observations, of which they are a kind. A fact moves to another owner by its edge; it has no more than one. */
export const facts: Label<Fact, { readonly isNew: boolean; readonly value: Fact }> = {
  label: 'Fact',
  schema: [index('fact_owner', 'Fact', ['tenant', 'owner', 'observedAt'])],
  dump: [allOf('f:Fact', FACT)],
  byKey: byKey('f:Observation', 'id', FACT, '\nWHERE f:Fact'),
  keyOf: String,
  from,
  nothing: null,
  rows: (tenant, changes) => ({
    newFacts: changes
      .filter(({ isNew }) => isNew)
      .map(({ value }) => ({ entity: entityOf(value), props: properties(tenant, value) })),
    movedFacts: changes
      .filter(({ isNew }) => !isNew)
      .map(({ value }) => {
        const { id = null, owner = null } = properties(tenant, value)
        return { id, owner, entity: entityOf(value) }
      }),
  }),
  names: ({ value }) => [value.id, value.ownerId],
  check: null,
  writes: [
    `
    UNWIND r.newFacts AS x
    CREATE (f:Observation:Fact)
    SET f = x.props
    WITH r, x, f
    MATCH (n:Entity {tenant: r.tenant, id: x.entity})
    USING INDEX SEEK n:Entity(tenant, id)
    CREATE (f)-[:OBSERVES]->(n)`,
    `
    UNWIND r.movedFacts AS x
    OPTIONAL MATCH (f:Observation {tenant: r.tenant, id: x.id})
    USING INDEX SEEK f:Observation(tenant, id)
    WITH r, x, f, 1 / CASE WHEN f IS NULL THEN 0 ELSE 1 END AS found
    SET f.owner = x.owner, f.lock = found
    WITH r, x, f
    CALL (f) {
      MATCH (f)-[old:OBSERVES]->()
      DELETE old
    }
    MATCH (n:Entity {tenant: r.tenant, id: x.entity})
    USING INDEX SEEK n:Entity(tenant, id)
    CREATE (f)-[:OBSERVES]->(n)`,
  ],
  weight: 2,
}

/** Only `owner` ever changes. */
function properties(tenant: string, fact: Fact): Properties {
  const { observedAt, ingestedAt, ...row } = factRow(fact)
  return withoutNulls({
    ...{ ...row, tenant, observedAt: timeText(observedAt), ingestedAt: timeText(ingestedAt) },
    sourceKind: fact.sourceKind === null ? null : plain(fact.sourceKind),
  })
}

function from(value: unknown): Fact {
  const [id, kind, owner, observedAt, ingestedAt, body] = value as string[]
  const times = { observedAt: instantFrom(observedAt), ingestedAt: instantFrom(ingestedAt) }
  return factOf({ id, kind, owner, body, ...times } as FactRow)
}

/** Edges end at nodes, so a fact of a relationship has none. */
const entityOf = ({ ownerKind, ownerId }: Fact): string | null => (ownerKind === 'ENTITY' ? ownerId : null)

const shape: ListShape = {
  node: 'f:Fact',
  owner: 'f.owner',
  time: 'f.observedAt',
  order: 'newestFirst',
  id: 'f.id',
  projection: FACT,
}
export const factLists = { factsOf: { shape, from } }
