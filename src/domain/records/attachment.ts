import type { Block, Instant, Hash } from '../model.ts'
import { sha256 } from '../tree/pathHash.ts'
import { badInput, type Refusal } from '../refusals.ts'

/** Bytes by their hash, or a URI by its. The bytes lie outside the graph. */
export interface Attachment {
  /** SHA-256 of the bytes, or of the URI. */
  readonly id: Hash
  readonly mediaType: string
  /** Null for a URI. */
  readonly byteSize: number | null
  readonly uri: string | null
  /** The name that it was last sent with. */
  readonly fileName: string | null
  readonly createdAt: Instant
  /** Its bytes or its URI were erased. */
  readonly erased?: true
}

/** An attachment that something embeds by its id alone: it is written only while that one is there and not erased. */
export interface EmbeddedAttachment {
  readonly id: Hash
  readonly isEmbedded: true
}

/** What a write does with an attachment: puts it, or embeds the one that is there. */
export type AttachmentChange = Attachment | EmbeddedAttachment

/** Says whether an attachment is only embedded. */
export const isEmbedded = (change: AttachmentChange): change is EmbeddedAttachment => 'isEmbedded' in change

/** Returns what stays of an attachment that is erased. */
export function emptiedAttachment({ id, mediaType, byteSize, createdAt }: Attachment): Attachment {
  return { id, mediaType, byteSize, uri: null, fileName: null, createdAt, erased: true }
}

/** Returns the name of the counter that every write raises which embeds an attachment: an erasure that finds it unused sees one that comes between. */
export const embeddingGuard = (id: Hash): string => `embeddings of ${id}`

/** What is known of bytes whose kind nobody named. */
export const unknownMediaType = 'application/octet-stream'

const longestMediaType = 255
const longestName = 255
const longestUri = 8000
const token = "[\\w!#$%&'*+.^`|~-]+"
const mediaTypeForm = new RegExp(`^${token}/${token}(?:[ \\t]*;[ \\t]*${token}=(?:${token}|"[^"\\\\\\p{Cc}]*"))*$`, 'u')
/** Control characters, what turns the direction of text, and halves of surrogate pairs. */
const unprintable = /[\p{Cc}\p{Surrogate}\u202a-\u202e\u2066-\u2069]/u
/** Schemes by which a link runs something, or holds bytes instead of naming them. */
const dangerous: ReadonlySet<string> = new Set([
  ...['javascript:', 'vbscript:', 'livescript:', 'data:', 'blob:', 'filesystem:', 'about:', 'view-source:', 'jar:'],
])

/** Returns a media type with its name in lower case, or the one of unknown bytes; refuses what is none. */
export function checkMediaType(text: string | null | undefined): string {
  if (text == null) return unknownMediaType
  if (text.length > longestMediaType || !mediaTypeForm.test(text))
    throw refusal('mediaType', text, 'is no media type like "image/png"')
  const [name = '', ...parameters] = text.split(';')
  return [name.trim().toLowerCase(), ...parameters].join(';')
}

/** Returns a file name; refuses paths, control characters and endless ones. */
export function checkFileName(text: string, field = 'fileName'): string {
  const refuse = (why: string) => refusal(field, text, why)
  if (text.trim() === '') throw refuse('is blank')
  if (/[/\\]/.test(text) || text === '.' || text === '..') throw refuse('is a path: give the name alone')
  if (unprintable.test(text)) throw refuse('has a character that cannot be shown')
  if (text.length > longestName) throw refuse(`is longer than ${longestName} characters`)
  return text
}

/** Returns a URI as it was given; refuses relative ones, spaces and control characters, and what may run by a click. */
export function checkUri(text: string): string {
  const refuse = (why: string) => refusal('uri', text, why)
  if (/\s/.test(text) || unprintable.test(text)) throw refuse('has a space or a character that cannot be shown')
  if (text.length > longestUri) throw refuse(`is longer than ${longestUri} characters`)
  if (!URL.canParse(text)) throw refuse('is no URI with a scheme, like "https://host/file"')
  const { protocol } = new URL(text)
  if (dangerous.has(protocol)) throw refuse(`has the scheme "${protocol}", which is not taken`)
  return text
}

function refusal(field: string, text: string, why: string): Refusal {
  return badInput(`"${field}" ${why}.`, { field, given: text.slice(0, 200) }, [field])
}

/** Returns the attachment that a URI is: known by the hash of its text. */
export function uriAttachment(
  input: Pick<Attachment, 'mediaType' | 'fileName' | 'createdAt'>,
  uri: string,
): Attachment {
  return { ...input, id: sha256(uri), byteSize: null, uri }
}

/** Returns one attachment that came twice: as it was first, with the last name that there was. */
export function sentAgain(first: Attachment | undefined, again: Attachment): Attachment {
  return first ? { ...first, fileName: again.fileName ?? first.fileName } : again
}

/** Returns the ids of the attachments that blocks embed, each once, in order. */
export function attachmentIds(blocks: readonly Block[]): string[] {
  return [...new Set(blocks.flatMap((block) => (block.type === 'attachment' ? [block.attachmentId] : [])))]
}

/** Says whether something attaches: by attachments of its own, or by blocks that embed some. */
export const attaches = ({
  attachments,
  blocks,
}: {
  readonly attachments?: readonly unknown[] | null
  readonly blocks: readonly Block[]
}): boolean => (attachments ?? []).length > 0 || attachmentIds(blocks).length > 0
