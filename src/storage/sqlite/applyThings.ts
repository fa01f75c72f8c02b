import type { EndpointKind } from '../../domain/relationship.ts'
import type { WriteRefusal } from '../graphStore.ts'
import type { Connection } from './connection.ts'
import type { ExpectingRow, ThingsRequest } from './thingRequest.ts'
import { thingExists } from './thingSql.ts'
import * as sql from './thingWriteSql.ts'

type Refused = Extract<WriteRefusal, { kind: 'thingChanged' | 'guardChanged' }>
type What = Extract<WriteRefusal, { kind: 'thingChanged' }>['what']

/** Writes what a request holds besides the tree, which must be written already; answers why not, or null. */
export function applyThings(connection: Connection, tenant: number, things: ThingsRequest): Refused | null {
  const put = (what: What, add: string, change: string, rows: readonly ExpectingRow[]): Refused | null => {
    for (const { id, expected, row } of rows) {
      const done =
        expected === null
          ? connection.run(add, tenant, id, ...row)
          : connection.run(change, tenant, id, ...row, expected)
      if (done !== 1) return { kind: 'thingChanged', what, id }
    }
    return null
  }
  const refused =
    put('entity', sql.addEntity, sql.changeEntity, things.entities) ??
    put('entityType', sql.addEntityType, sql.changeEntityType, things.entityTypes) ??
    put('relationship', sql.addRelationship, sql.changeRelationship, things.relationships) ??
    raiseGuards(connection, tenant, things)
  if (refused !== null) return refused
  for (const row of things.attachments) connection.run(sql.addAttachment, tenant, ...row)
  for (const row of things.runs) connection.run(sql.putRun, tenant, ...row)
  addFacts(connection, tenant, things)
  refuseLooseEnds(connection, tenant, things)
  return null
}

function raiseGuards(connection: Connection, tenant: number, { guards }: ThingsRequest): Refused | null {
  for (const { name, expected } of guards) {
    const done =
      expected === 0
        ? connection.run(sql.addGuard, tenant, name)
        : connection.run(sql.raiseGuard, tenant, name, expected)
    if (done !== 1) return { kind: 'guardChanged', name }
  }
  return null
}

function addFacts(connection: Connection, tenant: number, { newFacts, movedFacts }: ThingsRequest): void {
  for (const row of newFacts) connection.run(sql.addFact, tenant, ...row)
  for (const [id, owner] of movedFacts)
    if (connection.run(sql.moveFact, tenant, id, owner) !== 1)
      throw new Error(`The fact "${id}" is not there to be moved.`)
}

/** Of the things that a relationship ties, both must be there: one that is not is a fault of the command. */
function refuseLooseEnds(connection: Connection, tenant: number, { relationships }: ThingsRequest): void {
  for (const { id, expected, ends } of relationships)
    for (const [kind, end] of expected === null ? ends : [])
      if (connection.get(thingExists[kind as EndpointKind], tenant, end) === null)
        throw new Error(`The relationship "${id}" ties what is not there: ${kind} "${end}".`)
}
