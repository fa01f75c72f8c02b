import { checkFileName, checkMediaType, unknownMediaType } from '../../../domain/records/attachment.ts'
import type { Block } from '../../../domain/model.ts'
import { sha256 } from '../../../domain/tree/pathHash.ts'
import { Refusal } from '../../../domain/refusals.ts'
import type { DraftFile, HeldBytes } from '../../plan.ts'

/** A file that an entry attaches: the block that shows it, and what it is. */
export interface AttachedFile {
  readonly block: Block
  readonly file: DraftFile
}

/** What the file of another program says of one that it holds. */
export interface FileInput {
  readonly name?: string | null
  readonly mediaType?: string | null
}

/** Returns a file whose bytes stand in the transcript as base64; null where that is none. */
export function attachedBase64(base64: string, input: FileInput, most: number): AttachedFile | null {
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length === 0) return null
  return attachedBytes(sha256(bytes), bytes.length, { base64 }, input, most)
}

/** Returns a file whose content stands in the transcript as text. */
export function attachedText(text: string, input: FileInput, most: number): AttachedFile {
  const bytes = Buffer.from(text)
  return attachedBytes(sha256(bytes), bytes.length, { text }, input, most)
}

/**
 * Returns a file of which the hash and the size are known, and where its bytes stand; one that has more than `most` is
 * attached by its name alone.
 */
export function attachedBytes(
  id: string,
  byteSize: number,
  holds: HeldBytes,
  input: FileInput,
  most: number,
): AttachedFile {
  if (byteSize > most) return attachedName(`urn:sha256:${id}`, input)
  const fileName = fittingName(input.name)
  const file = { attachmentId: id, mediaType: fittingType(input.mediaType), fileName, byteSize, holds }
  return { block: attachmentBlock(id, fileName), file }
}

/** Returns a file of which the transcript has the name alone, and what its program calls it. */
export function attachedName(uri: string, input: FileInput): AttachedFile {
  const [id, fileName] = [sha256(uri), fittingName(input.name)]
  const file = { attachmentId: id, mediaType: fittingType(input.mediaType), fileName, byteSize: null, holds: { uri } }
  return { block: attachmentBlock(id, fileName), file }
}

const attachmentBlock = (attachmentId: string, fileName: string | null): Block => ({
  type: 'attachment',
  attachmentId,
  ...(fileName !== null && { fileName }),
})

/** The name without folders; null where it cannot be one. */
function fittingName(name: string | null | undefined): string | null {
  return unlessRefused(() => (name == null ? null : checkFileName(name.split(/[\\/]/).at(-1) ?? ''))) ?? null
}

function fittingType(mediaType: string | null | undefined): string {
  return unlessRefused(() => checkMediaType(mediaType)) ?? unknownMediaType
}

function unlessRefused<V>(make: () => V): V | null {
  try {
    return make()
  } catch (thrown) {
    if (thrown instanceof Refusal) return null
    throw thrown
  }
}

/** Returns a foreign text as a part of a URN; half of a surrogate pair, which no URI holds, is the sign for such. */
export const inUrn = (text: string): string => encodeURIComponent(Buffer.from(text).toString())
