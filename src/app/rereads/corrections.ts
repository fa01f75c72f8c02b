import type { ConversationId, JsonObject, Message, MessageId } from '../../domain/model.ts'
import { asReread, rereadKind, wasReread } from '../../domain/records/reread.ts'
import { asTreeNode } from '../read/paths.ts'
import { walkList } from '../read/walkList.ts'
import type { Scope } from '../scope.ts'
import { addCorrection } from '../turns/correctMessage.ts'
import { commitSettled } from '../write/lanes/commit.ts'
import { newEvent } from '../write/draft/additions.ts'
import { afterOf, changesOf, createDraft, type Draft } from '../write/draft/draft.ts'
import { own } from '../../runtime/own.ts'

/** What of one message is to be corrected. */
export interface FieldCorrection {
  readonly conversationId: string
  readonly messageId: MessageId
  readonly fields: JsonObject
}

/** Returns what may be corrected: a field that a person corrected stays as that person has it. */
export async function mayCorrect(
  scope: Scope,
  fieldCorrections: readonly FieldCorrection[],
  messages: ReadonlyMap<MessageId, Message>,
): Promise<FieldCorrection[]> {
  const remaining: FieldCorrection[] = []
  for (const one of fieldCorrections) {
    const provenance: Readonly<Record<string, string>> = messages.get(one.messageId)?.overlay?.provenance ?? {}
    const names = Object.keys(one.fields)
    const corrections = await scope.store.observations(names.flatMap((name) => own(provenance, name) ?? []))
    const isOurs = corrections.every((correction) => correction?.sourceKind === rereadKind)
    if (isOurs) remaining.push(one)
  }
  return remaining
}

/** Corrects messages, those of one conversation together; returns how many. */
export async function correctAll(scope: Scope, fieldCorrections: readonly FieldCorrection[]): Promise<number> {
  for (const id of new Set(fieldCorrections.map(({ conversationId }) => conversationId))) {
    const own = fieldCorrections.filter(({ conversationId }) => conversationId === id)
    await change(scope, id, async (draft) => {
      for (const { messageId, fields } of own) {
        const says = () => ({ fields, blocks: blocksIn(fields) })
        const note = 'Read again from the imported lines.'
        await addCorrection(scope, draft, { kind: 'CORRECTION', messageId, note, sourceKind: rereadKind, says })
      }
    })
    await tellForks(scope, id)
  }
  return fieldCorrections.length
}

const blocksIn = ({ content }: JsonObject) => (content ?? []) as unknown as readonly []

/** All conversations that share a path see the corrections on it. */
async function tellForks(scope: Scope, id: ConversationId): Promise<void> {
  for await (const forks of walkList(scope.reads, 'everyFork', id, { limit: 100 }))
    for (const fork of forks) {
      if (!wasReread(fork)) await change(scope, fork.id, () => Promise.resolve())
      await tellForks(scope, fork.id)
    }
}

async function change(scope: Scope, id: ConversationId, work: (draft: Draft) => Promise<void>): Promise<void> {
  await commitSettled(scope, [id], async ([laneState]) => {
    scope.reads.clear()
    const frontier = laneState?.frontier
    if (!frontier) return { changes: null, after: new Map(), result: null }
    const draft = createDraft(scope, frontier, frontier.conversation, asTreeNode(frontier.head))
    await work(draft)
    draft.conversation = asReread(draft.conversation)
    if (draft.events.length === 0)
      draft.events.push(newEvent(scope, 'UPDATE', id, { details: { metadata: { reread: true } } }))
    return { changes: changesOf([draft]), after: afterOf([draft]), result: null }
  })
}
