import type { Scope } from '../../src/app/scope.ts'
import type { StoreResult } from '../../src/app/turns/storeInDraft.ts'
import type { StoreTurn } from '../../src/app/turns/turnInput.ts'
import { storeTurn } from '../../src/app/turns/storeTurns.ts'
import { transcriptPage } from '../../src/app/transcripts/transcript.ts'
import type { Block, Conversation, Role } from '../../src/domain/model.ts'

/** Stores one text turn; `turn` is `u1`, `a1`, `s1` or `t1`: its role is the first letter. */
export function say(
  scope: Scope,
  conversationId: string,
  turn: string,
  text = turn,
  more: Partial<StoreTurn> = {},
): Promise<StoreResult> {
  return storeTurn(scope, {
    conversationId,
    turnId: turn,
    role: roleOf(turn),
    blocks: [{ type: 'text', text }],
    ...more,
  })
}

/** Stores an assistant turn that calls tools, or a tool turn with their results. */
export function tools(
  scope: Scope,
  conversationId: string,
  turn: string,
  ids: readonly string[],
  more: Partial<StoreTurn> = {},
): Promise<StoreResult> {
  const role = roleOf(turn)
  const blocks: Block[] = ids.map((callId) =>
    role === 'TOOL'
      ? { type: 'toolResult', callId, content: 'done', isError: false }
      : { type: 'toolCall', callId, name: 'tool', input: {} },
  )
  return storeTurn(scope, { conversationId, turnId: turn, role, blocks, ...more })
}

function roleOf(turn: string): Role {
  const roles: Record<string, Role> = { u: 'USER', a: 'ASSISTANT', s: 'SYSTEM', t: 'TOOL' }
  return roles[turn.charAt(0)] ?? 'USER'
}

/** Returns the turn ids of a conversation's transcript. */
export async function turnsOf(scope: Scope, conversationId: string): Promise<string[]> {
  const conversation = (await scope.reads.conversation(conversationId)) as Conversation
  const page = await transcriptPage(scope, conversation, 'RAW', { first: 100 })
  return page.entries.map(({ entry }) => entry.observation.messageId?.split(':').slice(1).join(':') ?? '')
}
