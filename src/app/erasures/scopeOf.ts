import type { EraseScope } from '../../domain/erasure/erasure.ts'
import { splitBatch } from '../read/loaders.ts'
import type { Scope } from '../scope.ts'
import { factsOfEntity } from './things/facts.ts'
import type { Holders } from './holding.ts'
import type { Selection, Why } from './selection.ts'

const pageLength = 500

/** Returns how much a selection comes to, but for what says the same elsewhere. */
export async function scopeOf(
  scope: Scope,
  selection: Selection,
  holders: Holders,
): Promise<Omit<EraseScope, 'equalElsewhere'>> {
  const { chosen } = selection
  const all = [...chosen.values()]
  const count = (why: Why) => all.filter((one) => one.why === why).length
  return {
    observations: all.length,
    copies: count('copy'),
    derived: count('derived'),
    messages: await messagesGone(scope, selection),
    conversations: conversationsIn(selection).size,
    forks: holders.forks.size,
    attachments: selection.attachmentIds.size + selection.askedAttachmentIds.length,
    entities: selection.entityIds.length,
    bytes: selection.bytes + (await bytesOf(scope, selection)) + (await bytesOfEntities(scope, selection)),
  }
}

function conversationsIn({ chosen, embeddings, conversationIds }: Selection): ReadonlySet<string> {
  return new Set([...[...chosen.values(), ...embeddings].map((one) => one.conversationId), ...conversationIds])
}

async function messagesGone(scope: Scope, { chosen }: Selection): Promise<number> {
  const ids = [...new Set([...chosen.values()].flatMap(({ messageId }) => messageId ?? []))]
  let count = 0
  for (let from = 0; from < ids.length; from += pageLength) {
    const storedMessages = await splitBatch(ids.slice(from, from + pageLength), (some) => scope.store.messages(some))
    count += storedMessages.filter((one) => one !== null && chosen.has(one.latestId)).length
  }
  return count
}

async function bytesOf(scope: Scope, { attachmentIds, askedAttachmentIds }: Selection): Promise<number> {
  const attachments = await Promise.all(
    [...attachmentIds, ...askedAttachmentIds].map((id) => scope.reads.attachment(id)),
  )
  return attachments.reduce((sum, one) => sum + (one?.byteSize ?? 0), 0)
}

async function bytesOfEntities(scope: Scope, { entityIds }: Selection): Promise<number> {
  let bytes = 0
  for (const id of entityIds)
    for (const { fields } of await factsOfEntity(scope, id)) bytes += Buffer.byteLength(JSON.stringify(fields))
  return bytes
}
