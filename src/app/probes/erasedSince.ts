import type { Conversation, ConversationId, TreeNode } from '../../domain/model.ts'
import { Refusal } from '../../domain/refusals.ts'
import { walk } from '../read/paths.ts'
import { unkept, walkList } from '../read/walkList.ts'
import type { Scope } from '../scope.ts'

/** The last line of the ledger of each conversation behind a probe's point of which something was erased before. */
export type LedgerEnds = readonly (readonly [ConversationId, number])[]

const pageLength = 100

/** Returns where the ledgers of a conversation and its sources end, of those of which something was erased. */
export async function ledgerEnds(scope: Scope, conversation: Conversation): Promise<LedgerEnds> {
  const ends: [ConversationId, number][] = []
  for (const { id } of await erasedOf(scope, conversation)) {
    const [newest] = await unkept(scope).list({ list: 'events', owner: id, after: null, limit: 1 })
    ends.push([id, newest?.seq ?? 0])
  }
  return ends
}

/**
 * Refuses a probe of whose place something was erased after it was asked: its prompt and its answer may repeat that. `ends` are the
 * ledgers' ends of then.
 */
export async function checkUnerased(
  scope: Scope,
  conversation: Conversation,
  node: TreeNode | null,
  ends: LedgerEnds,
): Promise<void> {
  const known = new Map(ends)
  for (const { id } of await erasedOf(scope, conversation)) {
    const erasureIds = await erasuresBehind(scope, id, known.get(id) ?? 0)
    if (erasureIds.size === 0) continue
    const isGone =
      (id === conversation.id && (await hasNothingLeft(scope, id))) || (await holdsErased(scope, node, erasureIds))
    if (isGone) throw refusal(id, [...erasureIds][0] ?? null)
  }
}

async function erasedOf({ reads }: Scope, conversation: Conversation): Promise<Conversation[]> {
  return [conversation, ...(await reads.lineage(conversation.id))].filter(({ hasErased }) => hasErased === true)
}

/** Returns the erasures of which a ledger has lines behind one of its lines. */
async function erasuresBehind(scope: Scope, id: ConversationId, last: number): Promise<ReadonlySet<string>> {
  const erasureIds = new Set<string>()
  for await (const page of walkList(unkept(scope), 'events', id, { limit: pageLength }))
    for (const { seq, kind, details } of page) {
      if ((seq ?? 0) <= last) return erasureIds
      const { erasureId } = details
      if (kind === 'ERASE' && typeof erasureId === 'string') erasureIds.add(erasureId)
    }
  return erasureIds
}

async function hasNothingLeft(scope: Scope, id: ConversationId): Promise<boolean> {
  for await (const page of walkList(unkept(scope), 'observationsOfConversation', id, { limit: pageLength }))
    if (page.some(({ erased }) => erased === undefined)) return false
  return true
}

async function holdsErased(scope: Scope, node: TreeNode | null, by: ReadonlySet<string>): Promise<boolean> {
  if (node !== null)
    for await (const nodes of walk(scope.reads, node))
      if (nodes.some(({ erased }) => erased !== undefined && by.has(erased.by))) return true
  return false
}

function refusal(conversationId: ConversationId, erasureId: string | null): Refusal {
  return new Refusal(
    'ERASED',
    { conversationId, erasureId },
    `Something that this probe was asked about was erased in conversation "${conversationId}": ask it again.`,
    ['probe'],
  )
}
