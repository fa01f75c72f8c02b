import type { Changes } from '../changes.ts'
import { countOfAnswer, partsOfTurn, withPart, type AnswerCount, type AnswerPart, type PartChange } from './answer.ts'
import { countedOf, dayOf, isCounted, type Bucket, type Counted } from './counted.ts'
import { answerSumNames, answerSumOf, type AnswerSum, type Spent } from './counters.ts'
import type { Conversation, NewEvent } from '../model.ts'
import { own } from '../../runtime/own.ts'

/** What the turns of a bucket come to. */
export interface UsageSum extends Bucket, AnswerSum {
  /** Whose first observation it was. */
  readonly messages: number
  readonly observations: number
}
/** What one tool comes to there: its calls and failures, and its share of the usage of the turns that call it. */
export interface ToolSum extends Bucket, AnswerSum {
  readonly tool: string
  readonly calls: number
  readonly errors: number
}
/** How often something happened to a conversation on a day. */
export interface MoveSum extends Pick<Bucket, 'conversationId' | 'experiment' | 'day'> {
  readonly kind: MoveKind
  readonly count: number
}
/** REPLACED: turns were stored by which others left the transcript. */
export type MoveKind = 'REWIND' | 'UNDO' | 'REPLACED'

/** What changes add to the sums that are kept; `parts` add what they do once it is known which others there are. */
export interface Rollup {
  readonly usage: readonly UsageSum[]
  readonly tools: readonly ToolSum[]
  readonly moves: readonly MoveSum[]
  readonly parts: readonly PartChange[]
}

/** What changes add where none of the answers that they name is known: the sums, and each answer with its parts. */
export interface Alone {
  readonly sums: Omit<Rollup, 'parts'>
  readonly answers: ReadonlyMap<string, readonly AnswerPart[]>
}

/** Sums that are folded key by key. */
export interface Fold {
  /** Adds what a turn counts, or takes it off again (-1). */
  turn(counted: Counted, sign: 1 | -1): void
  /** Adds a message where its first observation stands. */
  message(bucket: Bucket): void
  answer(count: AnswerCount | null, sign: 1 | -1): void
  move(move: MoveSum): void
  /** Counts the parts of answers as if nobody had named these before; null where one takes a part off. */
  alone(): Alone | null
  result(): Rollup
}

/** No two buckets have one: days are of one length, and a role has no colon. */
const keyOf = ({ conversationId, day, role, model }: Bucket, tool = ''): string =>
  `${conversationId.length}:${conversationId}${day}${role}:${model.length}:${model}${tool}`
const noAnswers = Object.fromEntries(answerSumNames.map((name) => [name, 0])) as unknown as AnswerSum
const noSum = { ...noAnswers, messages: 0, observations: 0 }
const one = {
  observation: { observations: 1 },
  message: { messages: 1 },
  call: { calls: 1 },
  error: { errors: 1 },
}
const noTool = { ...noAnswers, calls: 0, errors: 0 }

/** Returns sums of nothing yet. */
export const createFold = (): Fold => new FoldedSums()

/** A class, as every append makes one: closures would cost more than what they add. */
class FoldedSums implements Fold {
  readonly #usage = new Map<string, UsageSum>()
  readonly #tools = new Map<string, ToolSum>()
  readonly #moves = new Map<string, MoveSum>()
  readonly #parts: PartChange[] = []
  /** A turn, its message and its answer come with the same bucket. */
  #last: { readonly bucket: Bucket | null; readonly sum: object } = { bucket: null, sum: {} }

