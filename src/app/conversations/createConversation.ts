import { newConversation } from '../../domain/messages/newConversation.ts'
import type { Scope } from '../scope.ts'
import { checkId, checkMetadata, givenTitle } from '../write/checks.ts'
import { alreadyExists, writeNew, type WriteScope } from '../write/lanes/commit.ts'
import { changesOf, createDraft } from '../write/draft/draft.ts'
import { newEvent } from '../write/draft/additions.ts'
import { command, found } from '../write/command.ts'
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
  return command(scope, input, {
    operation: 'createConversation',
    decide: (commandScope) => create(commandScope, input),
    load: (record: ConversationRecord) =>
      found(record, { conversation: scope.reads.conversation(record.conversationId) }),
  })
}

/** What the key of a command is bound to that changes nothing but a conversation. */
export type ConversationRecord = { readonly conversationId: string }

async function create(
  scope: WriteScope<ConversationRecord>,
  input: CreateConversation,
): Promise<{ readonly conversation: Conversation }> {
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
  const changes = changesOf([draft])
  await writeNew(scope, changes, { record: { conversationId: id }, idField: 'id' })
  return { conversation: changes.conversations[0]?.value ?? draft.conversation }
}
