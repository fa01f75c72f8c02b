import { attachmentIds, checkMediaType } from '../domain/attachments.ts'
import type { Block, Hash, Message } from '../domain/model.ts'
import { badInput } from '../domain/refusals.ts'
import { noThings, type Attachment } from '../domain/things.ts'
import type { Act } from './act.ts'
import { commitThings } from './commit.ts'
import { eventOf } from './events.ts'
import type { Forward } from './lists.ts'
import type { Page } from './pages.ts'
import { relationshipsPage } from './relationships.ts'
import { changesOfThings } from './things.ts'

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
  const changes = changesOfThings(event, null, { ...noThings, attachments: [attachment] })
  await commitThings(act, () => Promise.resolve({ changes, result: null }))
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

/** Returns the attachments that blocks embed, each once, in order. */
export function attachmentsOf(act: Act, blocks: readonly Block[]): Promise<Attachment[]> {
  return Promise.all(attachmentIds(blocks).map((id) => namedAttachment(act, id)))
}

/** Returns the attachment that a block names: that it is missing is a fault. */
export async function namedAttachment(act: Act, id: string): Promise<Attachment> {
  const found = await act.reads.attachment(id)
  if (!found) throw new Error(`The attachment "${id}" is named but missing.`)
  return found
}

/** Returns a page of the messages that embed an attachment, newest change first. */
export async function embeddingMessages(act: Act, { id }: Attachment, page: Forward): Promise<Page<Message>> {
  const embeds = { ...page, direction: 'INBOUND', type: 'EMBEDS' } as const
  const edges = await relationshipsPage(act, { kind: 'ATTACHMENT', id }, embeds)
  const items = await Promise.all(
    edges.items.map(async ({ cursor, item: { source } }) => {
      const message = source.kind === 'MESSAGE' ? await act.reads.message(source.id) : null
      return message ? [{ cursor, item: message }] : []
    }),
  )
  return { ...edges, items: items.flat() }
}
