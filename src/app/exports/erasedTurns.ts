import type { Conversation } from '../../domain/model.ts'
import { headOf, walk } from '../read/paths.ts'
import { unkept, walkList } from '../read/walkList.ts'
import type { Scope } from '../scope.ts'
import { hasErased } from '../transcripts/shownPieces.ts'

const pageLength = 500

/** Returns how many turns of the path to a conversation's head are erased. */
export async function erasedOnPath(scope: Scope, conversation: Conversation): Promise<number> {
  const head = (await hasErased(scope, conversation)) ? await headOf(scope, conversation) : null
  let count = 0
  if (head !== null)
    for await (const nodes of walk(scope.reads, head))
      count += nodes.filter(({ erased, kind }) => erased !== undefined && kind === 'TURN').length
  return count
}

/** Returns how many turns are erased that a conversation recorded. */
export async function erasedIn(scope: Scope, { id, hasErased: isSome }: Conversation): Promise<number> {
  let count = 0
  if (isSome)
    for await (const page of walkList(unkept(scope), 'observationsOfConversation', id, { limit: pageLength }))
      count += page.filter(
        ({ erased, place, kind }) => erased !== undefined && place !== null && kind === 'TURN',
      ).length
  return count
}
