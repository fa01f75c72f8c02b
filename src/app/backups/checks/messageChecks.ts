import { isDeepStrictEqual } from 'node:util'
import type { Contents } from '../../../domain/contents.ts'
import {
  latestOf,
  messageRules,
  newestTime,
  observedOf,
  presentSnapshot,
} from '../../../domain/messages/messageSnapshot.ts'
import { livePart } from '../../../domain/erasure/erasedMessage.ts'
import type { Message, Observation } from '../../../domain/model.ts'
import { isDeleted, snapshotOf } from '../../../domain/messages/snapshot.ts'
import type { Unsegmented } from '../../../formats/ndjson/values.ts'
import type { Scratch, ScratchMap } from '../../../formats/scratch.ts'
import { differing } from './refusals.ts'

interface MessageSummary {
  readonly message: Message
  readonly line: number
  /** How many of its observations came. */
  readonly count: number
}

/** Checks what is kept of messages against their observations: of most there is one, and it says all. */
export class MessageChecks {
  readonly #messages: ScratchMap<MessageSummary>
  readonly #history: ScratchMap<Observation>

  constructor(scratch: Scratch) {
    this.#messages = scratch.map('messages')
    this.#history = scratch.map('history')
  }

  message(message: Contents['message'], line: number): void {
    this.#messages.set(message.id, { message, line, count: 0 })
  }

  /** Copies that other conversations hold enter no snapshot and are not counted. */
  observation(node: Unsegmented): void {
    const known = node.messageId === null ? undefined : this.#messages.get(node.messageId)
    if (!known || (node.copyOf !== null && node.conversationId !== known.message.conversationId)) return
    this.#history.set(`${known.message.id}\n${known.count}`, { ...node, place: null })
    this.#messages.set(known.message.id, { ...known, count: known.count + 1 })
  }

  finish(): void {
    for (const [id, { message, line, count }] of this.#messages.entries()) {
      const all = Array.from({ length: count }, (_, i) => this.#history.get(`${id}\n${i}`) as Observation)
      const wrong = wrongIn(message, all)
      if (wrong !== null) throw differing(line, wrong, 'its observations make')
    }
  }
}

/** Returns the member of a message that does not follow from its observations; null where all do. */
function wrongIn(message: Message, all: readonly Observation[]): keyof Message | null {
  if (message.observationCount !== all.length) return 'observationCount'
  const history = all.filter(({ copyOf }) => copyOf === null)
  const live = livePart(history)
  const observedAll = history.map(observedOf)
  if (message.erased) return latestOf(live) !== null || message.deleted !== isDeleted(observedAll) ? 'erased' : null
  const latest = latestOf(live)
  if (latest?.id !== message.latestId) return 'latestId'
  if (latest.observedAt !== message.latestAt) return 'latestAt'
  const observed = live.map(observedOf)
  if (message.deleted !== isDeleted(observedAll)) return 'deleted'
  const newest = live.reduce((last, { observedAt }) => (observedAt > last ? observedAt : last), '')
  if (newestTime(message) !== newest) return 'overlay'
  const restated = message.restated ? [message.restated] : []
  const ids = [message.latestId, ...[...message.others, ...restated].map(({ observationId }) => observationId)]
  const sources = ids.flatMap((id) => history.find((one) => one.id === id) ?? [])
  const snapshot = presentSnapshot({ ...message, deleted: false }, sources)
  const result = snapshotOf(
    observed.filter(({ kind }) => kind === 'TURN' || kind === 'RESTATEMENT' || kind === 'CORRECTION'),
    messageRules,
  )
  return isDeepStrictEqual([snapshot?.fields, snapshot?.provenance], [result?.fields, result?.provenance])
    ? null
    : 'overlay'
}
