import { countOfAnswer, firstPart } from '../../domain/usage/answer.ts'
import { dayOf, isCounted, type Counted } from '../../domain/usage/counted.ts'
import type { Spent } from '../../domain/usage/counters.ts'
import type { Observation } from '../../domain/model.ts'
import type { Cell, Column, Row, Table } from '../../formats/tables/table.ts'
import { countOfTurn } from '../analytics/storedCounts.ts'
import type { Scope } from '../scope.ts'
import { isWithin, takes, type ExtractFilter } from './filter.ts'
import { pricesIn } from '../prices/prices.ts'
import type { Price } from '../../domain/usage/prices.ts'
import { answerColumns, dayColumns, estimatedBy, namedColumns, spentCells, spentColumns, weekOf } from './columns.ts'
import { namedCells } from './named.ts'
import { walk } from './walk.ts'

const columns: readonly Column[] = [
  { name: 'conversation_id', type: 'text' },
  ...namedColumns,
  { name: 'message_id', type: 'text' },
  { name: 'observation_id', type: 'text' },
  { name: 'observed_at', type: 'time' },
  ...dayColumns,
  { name: 'role', type: 'text' },
  { name: 'model', type: 'text' },
  { name: 'turn', type: 'integer' },
  { name: 'tool', type: 'text' },
  { name: 'calls', type: 'integer' },
  { name: 'errors', type: 'integer' },
  ...spentColumns,
  ...answerColumns,
  { name: 'answer_id', type: 'text' },
]

/**
 * Returns every turn that was stored, copies aside, with what it adds to the sums: the usage of an answer stands at its
 * earliest turn alone, so the rows add up to what analytics say.
 */
export function turnTable(scope: Scope, filter: ExtractFilter): Table {
  return { columns, pages: pagesOf(scope, filter) }
}

async function* pagesOf(scope: Scope, filter: ExtractFilter): AsyncGenerator<readonly Row[]> {
  for await (const page of walk(scope, 'observations')) {
    const turns = page.filter((it) => isCounted(it) && it.place !== null && isWithin(filter, it.observedAt))
    const counted = await Promise.all(turns.map((turn) => countHere(scope, filter, turn)))
    const results = counted.filter((it) => it !== null)
    const spent = await spentBy(scope, results)
    const prices = await pricesIn(scope)
    yield results.map((it) => rowOf(it, spent.get(it.turn.id) ?? null, prices))
  }
}

interface CountedTurn {
  readonly turn: Observation
  readonly counted: Counted
  readonly named: readonly Cell[]
}

/** Null: it is of a conversation that is left out. */
async function countHere(scope: Scope, filter: ExtractFilter, turn: Observation): Promise<CountedTurn | null> {
  const conversation = await scope.reads.conversation(turn.conversationId)
  if (conversation === null || !takes(filter, conversation)) return null
  const { turn: counted } = await countOfTurn(scope, conversation, turn)
  return counted && { turn, counted, named: await namedCells(scope, conversation) }
}

/** Returns what is counted at each of these turns, by its observation. */
async function spentBy(scope: Scope, results: readonly CountedTurn[]): Promise<Map<string, Spent>> {
  const spent = new Map<string, Spent>()
  const ids = new Set<string>()
  for (const { turn, counted } of results) {
    if (counted.usage === null) continue
    if (counted.answerId === null) spent.set(turn.id, counted.usage)
    else ids.add(counted.answerId)
  }
  if (ids.size === 0) return spent
  for (const parts of await scope.store.answers([...ids])) {
    const [count, first] = [countOfAnswer(parts), firstPart(parts)]
    if (count && first) spent.set(first.observationId, count.usage)
  }
  return spent
}

function rowOf({ turn, counted, named }: CountedTurn, spent: Spent | null, prices: readonly Price[]): Row {
  const { bucket, tools, failures, answerId } = counted
  const at = turn.observedAt
  return [
    ...[turn.conversationId, ...named, turn.messageId, turn.id, at, dayOf(at), weekOf(dayOf(at)), turn.role],
    ...[bucket.model || null, turn.place?.turn ?? null, [...new Set(tools)].join(', ') || null],
    ...[tools.length, failures.length],
    ...(spent === null ? spentColumns.map(() => null) : cellsOf(bucket, spent, prices)),
    ...[spent === null ? 0 : 1, spent?.stated === true ? 1 : 0],
    answerId,
  ]
}

function cellsOf({ model, day }: Counted['bucket'], spent: Spent, prices: readonly Price[]): Cell[] {
  const { stated, costUsd, ...tokens } = spent
  if (stated) return spentCells(spent, costUsd, null)
  return spentCells(spent, null, estimatedBy(prices, [{ model, day, answers: 1, ...tokens }]))
}
