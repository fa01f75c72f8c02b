import type { ThingChanges } from '../../domain/changes.ts'
import * as rows from '../thingRows.ts'
import type { SqlRow, SqlValue } from './connection.ts'

/** A row that is written only while its thing has the version `expected`; null: while it does not exist. */
export interface ExpectingRow {
  readonly id: string
  readonly expected: number | null
  readonly row: SqlRow
}

/** Changes of things as rows, in the order of the statements' parameters. */
export interface ThingsRequest {
  readonly entities: readonly ExpectingRow[]
  readonly entityTypes: readonly ExpectingRow[]
  /** A new one with both its ends, which must be there. */
  readonly relationships: readonly (ExpectingRow & {
    readonly ends: readonly (readonly [kind: string, id: string])[]
  })[]
  readonly newFacts: readonly SqlRow[]
  /** Id and owner. */
  readonly movedFacts: readonly (readonly [id: string, owner: string])[]
  readonly attachments: readonly SqlRow[]
  readonly runs: readonly SqlRow[]
  readonly guards: readonly { readonly name: string; readonly expected: number }[]
}

/** Returns the changes as rows, null when there are none: an ordinary turn has none. */
export function thingsRequest(changes: ThingChanges): ThingsRequest | null {
  if (!hasThings(changes)) return null
  return {
    entities: changes.entities.map(({ expected, value }) => {
      const { id, version, type, createdAt, listed, body } = rows.entityRow(value)
      return { id, expected, row: [version, type, createdAt, Number(listed), body] }
    }),
    entityTypes: changes.entityTypes.map(({ expected, value }) => {
      const { type, version, body } = rows.entityTypeRow(value)
      return { id: type, expected, row: [version, body] }
    }),
    relationships: changes.relationships.map(({ expected, value }) => {
      const { id, version, type, source, target, createdAt, changedAt, deletedAt, body } = rows.relationshipRow(value)
      const ends = [value.source, value.target].map(({ kind, id }) => [kind, id] as const)
      return { id, expected, ends, row: [version, type, source, target, createdAt, changedAt, deletedAt, body] }
    }),
    ...factRows(changes),
    attachments: changes.attachments.map((attachment) => {
      const { id, createdAt, fileName, body } = rows.attachmentRow(attachment)
      return [id, createdAt, fileName, body]
    }),
    runs: changes.runs.map((run) => {
      const { conversationId, runId, state, claimedAt, body } = rows.runRow(run)
      return [conversationId, runId, state, claimedAt, body]
    }),
    guards: changes.guards,
  }
}

function factRows({ facts }: ThingChanges): Pick<ThingsRequest, 'newFacts' | 'movedFacts'> {
  const valuesOf = ({ id, kind, owner, observedAt, ingestedAt, body }: rows.FactRow): SqlValue[] => [
    ...[id, kind, owner, observedAt, ingestedAt],
    body,
  ]
  const rowsOf = (isNew: boolean) => facts.filter((it) => it.isNew === isNew).map(({ value }) => rows.factRow(value))
  return {
    newFacts: rowsOf(true).map(valuesOf),
    movedFacts: rowsOf(false).map(({ id, owner }) => [id, owner] as const),
  }
}

function hasThings({ entities, entityTypes, relationships, facts, attachments, runs, guards }: ThingChanges): boolean {
  const count = entities.length + entityTypes.length + relationships.length + facts.length
  return count + attachments.length + runs.length + guards.length > 0
}
