import { checkMediaType } from '../domain/attachments.ts'
import type { Hash } from '../domain/model.ts'
import { badInput } from '../domain/refusals.ts'
import { noThings, type Attachment } from '../domain/things.ts'
import type { Act } from './act.ts'
import { commitThings } from './commit.ts'
import { eventOf } from './events.ts'

/** Bytes to keep as an attachment. */
export interface PutAttachment {
  readonly bytes: AsyncIterable<Uint8Array>
  readonly mediaType: string | null
  /** The hash that the bytes must have; null: whatever they do. */
  readonly expected: Hash | null
}

/**
 * Keeps bytes as an attachment. Bytes that are one already stay what they were, with the media type that they came
 * with first.
 */
export async function putAttachment(act: Act, input: PutAttachment): Promise<Attachment> {
  const attachment = await keepBytes(act, { ...input, mediaType: checkMediaType(input.mediaType) })
  const known = await sameAttachment(act, attachment)
  if (known) return known
  const { id, mediaType, byteSize } = attachment
  const event = eventOf(act, 'CREATE', null, { details: { attachmentId: id, mediaType, byteSize } })
  const nothing = { conversations: [], messages: [], observations: [], segments: [], junctions: [], key: null }
  const changes = { ...nothing, rawChunks: [], importMarks: [], ...noThings, attachments: [attachment] }
  await commitThings(act, () => Promise.resolve({ changes: { ...changes, events: [event] }, result: null }))
  return (await act.reads.attachment(id)) ?? attachment
}

/** Keeps bytes where they belong, before anything names them, and returns the attachment that they are. */
export async function keepBytes(
  act: Act,
  { bytes, mediaType, expected }: PutAttachment & { readonly mediaType: string },
): Promise<Attachment> {
  const { id, byteSize } = await act.attachmentBytes.put(act.tenant, bytes, {
    limit: act.limits.attachmentBytes,
    expected,
  })
  return { id, mediaType, byteSize, uri: null, createdAt: act.fresh.now() }
}

/** Returns the attachment that is known by this one's id, null when there is none. A URI and its text as bytes would share one: refused. */
export async function sameAttachment(act: Act, { id, uri }: Attachment): Promise<Attachment | null> {
  const known = await act.reads.attachment(id)
  if (known && (known.uri === null) !== (uri === null))
    throw badInput('A URI and a file with that URI for its content cannot both be attachments.', { id }, [
      'attachments',
    ])
  return known
}
