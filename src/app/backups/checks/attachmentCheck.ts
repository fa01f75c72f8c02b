import { checkFileName, checkMediaType, checkUri, type Attachment } from '../../../domain/records/attachment.ts'
import type { Block } from '../../../domain/model.ts'
import { Refusal } from '../../../domain/refusals.ts'
import { sha256 } from '../../../domain/tree/pathHash.ts'
import { damaged } from '../../../formats/ndjson/lines.ts'
import { differing } from './refusals.ts'

/** Refuses an attachment that the API would not have taken, and a URI by another id than its hash. */
export function checkAttachment(attachment: Attachment, line: number): void {
  const { id, mediaType, fileName, uri, byteSize } = attachment
  as('mediaType', line, () => checkMediaType(mediaType))
  if (fileName !== null) as('fileName', line, () => checkFileName(fileName))
  if (uri === null) return
  as('uri', line, () => checkUri(uri))
  if (id !== sha256(uri)) throw differing(line, 'id', 'its URI has')
  if (byteSize !== null) throw damaged(line, 'has bytes and a URI', { member: 'byteSize' })
}

/** Refuses blocks in which an attachment has a file name that the API would not have taken. */
export function checkFileNames(blocks: readonly Block[], line: number): void {
  for (const block of blocks) {
    const { fileName = null } = block.type === 'attachment' ? block : {}
    if (fileName !== null) as('fileName', line, () => checkFileName(fileName))
  }
}

/** Says of a member that was refused on which line it stands. */
function as(member: string, line: number, check: () => unknown): void {
  try {
    check()
  } catch (error) {
    if (error instanceof Refusal) throw damaged(line, `cannot be: ${error.message.slice(0, 300)}`, { member })
    throw error
  }
}
