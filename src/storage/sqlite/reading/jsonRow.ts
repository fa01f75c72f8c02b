/**
 * The rows that are read most, as they come from the file: each is one text, the JSON of its columns and of its body. A value
 * that is taken out of SQLite costs more than the work of finding it, bytes most of all, and one text goes to another thread
 * for little.
 */
import { packedValue } from '../connection/values.ts'

/** The columns of such a row in their order, its body aside; `bytes` are those that may lie as bytes. */
interface Columns {
  readonly columns: readonly string[]
  readonly bytes: readonly string[]
  /** Where all of these are so many bytes, and `absent` is null, the row has their digits as one text in front of its other columns. */
  readonly joined?: Readonly<Record<string, number>>
  readonly absent?: string
}

const kinds = {
  conversation: {
    columns: [
      ...['id', 'version', 'created_at', 'activity_at', 'origin'],
      ...['head_id', 'forked_from', 'fork_point', 'fork_turn', 'fork_hash', 'fork_event'],
    ],
    bytes: ['created_at', 'activity_at', 'head_id', 'fork_point', 'fork_hash', 'fork_event'],
  },
  message: { columns: ['id', 'conversation_id', 'created_at'], bytes: ['created_at'] },
  segment: {
    columns: ['id', 'conversation_id', 'tip_id', 'tip_depth', 'tip_at'],
    bytes: ['tip_id', 'tip_at'],
  },
  observation: {
    columns: [
      ...[
        'id',
        'kind',
        'conversation_id',
        'message_id',
        'external_id',
        'role',
        'observed_at',
        'ingested_at',
        'copy_of',
      ],
      ...['content_hash', 'parent_id', 'segment_id', 'depth', 'turn', 'entry', 'path_hash'],
    ],
    bytes: ['id', 'observed_at', 'ingested_at', 'copy_of', 'content_hash', 'parent_id', 'path_hash'],
    // Nearly every row: a call of hex costs more than the digits that it makes.
    joined: { id: 16, observed_at: 12, ingested_at: 12, content_hash: 32, parent_id: 16, path_hash: 32 },
    absent: 'copy_of',
  },
  event: {
    columns: ['id', 'conversation_id', 'seq', 'kind', 'at', 'moves_head', 'head_from', 'head_to', 'path_hash'],
    bytes: ['id', 'conversation_id', 'at', 'head_from', 'head_to', 'path_hash'],
  },
} as const satisfies Readonly<Record<string, Columns>>
export type PackedKind = keyof typeof kinds

/** Returns the SQL of a row of a kind as one text. What is selected for a column may be something else than its name. */
export function packed(kind: PackedKind, source: (column: string) => string = String): string {
  const { columns, bytes, joined, absent }: Columns = kinds[kind]
  const values = columns.map((name) => (bytes.includes(name) ? packedValue(source(name)) : source(name)))
  const each = `concat('[', json_array(${values.join(', ')}), ',', ${source('body')}, ']')`
  if (joined === undefined || absent === undefined) return each
  const together = Object.entries(joined).map(([name, length]) => ({ column: source(name), length }))
  const isWhole = together.map(({ column, length }) => `typeof(${column}) = 'blob' AND length(${column}) = ${length}`)
  const others = columns.filter((name) => name !== absent && !Object.hasOwn(joined, name)).map(source)
  const digits = `lower(hex(${together.map(({ column }) => column).join(' || ')}))`
  const whole = `concat('["', ${digits}, '",', json_array(${others.join(', ')}), ',', ${source('body')}, ']')`
  return `iif(${isWhole.join(' AND ')} AND ${source(absent)} IS NULL, ${whole}, ${each})`
}

/** Returns the SQL of such a row of a table that is joined under a name; null where there is none. */
export function packedOf(alias: string, kind: PackedKind): string {
  return `iif(${alias}.tenant IS NULL, NULL, ${packed(kind, (column) => `${alias}.${column}`)})`
}
