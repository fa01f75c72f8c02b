import { sumsOf, type AnswerSums, answerSums } from '../../domain/pathUsage.ts'
import type { Conversation, UsageSums } from '../../domain/model.ts'
import { headOf } from '../read/paths.ts'
import type { Scope } from '../scope.ts'
import { byActivity, walkList, walkPages, type Page } from '../read/walkList.ts'

export type UsageOf = 'PATH' | 'OWN' | 'TREE'

/**
 * Returns what answers cost, as stored: those of the path to the head, from the sums that its nodes keep; those recorded
 * in the conversation; or those and what was recorded in its forks, deleted ones too. Each answer counts once.
 */
export async function usageOf(scope: Scope, conversation: Conversation, of: UsageOf): Promise<UsageSums> {
  if (of === 'PATH') return sumsOf((await headOf(scope, conversation))?.place.usage ?? null)
  const sums = answerSums()
  await addRecorded(scope, conversation.id, sums)
  if (of === 'TREE') for await (const id of forksBelow(scope, conversation.id)) await addRecorded(scope, id, sums)
  return sums.total()
}

const pageLength = 500

/** Whoever is listed is looked at once and let go: a conversation may be long. */
async function addRecorded(scope: Scope, owner: string, sums: AnswerSums): Promise<void> {
  for await (const page of walkList(scope.reads, 'observationsOfConversation', owner, { limit: pageLength })) {
    scope.signal?.throwIfAborted()
    for (const observation of page) if (observation.place !== null) sums.add(observation)
  }
}

const any = {
  origin: null,
  cwd: null,
  title: null,
  activeAfter: null,
  activeBefore: null,
  includeDeleted: true,
  leaveOut: [],
} as const

/** Deletion hides words, not what they cost. */
async function* forksBelow({ store }: Scope, id: string): AsyncGenerator<string> {
  const waiting = [id]
  for (let source = waiting.pop(); source !== undefined; source = waiting.pop()) {
    const query = { ...any, metadata: [], forkedFrom: source }
    const read = (page: Page) => store.conversationList({ ...query, ...page })
    for await (const forks of walkPages(read, byActivity, { limit: pageLength })) {
      for (const fork of forks) yield fork.id
      waiting.push(...forks.map((fork) => fork.id))
    }
  }
}