  turn(counted: Counted, sign: 1 | -1): void {
    const { bucket, answerId, usage } = counted
    this.#addUsage(bucket, one.observation, sign)
    for (const tool of counted.tools) this.#addTool(bucket, tool, one.call, sign)
    for (const tool of counted.failures) this.#addTool(bucket, tool, one.error, sign)
    if (usage !== null && answerId === null) this.#addAnswer(bucket, usage, counted.tools, sign)
    for (const change of partsOfTurn(counted)) this.#parts.push(sign === 1 ? change : { ...change, part: null })
  }
  message(bucket: Bucket): void {
    this.#addUsage(bucket, one.message, 1)
  }
  answer(count: AnswerCount | null, sign: 1 | -1): void {
    if (count !== null) this.#addAnswer(count.bucket, count.usage, count.tools, sign)
  }
  move(move: MoveSum): void {
    const key = JSON.stringify([move.conversationId, move.day, move.kind])
    this.#moves.set(key, { ...move, count: (this.#moves.get(key)?.count ?? 0) + move.count })
  }
  alone(): Alone | null {
    const answers = partsAlone(this.#parts)
    if (answers === null) return null
    for (const parts of answers.values()) this.answer(countOfAnswer(parts), 1)
    return { sums: this.#sums(), answers }
  }
  result(): Rollup {
    return { ...this.#sums(), parts: this.#parts }
  }

  #sums(): Omit<Rollup, 'parts'> {
    return {
      usage: [...this.#usage.values()].filter((sum) => holds(sum, noSum)),
      tools: [...this.#tools.values()].filter((sum) => holds(sum, noTool)),
      moves: [...this.#moves.values()],
    }
  }
  #addUsage(bucket: Bucket, added: Partial<typeof noSum>, sign: 1 | -1): void {
    if (bucket !== this.#last.bucket) this.#last = { bucket, sum: this.#usageOf(bucket) }
    add(this.#last.sum, added, sign)
  }
  #usageOf(bucket: Bucket): UsageSum {
    const { conversationId, experiment, day, role, model } = bucket
    const key = keyOf(bucket)
    const known = this.#usage.get(key)
    if (known !== undefined) return known
    const sum = { conversationId, experiment, day, role, model, ...noSum }
    this.#usage.set(key, sum)
    return sum
  }
  #addTool(bucket: Bucket, tool: string, added: Partial<typeof noTool>, sign: 1 | -1): void {
    const key = keyOf(bucket, tool)
    const known = this.#tools.get(key)
    const sum = known ?? { ...bucket, tool, ...noTool }
    if (known === undefined) this.#tools.set(key, sum)
    add(sum, added, sign)
  }
  #addAnswer(bucket: Bucket, spent: Spent, tools: readonly string[], sign: 1 | -1): void {
    const sum = answerSumOf(spent)
    this.#addUsage(bucket, sum, sign)
    tools.forEach((tool, k) => {
      this.#addTool(bucket, tool, shareOf(sum, tools.length, k), sign)
    })
  }
}

function partsAlone(changes: readonly PartChange[]): Map<string, readonly AnswerPart[]> | null {
  const answers = new Map<string, readonly AnswerPart[]>()
  for (const change of changes) {
    if (change.part === null) return null
    answers.set(change.answerId, withPart(answers.get(change.answerId) ?? [], change))
  }
  return answers
}

/** In place: every append does this a few times. */
function add(sum: object, added: object, sign: 1 | -1): void {
  const [sums, values] = [sum as Record<string, number>, added as Readonly<Record<string, number>>]
  // own-members: names of sums alone, and fast
  for (const name in values) sums[name] = capped((sums[name] ?? 0) + sign * (values[name] ?? 0))
}

/** Beyond this a number would not keep its value. */
const capped = (sum: number) => Math.max(-Number.MAX_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, sum))

function holds(sum: object, names: object): boolean {
  return Object.keys(names).some((name) => own(sum as Record<string, unknown>, name) !== 0)
}

/** Returns the share of the `k`th of `count` calls: whole numbers evenly, and to the first what is left of them. */
export function shareOf(whole: AnswerSum, count: number, k: number): AnswerSum {
  // Nearly every turn that calls a tool calls one.
  if (count === 1) return whole
  const shares = Object.entries(whole).map(([name, value]: [string, number]) => {
    if (name === 'costUsd') return [name, value / count]
    const even = Math.floor(value / count)
    return [name, k === 0 ? value - even * (count - 1) : even]
  })
  return Object.fromEntries(shares) as AnswerSum
}

/** Returns what changes add to the sums. Pure: what the answers were before is the store's to know. */
export const rollupOf = (changes: Changes): Rollup => foldOf(changes).result()

/** Returns the same, still to be added to. */
export function foldOf(changes: Changes): Fold {
  const fold = createFold()
  const values = new Map(changes.conversations.map(({ value }) => [value.id, value]))
  const originOf = (id: string): Pick<Conversation, 'origin'> => values.get(id) ?? { origin: 'HOST' }
  const { names, recounts } = changes.counting ?? { names: undefined, recounts: [] }
  const waiting = new Set(changes.messages.filter(({ isNew }) => isNew).map(({ value }) => value.id))
  for (const observation of changes.observations) {
    const origin = originOf(observation.conversationId)
    const { messageId } = observation
    const counted = observation.role === null ? null : countedOf(observation, origin, null, names?.get(observation.id))
    if (counted && messageId !== null && waiting.delete(messageId)) fold.message(counted.bucket)
    if (counted && isCounted(observation)) fold.turn(counted, 1)
  }
  for (const { before, after } of recounts) {
    fold.turn(before, -1)
    fold.turn(after, 1)
  }
  for (const event of changes.events) {
    const move = event.conversationId === null ? null : moveOf(event, originOf(event.conversationId))
    if (move) fold.move(move)
  }
  return fold
}

/** Returns what an event counts as; null: nothing. */
export function moveOf(
  event: Pick<NewEvent, 'kind' | 'at' | 'conversationId' | 'details'>,
  { origin }: Pick<Conversation, 'origin'>,
): MoveSum | null {
  const { kind, at, conversationId } = event
  const shared = { conversationId: conversationId ?? '', experiment: origin === 'EXPERIMENT', day: dayOf(at) }
  if (kind === 'REWIND' || kind === 'UNDO') return { ...shared, kind, count: 1 }
  const count = kind === 'STORE' ? replacedBy(event) : 0
  return count === 0 ? null : { ...shared, kind: 'REPLACED', count }
}

/** More than are ever stored together. */
const mostReplaced = 1_000_000

/**
 * How many of the turns that were stored together made others leave the transcript; an event names more than one. What no
 * list of turns can come to is a file's word, and not believed.
 */
function replacedBy({ details }: Pick<NewEvent, 'details'>): number {
  const { replacements, leftTranscript } = details
  if (Number.isInteger(replacements) && Number(replacements) >= 0 && Number(replacements) <= mostReplaced)
    return Number(replacements)
  return typeof leftTranscript === 'number' && leftTranscript > 0 ? 1 : 0
}

/** Returns the answers as they stand after changes of their parts, and the rollup with what that adds. */
export function settled(
  rollup: Rollup,
  known: ReadonlyMap<string, readonly AnswerPart[]>,
): { readonly answers: ReadonlyMap<string, readonly AnswerPart[]>; readonly rollup: Omit<Rollup, 'parts'> } {
  const fold = createFold()
  const answers = new Map<string, readonly AnswerPart[]>()
  for (const change of rollup.parts)
    answers.set(change.answerId, withPart(answers.get(change.answerId) ?? known.get(change.answerId) ?? [], change))
  for (const [answerId, parts] of answers) {
    fold.answer(countOfAnswer(known.get(answerId) ?? []), -1)
    fold.answer(countOfAnswer(parts), 1)
  }
  const { usage, tools } = fold.result()
  return {
    answers,
    rollup: { usage: merged(rollup.usage, usage), tools: merged(rollup.tools, tools), moves: rollup.moves },
  }
}

type Keyed = Bucket & { readonly tool?: string }
const names = new Set<string>([...Object.keys(noSum), ...Object.keys(noTool)])

/** One row a key: a store adds each to what it has. */
export function merged<T extends Keyed>(some: readonly T[], others: readonly T[]): T[] {
  if (others.length === 0) return [...some]
  const rows = new Map<string, T>()
  for (const row of [...some, ...others]) {
    const key = keyOf(row, row.tool)
    const known = rows.get(key)
    const added = Object.fromEntries(Object.entries(row).filter(([name]) => names.has(name)))
    if (known) add(known, added, 1)
    else rows.set(key, { ...row })
  }
  return [...rows.values()].filter((row) => {
    const values = row as unknown as Readonly<Record<string, unknown>>
    return [...names].some((name) => Object.hasOwn(row, name) && own(values, name) !== 0)
  })
}
