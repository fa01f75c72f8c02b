/** Messages and forks whose rows were whole: a file of the commit before rows left out what follows from others was filled by it. */
import { forkConversation } from '../../../src/app/forks/forkConversation.ts'
import type { Scope } from '../../../src/app/scope.ts'
import { say } from '../../support/talk.ts'

/** An id that is no UUID, and as long as one. */
export const longId = 'a-fork-whose-id-has-thirty-six-signs'

/** Fills a tenant with them. */
export async function fillWholeRows(scope: Scope): Promise<void> {
  await say(scope, 'talk', 'u1', 'hello', { priority: 7 })
  await say(scope, 'talk', 'a1', 'hi')
  await say(scope, 'talk', 'u2', 'once')
  await say(scope, 'talk', 'u2', 'twice')
  for (const newConversationId of ['fork', longId]) await forkConversation(scope, { source: 'talk', newConversationId })
  const { conversation } = await forkConversation(scope, { source: 'talk', at: { turn: 2 } })
  await forkConversation(scope, { source: conversation?.id ?? '', newConversationId: 'fork of fork', note: 'why' })
  await say(scope, 'fork', 'u3', 'there')
}
