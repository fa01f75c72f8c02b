import type { Conversation } from '../../domain/model.ts'
import { dayOf } from '../../domain/usage/counted.ts'
import type { Column, Row, Table } from '../../formats/tables/table.ts'
import type { Scope } from '../scope.ts'
import { dayColumns, namedColumns, weekOf } from './columns.ts'
import { isWithin, takes, type ExtractFilter } from './filter.ts'
import { namedCells } from './named.ts'
import { walk } from './walk.ts'

const columns: readonly Column[] = [
  { name: 'conversation_id', type: 'text' },
  ...namedColumns,
  { name: 'origin', type: 'text' },
  { name: 'created_at', type: 'time' },
  { name: 'activity_at', type: 'time' },
  ...dayColumns,
  { name: 'turns', type: 'integer' },
  { name: 'nodes', type: 'integer' },
  { name: 'leaves', type: 'integer' },
  { name: 'branch_points', type: 'integer' },
  { name: 'version_points', type: 'integer' },
  { name: 'tool_calls', type: 'integer' },
  { name: 'sidechains', type: 'integer' },
  { name: 'forked_from', type: 'text' },
  { name: 'fork_level', type: 'integer' },
  { name: 'sidechain_of', type: 'text' },
  { name: 'deleted', type: 'integer' },
]

/** Returns every conversation, by its newest activity in the filter's time; `day` and `week` are of its creation. */
export function conversationTable(scope: Scope, filter: ExtractFilter): Table {
  return { columns, pages: pagesOf(scope, filter) }
}

async function* pagesOf(scope: Scope, filter: ExtractFilter): AsyncGenerator<readonly Row[]> {
  for await (const page of walk(scope, 'conversations')) {
    const taken = page.filter((one) => takes(filter, one) && isWithin(filter, one.activityAt))
    yield await Promise.all(taken.map(async (one) => rowOf(one, await namedCells(scope, one))))
  }
}

function rowOf(conversation: Conversation, named: Row): Row {
  const { id, origin, createdAt, activityAt, turnCount, shape, forkedFrom, forkLevel, sidechainOf } = conversation
  const day = dayOf(createdAt)
  return [
    ...[id, ...named, origin, createdAt, activityAt, day, weekOf(day), turnCount],
    ...[shape.nodes, shape.leaves, shape.branchPoints, shape.versionPoints, shape.toolCalls, shape.sidechains],
    ...[forkedFrom?.conversationId ?? null, forkLevel, sidechainOf, conversation.deletedAt === null ? 0 : 1],
  ]
}
