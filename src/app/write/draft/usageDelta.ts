import type { CallNames, Counted } from '../../../domain/usage/counted.ts'
import { changesCounts, countedOf, failedCalls } from '../../../domain/usage/counted.ts'
import type { Counting } from '../../../domain/changes.ts'
import type { Conversation, Message, Observation, TreeNode } from '../../../domain/model.ts'
import { answeredCalls } from '../../../domain/context/toolPairs.ts'
import { resultIds } from '../../../domain/messages/blocks.ts'
import type { Reads } from '../../read/reads.ts'
import { nodeAt, treeNode } from '../../read/paths.ts'

/** What a draft collects for the sums of analytics. */
export interface UsageDraft {
  readonly names: Map<string, CallNames>
  readonly recounts: { readonly before: Counted; readonly after: Counted }[]
}

/** Returns a draft that says nothing yet. */
export const createCounting = (): UsageDraft => ({ names: new Map(), recounts: [] })

/** Returns what drafts say together; undefined where they say nothing, as nearly always. */
export function usageDeltaOf(drafts: readonly { readonly counting: UsageDraft }[]): Counting | undefined {
  const names = new Map(drafts.flatMap(({ counting }) => [...counting.names]))
  const recounts = drafts.flatMap(({ counting }) => counting.recounts)
  return names.size + recounts.length === 0 ? undefined : { names, recounts }
}

/** Returns the tools behind the failures that a turn reports: the names in the calls of its path. */
export async function namesOfFailures(
  reads: Reads,
  parent: TreeNode | null,
  { blocks }: Pick<Observation, 'blocks'>,
): Promise<CallNames> {
  const failed = new Set(failedCalls(blocks))
  if (failed.size === 0 || parent === null) return new Map()
  const calls = answeredCalls(parent.place, blocks)
  const names = new Map<string, string>()
  for (const [k, callId] of resultIds(blocks).entries()) {
    const call = calls[k]
    if (!call || !failed.has(callId)) continue
    // A parent at hand may be without its content.
    const { depth } = call
    const caller =
      depth === parent.place.depth ? await reads.observation(parent.id) : await nodeAt(reads, parent, 'depth', depth)
    const result = caller?.blocks.find((block) => block.type === 'toolCall' && block.callId === callId)
    if (result?.type === 'toolCall') names.set(callId, result.name)
  }
  return names
}

/** Notes that a correction makes the newest turn of a message count otherwise. */
export async function recountCorrected(
  reads: Reads,
  { conversation, counting }: { readonly conversation: Conversation; readonly counting: UsageDraft },
  before: Message,
  after: Message,
): Promise<void> {
  if (!changesCounts(after)) return
  const latest = await reads.observation(before.latestId)
  if (latest === null) return
  const names = await namesAround(reads, latest)
  counting.recounts.push({
    before: countedOf(latest, conversation, before, names),
    after: countedOf(latest, conversation, after, names),
  })
}

/** Notes that corrections of a message hold for the turn that was just stored, and no more for the newest before it. */
export async function recountStored(
  reads: Reads,
  { conversation, counting }: { readonly conversation: Conversation; readonly counting: UsageDraft },
  before: Message,
  after: Message,
  stored: Observation,
): Promise<void> {
  if (!changesCounts(after) || before.latestId === after.latestId) return
  const latest = await reads.observation(before.latestId)
  for (const [one, [from, to]] of [
    [latest, [before, null]],
    [stored, [null, after]],
  ] as const) {
    if (one === null) continue
    const names = await namesAround(reads, one)
    counting.recounts.push({
      before: countedOf(one, conversation, from, names),
      after: countedOf(one, conversation, to, names),
    })
  }
}

async function namesAround(reads: Reads, observation: Observation): Promise<CallNames> {
  const parentId = observation.place?.parentId ?? null
  return parentId === null
    ? new Map()
    : namesOfFailures(reads, treeNode(await reads.observation(parentId)), observation)
}
