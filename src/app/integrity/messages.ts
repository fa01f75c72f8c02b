import { isDeepStrictEqual } from 'node:util'
import { latestOf, messageRules, observedOf } from '../../domain/messages/messageSnapshot.ts'
import { livePart } from '../../domain/erasure/erasedMessage.ts'
import type { Instant, Message, Observation } from '../../domain/model.ts'
import { isDeleted, snapshotOf, type Observed } from '../../domain/messages/snapshot.ts'
import type { Scope } from '../scope.ts'
import type { Find } from './finding.ts'
import { checkRelationships, checkStatedEdges } from './edges.ts'
import type { Checked } from './named.ts'
import { observationsOf, presentOf } from '../turns/snapshots.ts'

/** Compares messages of a conversation with their observations and their relationships. */
export async function checkMessages(
  scope: Scope,
  page: readonly Message[],
  checked: Checked,
  find: Find,
): Promise<void> {
  await Promise.all(page.map((message) => checkMessage(scope, message, find)))
  const things = page.map(({ id }) => ({ kind: 'MESSAGE' as const, id }))
  await checkRelationships(scope, things, checked, find)
}

/**
 * Compares a message with its history: the snapshot that is kept with the one that all observations make, whether it is
 * deleted, which turn observation is the newest, and how many observations there are.
 */
async function checkMessage(scope: Scope, message: Message, find: Find): Promise<void> {
  const { history, count } = await historyOfMessage(scope, message)
  await checkStatedEdges(scope, message, history, find)
  const observed = history.map(observedOf)
  const live = livePart(history)
  const latest =
    (message.erased ? latestOf(history.filter(({ id }) => id === message.latestId)) : latestOf(live))?.id ?? null
  const snapshot = await presentOf(scope, { ...message, deleted: false })
  const result = message.erased ? null : snapshotOf(live.map(observedOf).filter(givesValues), messageRules)
  const sameValue = isDeepStrictEqual([snapshot?.fields, snapshot?.provenance], [result?.fields, result?.provenance])
  const sameTime = message.erased ? latestOf(live) === null : snapshot?.computedAt === snapshotTime(live)
  const isSame =
    count === message.observationCount && latest === message.latestId && message.deleted === isDeleted(observed)
  if (isSame && sameValue && sameTime) return
  const details = { messageId: message.id, kept: message.observationCount, found: count, latest }
  find('MESSAGE_DIFFERS', `What is kept of message "${message.id}" does not follow from its observations.`, details)
}
const givesValues = ({ kind }: Observed) => kind !== 'DELETION' && kind !== 'RESTORATION'

function snapshotTime(history: readonly Observation[]): Instant | undefined {
  return history
    .map(({ observedAt }) => observedAt)
    .sort()
    .at(-1)
}

/** What enters a message's snapshots, and how many observations are counted with it: no copies of other conversations. */
async function historyOfMessage(scope: Scope, message: Message): Promise<{ history: Observation[]; count: number }> {
  const all: Observation[] = []
  for await (const page of observationsOf(scope, message.id)) all.push(...page)
  const history = all.filter(({ copyOf }) => copyOf === null)
  const copies = all.filter((one) => one.copyOf !== null && one.conversationId === message.conversationId)
  return { history, count: history.length + copies.length }
}
