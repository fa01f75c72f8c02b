import type { Conversation, ForkedFrom } from '../../domain/model.ts'
import { forkOf } from '../../domain/messages/newConversation.ts'
import { emptyPathHash } from '../../domain/tree/pathHash.ts'
import {
  forkRecordOf,
  forkSource,
  newIdOf,
  forkNow,
  type ForkRecord,
  type Forked,
  type ForkResult,
} from '../forks/forkConversation.ts'
import { noPathBoundary } from '../forks/forkPoint.ts'
import { headOf } from '../read/paths.ts'
import type { Scope } from '../scope.ts'
import { contextAt } from '../transcripts/transcript.ts'
import { checkId, givenTitle } from '../write/checks.ts'
import { writeNew, type WriteScope } from '../write/lanes/commit.ts'
import { changesOf, createDraft, type Draft } from '../write/draft/draft.ts'
import { command } from '../write/command.ts'
import { newEvent } from '../write/draft/additions.ts'
import { addContext } from './contextCopy.ts'

export interface Materialize {
  readonly conversationId: string
  readonly newConversationId?: string | null
  readonly title?: string | null
  readonly idempotencyKey?: string | null
}

/**
 * Makes a conversation whose path is the CONTEXT of another one's head: copies of its turns, and what CONTEXT says in
 * their place. The original is not written at all (design §6).
 */
export async function materialize(scope: Scope, input: Materialize): Promise<ForkResult> {
  if (input.newConversationId != null) checkId(input.newConversationId, 'newConversationId')
  return command(scope, input, {
    operation: 'materialize',
    decide: (commandScope) => perform(commandScope, input),
    load: (record: ForkRecord) => forkNow(scope, record),
  })
}

async function perform(scope: WriteScope<ForkRecord>, input: Materialize): Promise<Forked> {
  const source = await forkSource(scope, input.conversationId)
  const id = await newIdOf(scope, input.newConversationId)
  const head = await headOf(scope, source)
  const eventId = scope.fresh.id()
  const draft = draftOf(scope, source, id, eventId, input.title)
  const { copied, made } = await addContext(scope, draft, await contextAt(scope, source, head, 'AS_STORED'))
  if (draft.head && draft.head.place.openCalls.length > 0)
    throw await noPathBoundary({ conversation: source, head, reads: scope.reads }, { node: head }, 'MESSAGE')
  const pathHash = draft.head?.place.pathHash ?? emptyPathHash
  const details = {
    pathHash,
    details: { source: source.id, headId: head?.id ?? null, copied, made },
    head: draft.head && { from: null, to: draft.head.id },
  }
  const event = { ...newEvent(scope, 'MATERIALIZE', id, details), id: eventId }
  draft.events.push(event)
  const record = forkRecordOf(draft, { pathHash, copied, warnings: [] })
  const changes = changesOf([draft])
  const stored = await writeNew(scope, changes, { record, idField: 'newConversationId' })
  const conversation = changes.conversations[0]?.value ?? draft.conversation
  const answer = { source, point: null, sharedLength: 0, pathHash, copied, warnings: [] }
  return { ...answer, conversation, event: stored(event, 1) }
}

/** A fork that inherits nothing: what it says it says itself. */
function draftOf(
  scope: Scope,
  source: Conversation,
  id: string,
  eventId: string,
  title: string | null | undefined,
): Draft {
  const from: ForkedFrom = {
    conversationId: source.id,
    observationId: null,
    turn: null,
    pathHash: emptyPathHash,
    eventId,
  }
  const fields = { id, createdAt: scope.fresh.now(), title: givenTitle(title) }
  return createDraft(scope, null, forkOf(source, null, from, fields), null)
}
