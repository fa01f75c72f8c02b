import { newConversation } from '../../domain/messages/newConversation.ts'
import type { Scope } from '../scope.ts'
import { checkId, checkMetadata, givenTitle } from '../write/checks.ts'
import { alreadyExists, writeNew } from '../write/lanes/commit.ts'
import { changesOf, createDraft } from '../write/draft/draft.ts'
import { newEvent } from '../write/draft/additions.ts'
import { once, type Bind } from '../write/lanes/idempotency.ts'
import type { Conversation, Json, OriginKind } from '../../domain/model.ts'

export interface CreateConversation {
  readonly id?: string | null
  readonly title?: string | null
  readonly cwd?: string | null
  readonly metadata?: Json
  readonly origin?: OriginKind | null
  readonly idempotencyKey?: string | null
}
export interface ConversationResult {
  readonly conversation: Conversation
  readonly replayed: boolean
}

/** Makes an empty conversation; refuses an id that is taken. */
export async function createConversation(scope: Scope, input: CreateConversation): Promise<ConversationResult> {
  if (input.id != null) checkId(input.id, 'id')
  const { idempotencyKey, ...compared } = input
  return once<ConversationResult, { conversationId: string }>(scope, {
    operation: 'createConversation',
    key: idempotencyKey,
    input: compared,
    perform: (bind) => create(scope, input, bind),
    replay: async (stored) => ({
      conversation: await existing(scope, stored.conversationId),
      replayed: true,
    }),
  })
}

async function create(
  scope: Scope,
  input: CreateConversation,
  bind: Bind<{ conversationId: string }>,
): Promise<ConversationResult> {
  const id = input.id ?? scope.fresh.id()
  if (input.id != null && (await scope.reads.conversation(id))) throw alreadyExists(id, 'id')
  const event = newEvent(scope, 'CREATE', id)
  const fields = {
    title: givenTitle(input.title),
    cwd: input.cwd ?? null,
    metadata: checkMetadata(input.metadata),
    origin: input.origin ?? 'HOST',
  }
  const draft = createDraft(scope, null, newConversation(id, event.at, fields), null)
  draft.events.push(event)
  const changes = changesOf([draft], bind({ conversationId: id }))
  await writeNew(scope, changes, 'id')
  return { conversation: changes.conversations[0]?.value ?? draft.conversation, replayed: false }
}

async function existing(scope: Scope, id: string) {
  const conversation = await scope.reads.conversation(id)
  if (!conversation) throw new Error(`Conversation ${id} is missing.`)
  return conversation
}
