import { newConversation } from '../domain/newConversation.ts'
import type { Act, ConversationResult } from './act.ts'
import { checkId, checkMetadata, givenTitle } from './checks.ts'
import { alreadyExists, writeNew } from './commit.ts'
import { changesOf, createDraft } from './drafts.ts'
import { eventOf } from './events.ts'
import { once, type Bind } from './idempotency.ts'
import type { CreateConversation } from './inputs.ts'

/** Makes an empty conversation; refuses an id that is taken. */
export async function createConversation(act: Act, input: CreateConversation): Promise<ConversationResult> {
  if (input.id != null) checkId(input.id, 'id')
  const { idempotencyKey, ...compared } = input
  return once<ConversationResult>(act, {
    operation: 'createConversation',
    key: idempotencyKey,
    input: compared,
    perform: (bind) => create(act, input, bind),
    replay: async (kept) => ({
      conversation: await existing(act, (kept as { conversationId: string }).conversationId),
      replayed: true,
    }),
  })
}

async function create(act: Act, input: CreateConversation, bind: Bind): Promise<ConversationResult> {
  const id = input.id ?? act.fresh.id()
  if (input.id != null && (await act.reads.conversation(id))) throw alreadyExists(id, 'id')
  const event = eventOf(act, 'CREATE', id)
  const given = {
    title: givenTitle(input.title),
    cwd: input.cwd ?? null,
    metadata: checkMetadata(input.metadata),
    origin: input.origin ?? 'HOST',
  }
  const draft = createDraft(act, null, newConversation(id, event.at, given), null)
  draft.events.push(event)
  const changes = changesOf([draft], bind({ conversationId: id }))
  await writeNew(act, changes, 'id')
  return { conversation: changes.conversations[0]?.value ?? draft.conversation, replayed: false }
}

async function existing(act: Act, id: string) {
  const conversation = await act.reads.conversation(id)
  if (!conversation) throw new Error(`Conversation ${id} is missing.`)
  return conversation
}
