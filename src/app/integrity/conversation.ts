import { isDeepStrictEqual } from 'node:util'
import { keepsText, withHead } from '../../domain/tree/growth.ts'
import { isLineOfFork } from '../../domain/tree/forkLine.ts'
import { emptyShape } from '../../domain/tree/junctions.ts'
import type { Conversation, Json } from '../../domain/model.ts'
import { changedAtIn } from '../../formats/reading/changedAt.ts'
import { asObject } from '../../formats/reading/values.ts'
import { textAt } from '../read/titles/titleAndPreview.ts'
import { wholeCount } from '../read/lists.ts'
import { unkept, walkList } from '../read/walkList.ts'
import { headOf } from '../read/paths.ts'
import type { Scope } from '../scope.ts'
import type { Find } from './finding.ts'
import type { Nodes } from './tally.ts'
import { shapeOf } from './tally.ts'
import { checkInheritedResults, checkOpenCalls } from './toolPairs.ts'

/** Counts and texts of the conversation itself, its head and its ledger. */
export async function checkConversation(scope: Scope, { conversation, point, tally, find }: Nodes): Promise<void> {
  const head = await headOf(scope, conversation)
  if (conversation.headId !== null && !head)
    find('HEAD_MISSING', `The head ${conversation.headId} is missing.`, { headId: conversation.headId })
  const above = point ? { nodes: point.place.depth + 1, roots: 1, toolCalls: point.place.calls } : emptyShape
  const shape = {
    ...conversation.shape,
    ...shapeOf(tally, above),
    leaves: (await wholeCount(scope, 'tips', conversation.id)) + (point && !tally.pointUsed ? 1 : 0),
    sidechains: await wholeCount(scope, 'sidechains', conversation.id),
  }
  if (!isDeepStrictEqual(shape, { ...conversation.shape }))
    find('SHAPE_DIFFERS', 'The tree is not of the shape that was counted.', {
      counted: conversation.shape as unknown as Json,
      found: shape,
    })
  const expected = withHead(conversation, head, await textAt(scope.reads, conversation, head))
  // What others said may be corrected without a write to who shows it: then the texts are derived when they are read.
  const texts = keepsText(conversation) ? (['derivedTitle', 'preview'] as const) : []
  for (const name of ['turnCount', ...texts] as const)
    if (expected[name] !== conversation[name])
      find('SUMMARY_DIFFERS', `"${name}" does not follow from the path to the head.`, {
        name,
        kept: conversation[name],
        found: expected[name],
      })
  const activityAt = tally.activityAt || conversation.createdAt
  const changedAt = changedAtIn(asObject(conversation.metadata['imported']))
  // An erasure takes that time out of what is known of a file.
  const isForgotten = conversation.hasErased === true && changedAt === null && conversation.activityAt > activityAt
  if (activityAt !== conversation.activityAt && changedAt !== conversation.activityAt && !isForgotten)
    find('SUMMARY_DIFFERS', 'The latest activity is not that of the newest turn.', {
      name: 'activityAt',
      kept: conversation.activityAt,
      found: activityAt,
    })
  if (tally.deleted !== conversation.deletedTurns)
    find('SUMMARY_DIFFERS', 'The count of deleted messages is wrong.', {
      name: 'deletedTurns',
      kept: conversation.deletedTurns,
      found: tally.deleted,
    })
  // Once a correction is erased, whether there was one says no more than that something may have been corrected.
  if (tally.hasCorrections !== conversation.hasCorrections && !(conversation.hasErased && conversation.hasCorrections))
    find('SUMMARY_DIFFERS', 'Whether it has corrected messages is not as its messages are.', {
      name: 'hasCorrections',
      kept: conversation.hasCorrections,
      found: tally.hasCorrections,
    })
  if (tally.showsOthers !== conversation.showsOthers)
    find('SUMMARY_DIFFERS', 'Whether it holds copies of others is not as its nodes are.', {
      name: 'showsOthers',
      kept: conversation.showsOthers,
      found: tally.showsOthers,
    })
  await checkLedger(scope, conversation, find)
  if (head === null) return
  await checkOpenCalls(scope, head, find)
  await checkInheritedResults(scope, conversation, head, find)
}

async function checkLedger(scope: Scope, conversation: Conversation, find: Find): Promise<void> {
  const [newest] = await scope.reads.list({ list: 'events', owner: conversation.id, after: null, limit: 1 })
  const count = await wholeCount(scope, 'events', conversation.id)
  if ((newest?.seq ?? 0) !== count)
    find('LEDGER_GAP', `The ledger has ${count} lines but ends at ${newest?.seq ?? 0}.`, {
      lines: count,
      last: newest?.seq ?? 0,
    })
  await checkForkLines(scope, conversation, find)
}

const pageLength = 500

/** Each line of a fork, in its own ledger and in its source's, says where it left; its own ledger has the one that made it. */
async function checkForkLines(scope: Scope, { id, forkedFrom }: Conversation, find: Find): Promise<void> {
  const hasForks = (await unkept(scope).list({ list: 'everyFork', owner: id, after: null, limit: 1 })).length > 0
  if (forkedFrom === null && !hasForks) return
  let isMade = false
  for await (const page of walkList(unkept(scope), 'ledger', id, { limit: pageLength }))
    for (const line of page) {
      const { id: eventId, kind, pathHash, seq } = line
      isMade ||= isLineOfFork(line, forkedFrom)
      if (kind === 'FORK' && pathHash === null)
        find('LEDGER_GAP', `Line ${seq ?? 0} of the ledger is of a fork and has no path hash.`, { seq, eventId })
    }
  if (forkedFrom === null || isMade) return
  const { eventId } = forkedFrom
  find('LEDGER_GAP', `It was forked by the event ${eventId}, which is no such line of its ledger.`, { eventId })
}
