import { isDeepStrictEqual } from 'node:util'
import type { Conversation } from '../domain/model.ts'
import type { Relationship, Run } from '../domain/things.ts'
import { factOwner, type ListKey, type RelationshipList } from '../storage/graphStore.ts'
import type { Act } from './act.ts'
import type { Find } from './integrity.ts'

const pageLength = 500

/** Compares what a conversation keeps of its runs with the runs, and its relationships with their observations. */
export async function checkThings(act: Act, conversation: Conversation, find: Find): Promise<void> {
  await checkRuns(act, conversation, find)
  for (const end of ['source', 'target'] as const)
    for (const deleted of [false, true]) {
      const thing = { kind: 'CONVERSATION' as const, id: conversation.id }
      await checkRelationships(act, { thing, end, type: null, deleted }, find)
    }
}

/** A fork counts completions on from where its source stood, so only its own last one tells. */
async function checkRuns(act: Act, { id, runs, forkedFrom }: Conversation, find: Find): Promise<void> {
  const found: Run[] = []
  for (let after: ListKey | null = null; ;) {
    const page: Run[] = await act.reads.list({ list: 'runsOfConversation', owner: id, after, limit: pageLength })
    found.push(...page)
    const last = page.at(-1)
    if (page.length < pageLength || !last) break
    after = { sort: last.claimedAt, id: last.runId }
  }
  const open = found
    .filter(({ state }) => state === 'CLAIMED' || state === 'SUSPENDED')
    .map(({ runId, exclusive, state }) => ({ runId, exclusive, suspended: state === 'SUSPENDED' }))
  const kept = runs.open.map(({ runId, exclusive, suspended }) => ({ runId, exclusive, suspended }))
  const last = Math.max(0, ...found.map(({ completionSeq }) => completionSeq ?? 0))
  const completed = last === 0 && forkedFrom !== null ? runs.completed : last
  if (completed === runs.completed && isDeepStrictEqual(byRunId(kept), byRunId(open))) return
  find('RUNS_DIFFER', 'The runs that are open or completed are not those that are kept with the conversation.', {
    kept: { open: kept, completed: runs.completed },
    found: { open, completed },
  })
}

const byRunId = <T extends { readonly runId: string }>(runs: readonly T[]): T[] =>
  [...runs].sort((a, b) => (a.runId < b.runId ? -1 : 1))

async function checkRelationships(act: Act, list: RelationshipList, find: Find): Promise<void> {
  for (let after: ListKey | null = null; ;) {
    const page: Relationship[] = await act.reads.relationshipList({ ...list, after, limit: pageLength })
    await Promise.all(page.map((one) => checkRelationship(act, one, find)))
    const last = page.at(-1)
    if (page.length < pageLength || !last) return
    after = { sort: last.changedAt, id: last.id }
  }
}

async function checkRelationship(act: Act, { id, factCount }: Relationship, find: Find): Promise<void> {
  const owner = factOwner({ ownerKind: 'RELATIONSHIP', ownerId: id })
  const found = await act.reads.count('factsOf', owner, Number.MAX_SAFE_INTEGER)
  if (found === factCount) return
  find('RELATIONSHIP_DIFFERS', `Relationship "${id}" has not so many observations as are counted.`, {
    relationshipId: id,
    kept: factCount,
    found,
  })
}
