import { parseInstant } from '../../domain/instants.ts'
import { badInput } from '../../domain/refusals.ts'
import { tableFormats } from '../../formats/tables/index.ts'
import { withOpenTelemetryNames } from '../../formats/tables/openTelemetry.ts'
import type { Table, TableFormat } from '../../formats/tables/table.ts'
import type { Scope } from '../scope.ts'
import { conversationTable } from './conversationRows.ts'
import { eventTable } from './eventRows.ts'
import type { ExtractFilter } from './filter.ts'
import { forkTable } from './forkRows.ts'
import { turnTable } from './turnRows.ts'
import { usageTable } from './usageRows.ts'

/** What an extract is asked for, as words; null: the usual. Names are taken in any case. */
export interface ExtractRequest {
  readonly of: string | null
  readonly format: string | null
  readonly names: string | null
  readonly from: string | null
  readonly to: string | null
  readonly includeExperiments: boolean
  readonly includeDeleted: boolean
}
/** An extract that was not refused. */
export interface OpenExtract {
  readonly of: string
  readonly format: TableFormat
  readonly pieces: AsyncIterable<Uint8Array>
}

const tables: Readonly<Record<string, (scope: Scope, filter: ExtractFilter) => Table>> = {
  USAGE: usageTable,
  TURNS: turnTable,
  EVENTS: eventTable,
  CONVERSATIONS: conversationTable,
  FORKS: forkTable,
}
const naming: Readonly<Record<string, (table: Table) => Table>> = {
  OWN: (table) => table,
  OTEL: withOpenTelemetryNames,
}
const formats = Object.fromEntries(tableFormats.map((format) => [format.name, format]))

/** What may be extracted, as what kind of file, with whose names. */
export const extractWords = {
  of: Object.keys(tables),
  format: Object.keys(formats),
  names: Object.keys(naming),
} as const

/** Returns a table of what is stored as a file, to be read piece by piece; refuses what there is not. */
export function openExtract(scope: Scope, request: ExtractRequest): OpenExtract {
  const { of: wanted, format: named, names } = request
  if (wanted === null)
    throw badInput(`"of" says what is exported: ${extractWords.of.join(', ')}.`, { accepted: extractWords.of }, ['of'])
  const [of, tableOf] = chosen('of', wanted, tables)
  const [, format] = chosen('format', named ?? 'NDJSON', formats)
  const [, rename] = chosen('names', names ?? 'OWN', naming)
  const table = rename(tableOf(scope, filterOf(request)))
  return { of, format, pieces: format.write(table) }
}

function chosen<T>(field: string, text: string, all: Readonly<Record<string, T>>): readonly [string, T] {
  const name = text.toUpperCase()
  if (Object.hasOwn(all, name)) return [name, all[name] as T]
  const accepted = Object.keys(all)
  throw badInput(`"${field}" is one of ${accepted.join(', ')}.`, { given: text, accepted }, [field])
}

function filterOf({ from, to, includeExperiments, includeDeleted }: ExtractRequest): ExtractFilter {
  const [first, last] = [from && parseInstant(from, ['from']), to && parseInstant(to, ['to'])]
  if (first !== null && last !== null && first > last) throw badInput('"from" lies after "to".', { from, to }, ['from'])
  return { from: first, to: last, includeExperiments, includeDeleted }
}
