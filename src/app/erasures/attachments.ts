import type { Attachment } from '../../domain/records/attachment.ts'
import { attachmentIds } from '../../domain/records/attachment.ts'
import type { Erasure, Residue } from '../../domain/erasure/erasure.ts'
import type { Hash } from '../../domain/model.ts'
import { unkept, walkList, walkRelationships } from '../read/walkList.ts'
import type { Scope } from '../scope.ts'
import { writeRewrites } from './aftermath.ts'

const pageLength = 200

/** Which attachments an erasure took away, and what of them may be left. */
export interface ErasedAttachments {
  readonly erased: readonly Hash[]
  readonly residue: readonly Residue[]
}

/** Takes away the bytes and names of attachments that were asked for, and of those that nothing says any more. */
export async function eraseAttachments(scope: Scope, erasure: Erasure): Promise<ErasedAttachments> {
  const [erased, residue]: [Hash[], Residue[]] = [[], []]
  const askedIds = erasure.plan?.askedAttachmentIds ?? []
  for (const id of [...askedIds, ...(erasure.plan?.attachmentIds ?? [])]) {
    const [attachment] = await scope.store.attachments([id])
    if (!attachment || (!askedIds.includes(id) && (await isSaid(scope, id)))) continue
    erased.push(id)
    // A crash may have come between the two: bytes of what is empty already go all the same.
    if (!attachment.erased) await writeRewrites(scope, erasure, { attachments: [emptied(attachment)] })
    const { hasVersions } = await scope.attachmentBytes.remove(scope.tenant, id)
    if (hasVersions) residue.push('OBJECT_VERSIONS')
  }
  return { erased, residue }
}

function emptied({ id, mediaType, byteSize, createdAt }: Attachment): Attachment {
  return { id, mediaType, byteSize, uri: null, fileName: null, createdAt, erased: true }
}

/** Says whether something that is not erased embeds an attachment. */
async function isSaid(scope: Scope, id: Hash): Promise<boolean> {
  const list = { thing: { kind: 'ATTACHMENT', id }, end: 'target', type: 'EMBEDS', deleted: false } as const
  for await (const edges of walkRelationships(scope.reads, list, { limit: pageLength }))
    for (const { source } of edges)
      for await (const page of walkList(unkept(scope), 'observationsOfMessage', source.id, { limit: pageLength }))
        if (page.some(({ blocks }) => attachmentIds(blocks).includes(id))) return true
  return false
}
