import type { ConversationId } from '../../domain/model.ts'
import { badInput } from '../../domain/refusals.ts'
import { checkId } from '../write/checks.ts'
import type { Draft } from '../write/draft/draft.ts'
import type { StoreTurn } from './turnInput.ts'
import type { StoredTurn } from './place/target.ts'

/** What every host calls a branch: strangers' talks would be one conversation. */
const shared: ReadonlySet<string> = new Set(['main', 'master', 'trunk', 'default', 'head'])

/** Returns the conversation that a branch alone names, null where a turn names neither; refuses a name that all hosts use. */
export function branchConversation({ branchId }: StoreTurn): ConversationId | null {
  if (branchId == null) return null
  if (!shared.has(branchId.trim().toLowerCase())) return checkId(branchId, 'branchId')
  const why = 'every host uses that name, so the talks of strangers would be one conversation'
  throw badInput(`"${branchId}" alone names no conversation: ${why}. Give a "conversationId".`, { branchId }, [
    'branchId',
  ])
}

/** Returns what was stored, with a warning at the first turn of each conversation that was made under its branch's name. */
export function withBranchWarnings(
  turns: readonly { readonly conversationId: ConversationId; readonly isOfBranch: boolean }[],
  drafts: ReadonlyMap<ConversationId, Draft>,
  stored: readonly StoredTurn[],
): StoredTurn[] {
  const reportedNames = new Set<string>()
  return stored.map((one, i) => {
    const turn = turns[i]
    const draft = turn?.isOfBranch ? drafts.get(turn.conversationId) : undefined
    if (!draft || draft.before !== null || reportedNames.has(draft.conversation.id)) return one
    reportedNames.add(draft.conversation.id)
    return { ...one, warnings: [...one.warnings, branchWarning(draft.conversation.id)] }
  })
}

function branchWarning(branchId: string): StoredTurn['warnings'][number] {
  return {
    code: 'BRANCH_NAMES_CONVERSATION',
    message: `No conversation was named: the branch "${branchId}" is one of that name from now on.`,
    details: { branchId },
  }
}
