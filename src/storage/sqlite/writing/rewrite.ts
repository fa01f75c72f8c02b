import type { Rewrites } from '../../../domain/erasure/rewrites.ts'
import { own } from '../../../runtime/own.ts'
import { attachmentRow } from '../../rows/attachment.ts'
import { factRow } from '../../rows/fact.ts'
import { eventRow, observationRow } from '../../rows/rows.ts'
import type { Connection, SqlRow } from '../connection/connection.ts'
import { idValue } from '../connection/values.ts'
import { dropKey } from './keys.ts'
import { raiseEpoch } from '../reading/observationCache/epochs.ts'
import { checksummedColumns } from './checksummedColumns.ts'
import { wholeLine } from './forkLines.ts'
import { setSummed } from './rowChecksum.ts'

/** Rewrites as rows, in the order of the statements' parameters. */
export type RewriteRows = { readonly [K in keyof Rewrites]: readonly SqlRow[] }

const set = (table: string, values: Readonly<Record<string, string>>) =>
  `UPDATE ${table} SET ${setSummed((own(checksummedColumns, table) ?? '').split(', '), values)}`

/** The statements of an erasure: the only ones that change what is written once. `?1` is the tenant. */
export const rewriteSql = {
  observations: [`${set('observations', { body: '?3' })} WHERE tenant = ?1 AND id = ${idValue('?2')}`],
  // A line that left its fork's hash out would lose it with its short form.
  events: [
    `${set('events', { ...wholeLine, body: '?3' })} WHERE tenant = ?1 AND id = ${idValue('?2')}`,
    `${set('loose_events', { body: '?3' })} WHERE tenant = ?1 AND id = ?2`,
  ],
  facts: [`${set('facts', { body: '?3' })} WHERE tenant = ?1 AND id = ?2`],
  attachments: [`${set('attachments', { file_name: '?3', body: '?4' })} WHERE tenant = ?1 AND id = ?2`],
  guards: ['DELETE FROM guards WHERE tenant = ?1 AND name = ?2'],
  importMarks: ['DELETE FROM import_marks WHERE tenant = ?1 AND name = ?2'],
  recordsAbout: [`DELETE FROM state_records WHERE tenant = ?1 AND observation_id = ${idValue('?2')}`],
  recordsIn: ['DELETE FROM state_records WHERE tenant = ?1 AND conversation_id = ?2'],
} as const satisfies { readonly [K in Exclude<keyof Rewrites, 'keys'>]: readonly string[] }

/** Returns rewrites as rows. */
export function rewriteRows(rewrites: Rewrites): RewriteRows {
  const named = (names: readonly string[]): SqlRow[] => names.map((name) => [name])
  return {
    observations: rewrites.observations.map((one) => [one.id, observationRow(one, one.blocks, 'lean').body]),
    events: rewrites.events.map((one) => [one.id, eventRow({ ...one, head: null, pathHash: null }).body]),
    facts: rewrites.facts.map((one) => [one.id, factRow(one).body]),
    attachments: rewrites.attachments.map((one) => {
      const { id, fileName, body } = attachmentRow(one)
      return [id, fileName, body]
    }),
    keys: named(rewrites.keys),
    guards: named(rewrites.guards),
    importMarks: named(rewrites.importMarks),
    recordsAbout: named(rewrites.recordsAbout),
    recordsIn: named(rewrites.recordsIn),
  }
}

/** Writes them over what is there. */
export function rewrite(connection: Connection, tenant: number, rewrites: RewriteRows): void {
  for (const [kind, statements] of Object.entries(rewriteSql))
    for (const row of own<readonly SqlRow[]>(rewrites, kind) ?? [])
      for (const statement of statements) connection.run(statement, tenant, ...row)
  for (const [key = null] of rewrites.keys) dropKey(connection, tenant, key)
  if (rewrites.observations.length > 0) raiseEpoch(connection, tenant)
}

/** Returns about how many rows they are. */
export function weightOfRewriteRows(rewrites: RewriteRows): number {
  return Object.values(rewrites).reduce((sum, rows) => sum + rows.length, 0)
}
