import type { Changes, Counting } from '../../../domain/changes.ts'
import { changesCounts, countedOf, failedCalls, isCounted, type CallNames } from '../../../domain/usage/counted.ts'
import type { Conversation, Message, Observation } from '../../../domain/model.ts'
import type { Scope } from '../../scope.ts'
import { namesOfFailures } from '../../write/draft/usageDelta.ts'
import { scopeWithPending } from '../../write/lanes/pendingWrite.ts'
import type { Reads } from '../../read/reads.ts'
import { treeNode } from '../../read/paths.ts'

type Recount = Counting['recounts'][number]

/** Returns what the sums of analytics need to know of a later state; null where that is nothing. */
export async function usageDeltaOfLater(scope: Scope, changes: Changes): Promise<Counting | null> {
  const { reads } = scopeWithPending(scope, { changes, over: Promise.resolve() })
  const names = new Map<string, CallNames>()
  for (const one of changes.observations) {
    const callNames = await namesOf(reads, one)
    if (callNames.size > 0) names.set(one.id, callNames)
  }
  const stored = await scope.store.messages(changes.messages.map(({ value }) => value.id))
  const recounts: Recount[] = []
  for (const [i, { value }] of changes.messages.entries()) recounts.push(...(await recountsOf(reads, stored[i] ?? null, value))) // prettier-ignore
  return names.size + recounts.length === 0 ? null : { names, recounts }
}

async function namesOf(reads: Reads, { place, blocks }: Observation): Promise<CallNames> {
  if (place?.parentId == null || failedCalls(blocks).length === 0) return new Map()
  return namesOfFailures(reads, treeNode(await reads.observation(place.parentId)), { blocks })
}

/** A message's newest turn counts with its corrections, and every other one as it was stored. */
async function recountsOf(reads: Reads, before: Message | null, after: Message): Promise<Recount[]> {
  const recounts: Recount[] = []
  const conversation = (await reads.conversation(after.conversationId)) as Conversation
  for (const id of new Set([...(before ? [before.latestId] : []), after.latestId])) {
    const [from, to] = [before, after].map((one) => (one?.latestId === id && changesCounts(one) ? one : null))
    const observation = from || to ? await reads.observation(id) : null
    if (observation === null || !isCounted(observation)) continue
    const names = await namesOf(reads, observation)
    recounts.push({
      before: countedOf(observation, conversation, from ?? null, names),
      after: countedOf(observation, conversation, to ?? null, names),
    })
  }
  return recounts
}
