import type { Scope } from '../../../app/scope.ts'
import { checkId } from '../../../app/write/checks.ts'
import { messageId, turnIdOf } from '../../../domain/ids.ts'
import type { Role } from '../../../domain/model.ts'

/** How many turns below one place are looked at for an earlier version. */
const looked = 100

/** Returns the turn below a place of which one of that role is another version; null: none is there. */
export async function versionOf(
  { reads }: Scope,
  conversationId: string,
  parentId: string,
  role: Role,
): Promise<string | null> {
  const parent = await reads.observation(parentId)
  const children = await reads.list({ list: 'children', owner: parentId, after: null, limit: looked })
  const places = [conversationId, parent?.conversationId]
  const observation = children.find(
    (child) => child.kind === 'TURN' && child.role === role && places.includes(child.conversationId),
  )
  return observation ? turnIdOf(observation.messageId) : null
}

/**
 * Returns what the turn of an answer is called: as the provider calls the answer, or as an answer that stands at the same place
 * already, of which this one is another version. `parentId` is null where it follows turns that are new.
 */
export async function answerTurnId(
  scope: Scope,
  conversationId: string,
  parentId: string | null,
  answerId: string | null,
): Promise<string> {
  const version = parentId === null ? null : await versionOf(scope, conversationId, parentId, 'ASSISTANT')
  if (version !== null) return version
  if (answerId === null || !isId(answerId)) return scope.fresh.id()
  return (await scope.reads.message(messageId(conversationId, answerId))) === null ? answerId : scope.fresh.id()
}

function isId(id: string): boolean {
  try {
    return checkId(id, 'id') === id
  } catch {
    return false
  }
}
