import type { Conversation } from '../../domain/model.ts'
import { dayOf } from '../../domain/usage/counted.ts'
import type { Cell, Column, Row, Table } from '../../formats/tables/table.ts'
import type { Scope } from '../scope.ts'
import { dayColumns, namedColumns, weekOf } from './columns.ts'
import { isWithin, takes, type ExtractFilter } from './filter.ts'
import { namedCells } from './named.ts'
import { walk } from './walk.ts'

const columns: readonly Column[] = [
  { name: 'conversation_id', type: 'text' },
  ...namedColumns,
  { name: 'created_at', type: 'time' },
  ...dayColumns,
  { name: 'source_id', type: 'text' },
  { name: 'source_title', type: 'text' },
  { name: 'fork_point', type: 'text' },
  { name: 'shared_turns', type: 'integer' },
  { name: 'own_nodes', type: 'integer' },
  { name: 'fork_level', type: 'integer' },
  { name: 'path_hash', type: 'text' },
]

/** Returns every fork that was made in the filter's time: of what, where, and what it has of its own since. */
export function forkTable(scope: Scope, filter: ExtractFilter): Table {
  return { columns, pages: pagesOf(scope, filter) }
}

async function* pagesOf(scope: Scope, filter: ExtractFilter): AsyncGenerator<readonly Row[]> {
  for await (const page of walk(scope, 'conversations')) {
    const forks = page.filter((one) => one.forkedFrom !== null && takes(filter, one) && isWithin(filter, one.createdAt))
    yield await Promise.all(forks.map((fork) => rowOf(scope, fork)))
  }
}

async function rowOf(scope: Scope, fork: Conversation): Promise<Row> {
  const { id, createdAt, shape, forkLevel, forkedFrom } = fork
  const { conversationId = '', observationId = null, turn = null, pathHash = null } = forkedFrom ?? {}
  const point = observationId === null ? null : await scope.reads.observation(observationId)
  const inherited = point?.place ? point.place.depth + 1 : 0
  const day = dayOf(createdAt)
  const made: Cell[] = [createdAt, day, weekOf(day)]
  const shared: Cell[] = [observationId, turn ?? 0, shape.nodes - inherited, forkLevel, pathHash]
  return [
    id,
    ...(await namedCells(scope, fork)),
    ...made,
    conversationId,
    await titleOf(scope, conversationId),
    ...shared,
  ]
}

async function titleOf(scope: Scope, id: string): Promise<Cell> {
  const source = await scope.reads.conversation(id)
  return source === null ? null : ((await namedCells(scope, source))[0] ?? null)
}
