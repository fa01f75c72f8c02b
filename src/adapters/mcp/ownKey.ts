import { createHash } from 'node:crypto'
import {
  IsAncestor,
  LastEvents,
  MessageStores,
  TurnStores,
  type StoredContentFragment,
  type StoresFragment,
  type StoreTurnInput,
} from '../../client/documents/generated.ts'
import { givenContent, storedContent } from './sameContent.ts'
import type { ToolContext } from './tool.ts'

type Turn = StoreTurnInput & { readonly conversationId: string; readonly turnId: string }

/**
 * Returns the key of a store that an agent gave none: made of the input, and of what was stored before it that says
 * something else. So the same call again has the same key, and A, B, A has three. Undefined where only the server knows
 * which conversation is meant.
 */
export async function ownKey(context: ToolContext, turns: readonly StoreTurnInput[]): Promise<string | undefined> {
  const named = turns.map(conversationOf)
  const before: (string | null)[] = []
  for (const [i, turn] of turns.entries()) {
    const conversationId = named[i] ?? null
    if (conversationId === null) return undefined
    const beside = turns.filter((_, k) => named[k] === conversationId)
    before.push(
      turn.turnId == null
        ? await eventBefore(context, conversationId, beside)
        : await storedBefore(context, { ...turn, conversationId, turnId: turn.turnId }),
    )
  }
  return `mcp-${createHash('sha256')
    .update(JSON.stringify([turns, before]))
    .digest('hex')}`
}

/** One that is named by its first message gets its id from the server. */
function conversationOf({ conversationId, conversationKey, branchId }: StoreTurnInput): string | null {
  return conversationId ?? (conversationKey ? null : (branchId ?? null))
}

/** The last observation of a turn that says something else, and where the head stands if it has left what says the same. */
async function storedBefore(context: ToolContext, turn: Turn): Promise<string | null> {
  const { conversation } = await context.client.query(
    TurnStores,
    { conversationId: turn.conversationId, turnId: turn.turnId },
    context,
  )
  const message = conversation?.message
  if (!message) return null
  const own = await otherIn(context, message.id, turn, message.observations)
  // In a fork the first store of an inherited turn makes a message of its own, and what was said before is the other's.
  const other = own ?? (message.supersedes && (await otherIn(context, message.supersedes.id, turn, null)))
  const newest = message.observations.nodes[0]
  const head = conversation.head?.id ?? null
  const isLeft = newest && saysSame(newest, turn) && !(await isOnPath(context, newest.restates?.id ?? newest.id, head))
  return isLeft ? `${other} ${head}` : other
}

async function isOnPath(context: ToolContext, id: string, head: string | null): Promise<boolean> {
  if (head === null || id === head) return id === head
  return (await context.client.query(IsAncestor, { id, of: head }, context)).observation?.isAncestorOf ?? false
}

async function otherIn(
  context: ToolContext,
  id: string,
  turn: Turn,
  first: StoresFragment | null,
): Promise<string | null> {
  for (let page = first, after: string | null = null; ;) {
    page ??= (await context.client.query(MessageStores, { id, after }, context)).message?.observations ?? null
    const other = page?.nodes.find((one) => !saysSame(one, turn))
    if (other || !page?.pageInfo.hasNextPage) return other?.id ?? null
    after = page.pageInfo.endCursor
    page = null
  }
}

/** What corrects or deletes a turn is something else than to store it. */
function saysSame({ kind, content }: StoredContentFragment, turn: StoreTurnInput): boolean {
  return (kind === 'TURN' || kind === 'RESTATEMENT') && storedContent(content) === givenContent(turn)
}

/** The last that was done in a conversation; what stored the same turns is passed over, for its answer may have been lost. */
async function eventBefore(
  context: ToolContext,
  conversationId: string,
  turns: readonly StoreTurnInput[],
): Promise<string | null> {
  const [newest, earlier] =
    (await context.client.query(LastEvents, { conversationId }, context)).conversation?.events.nodes ?? []
  const isSame =
    newest?.kind === 'STORE' &&
    newest.observationCount === turns.length &&
    newest.observations.every((one, i) => {
      const turn = turns[i]
      return turn !== undefined && one.role === turn.role && saysSame(one, turn)
    })
  const last = isSame ? earlier : newest
  // A conversation that is not there yet is made by what is stored.
  return last && last.kind !== 'CREATE' ? last.id : null
}
