import type { Walked, WalkedKind, WalkPage, Walks } from '../../walk.ts'
import type { SqlRow } from '../connection/connection.ts'
import { decodeConversation, decodeEvent, decodeKey, decodeMark, decodeObservation } from './decode.ts'
import { entities } from '../records/entity.ts'
import type { Ask } from '../records/records.ts'
import type { WalkedTable } from './walkSql.ts'

const decoders: { readonly [K in WalkedKind]: (row: SqlRow) => Walked[K] } = {
  conversations: decodeConversation,
  observations: (row) => decodeObservation(row),
  events: decodeEvent,
  looseEvents: decodeEvent,
  keys: decodeKey,
  importMarks: decodeMark,
  entities: entities.read,
}
const tables: { readonly [K in WalkedKind]: readonly WalkedTable[] } = {
  conversations: ['conversations'],
  observations: ['observations'],
  events: ['events', 'looseEvents'],
  looseEvents: ['looseEvents'],
  keys: ['keys'],
  importMarks: ['importMarks'],
  entities: ['entities'],
}

/** Returns the walks: a cursor is the number of a table of the kind, and the last id that came of it. */
export function walksOn(ask: Ask): Walks {
  return {
    async walk(tenant, kind, { after, limit, from = null }) {
      const [number, id] = after === null ? [0, from] : cursorOf(after)
      const table = tables[kind][number]
      if (table === undefined) return { items: [], next: null }
      const rows = await ask('walk', tenant, { table, after: id, limit })
      const items = rows.map(decoders[kind])
      return { items, next: nextOf(kind, number, items, limit) }
    },
    keysNaming: async (tenant, names) => (await ask('keysNaming', tenant, names)).map(decodeKey),
  }
}

function nextOf(
  kind: WalkedKind,
  number: number,
  items: readonly Walked[WalkedKind][],
  limit: number,
): WalkPage<WalkedKind>['next'] {
  if (items.length === limit) return `${number} ${nameOf(items.at(-1) as Walked[WalkedKind])}`
  return number + 1 < tables[kind].length ? `${number + 1}` : null
}

function cursorOf(cursor: string): readonly [number, string | null] {
  const end = cursor.indexOf(' ')
  return end < 0 ? [Number(cursor), null] : [Number(cursor.slice(0, end)), cursor.slice(end + 1)]
}

const nameOf = (item: Walked[WalkedKind]): string => ('id' in item ? item.id : 'key' in item ? item.key : item.name)
