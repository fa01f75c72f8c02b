import { Readable } from 'node:stream'
import { embeddingGuard, type Attachment } from '../../../domain/records/attachment.ts'
import type { DraftFile, EntryDraft } from '../../../formats/plan.ts'
import type { Scope } from '../../scope.ts'
import type { Draft } from '../../write/draft/draft.ts'
import type { ImportJob } from '../job/importJob.ts'

/** Keeps the files that an entry attaches, before anything names them. */
export async function keepFiles(scope: Scope, run: ImportJob, draft: Draft, { files = [] }: EntryDraft): Promise<void> {
  const known = await Promise.all(files.map(({ attachmentId }) => draft.reads.attachment(attachmentId)))
  const absent = files.filter((_, k) => known[k] === null)
  if (absent.length === 0) return
  const ids = absent.map(({ attachmentId }) => attachmentId)
  // Stored and erased by another before this is written, one would come back without its bytes: then the entry is decided again.
  const raised = await scope.store.guards(ids.map(embeddingGuard))
  const present = await scope.store.attachments(ids)
  for (const [k, { holds, attachmentId: id, mediaType, fileName, byteSize }] of absent.entries()) {
    if (present[k]) continue
    const uri = 'uri' in holds ? holds.uri : null
    if (uri === null) await keepBytes(scope, id, bytesOf(run, holds))
    const attachment: Attachment = { id, mediaType, byteSize, uri, fileName, createdAt: scope.fresh.now() }
    draft.changes.putAttachment(attachment)
    draft.changes.guards.set(embeddingGuard(id), raised[k] ?? 0)
  }
}

/** Bytes that lie there already are not written again. */
async function keepBytes(
  { attachmentBytes, tenant, limits }: Scope,
  expected: string,
  bytes: AsyncIterable<Uint8Array>,
) {
  if (await attachmentBytes.has(tenant, expected)) return
  await attachmentBytes.put(tenant, bytes, { limit: limits.attachmentBytes, expected })
}

function bytesOf({ archive }: ImportJob, holds: DraftFile['holds']): AsyncIterable<Uint8Array> {
  if ('member' in holds) {
    const member = archive?.members.find(({ name }) => name === holds.member)
    if (!member) throw new Error(`"${holds.member}" is not in the archive that was read.`)
    return member.raw?.() ?? member.open()
  }
  if ('base64' in holds) return Readable.from([Buffer.from(holds.base64, 'base64')])
  return Readable.from([Buffer.from('text' in holds ? holds.text : '')])
}
