import type { Counting } from '../../../domain/changes.ts'
import type { Conversation, Message, Observation } from '../../../domain/model.ts'
import { changesCounts, countedOf, failedCalls, isCounted, type CallNames } from '../../../domain/usage/counted.ts'
import { asTreeNode } from '../../read/paths.ts'
import type { Reads } from '../../read/reads.ts'
import { namesOfFailures } from './usageDelta.ts'

/**
 * Returns what turns count otherwise once a message is as `after` says: its newest turn counts with its corrections, and every
 * other one as it was stored.
 */
export async function recountsOf(reads: Reads, before: Message | null, after: Message): Promise<Counting['recounts']> {
  const recounts: Counting['recounts'][number][] = []
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

/** Returns the names of the tools whose failures an observation reports, by their call ids. */
export async function namesOf(reads: Reads, { place, blocks }: Observation): Promise<CallNames> {
  if (place?.parentId == null || failedCalls(blocks).length === 0) return new Map()
  return namesOfFailures(reads, asTreeNode(await reads.observation(place.parentId)), { blocks })
}
