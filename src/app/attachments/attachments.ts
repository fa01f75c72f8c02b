import { noRewrites } from '../../domain/erasure/rewrites.ts'
import {
  attachmentIds,
  checkMediaType,
  embeddingGuard,
  emptiedAttachment,
  type Attachment,
} from '../../domain/records/attachment.ts'
import type { Block, Hash, Message } from '../../domain/model.ts'
import { badInput, Refusal } from '../../domain/refusals.ts'
import { noRecords } from '../../domain/changes.ts'
import type { Scope } from '../scope.ts'
import { commitRecords } from '../write/lanes/commit.ts'
import { newEvent } from '../write/draft/additions.ts'
import type { Forward } from '../read/lists.ts'
import type { ListPage } from '../read/pages.ts'
import { relationshipsPage } from '../relationships/relationshipsPage.ts'
import { changesOfRecords } from '../write/draft/recordDraft.ts'

/** Bytes to keep as an attachment. */
export interface PutAttachment {
  readonly bytes: AsyncIterable<Uint8Array>
  readonly mediaType: string | null
  readonly fileName: string | null
  /** The hash that the bytes must have; null: whatever they do. */
  readonly expected: Hash | null
  /** Aborted when who sends them goes away. */
  readonly signal?: AbortSignal
}

/**
 * Keeps bytes as an attachment. Bytes that are one already stay what they were, with the media type that they came
 * with first; their file name is the last one.
 */
export async function putAttachment(scope: Scope, input: PutAttachment): Promise<Attachment> {
  const attachment = await keepBytes(scope, { ...input, mediaType: checkMediaType(input.mediaType) })
  const known = await sameAttachment(scope, attachment)
  if (known && !known.erased && (attachment.fileName ?? known.fileName) === known.fileName) {
    await mustHaveBytes(scope, known)
    return known
  }
  const { id, mediaType, byteSize, fileName } = attachment
  const event = known
    ? newEvent(scope, 'UPDATE', null, { details: { attachmentId: id, fileName } })
    : newEvent(scope, 'CREATE', null, { details: { attachmentId: id, mediaType, byteSize } })
  const changes = changesOfRecords(event, { ...noRecords, attachments: [attachment] })
  await commitRecords(scope, () => Promise.resolve({ changes, result: null }))
  await mustHaveBytes(scope, attachment)
  return (await scope.reads.attachment(id)) ?? attachment
}

/**
 * An erasure may have taken the same bytes away after they came and before they were named: they are to be sent again. The row is emptied
 * only as long as nothing embedded it meanwhile, which brought them itself.
 */
async function mustHaveBytes(scope: Scope, attachment: Attachment): Promise<void> {
  const { id } = attachment
  const guard = embeddingGuard(id)
  const isThere = () => scope.attachmentBytes.has(scope.tenant, id)
  const event = () => newEvent(scope, 'UPDATE', null, { details: { attachmentId: id } })
  for (;;) {
    scope.signal?.throwIfAborted()
    const [expected = 0] = await scope.store.guards([guard])
    if (await isThere()) return
    const rewrites = { ...noRewrites, attachments: [emptiedAttachment(attachment)] }
    const records = { ...noRecords, guards: [{ name: guard, expected }] }
    const { kind } = await scope.store.write({ ...changesOfRecords(event(), records), rewrites })
    scope.reads.clear()
    if (kind === 'guardChanged') continue
    if (!(await isThere()))
      throw new Refusal(
        'ERASED',
        { attachmentId: id, erasureId: null },
        'The same bytes were erased meanwhile: send them again.',
        ['file'],
      )
    const changes = changesOfRecords(event(), { ...noRecords, attachments: [attachment] })
    await commitRecords(scope, () => Promise.resolve({ changes, result: null }))
  }
}

/** Keeps bytes where they belong, before anything names them, and returns the attachment that they are. */
export async function keepBytes(
  scope: Scope,
  { bytes, mediaType, fileName, expected, signal }: PutAttachment & { readonly mediaType: string },
): Promise<Attachment> {
  const { id, byteSize } = await scope.attachmentBytes.put(scope.tenant, bytes, {
    limit: scope.limits.attachmentBytes,
    expected,
    signal,
  })
  return { id, mediaType, byteSize, uri: null, fileName, createdAt: scope.fresh.now() }
}

/** Returns the attachment that is known by this one's id, null when there is none. A URI and its text as bytes would share one: refused. */
export async function sameAttachment(scope: Scope, { id, uri }: Attachment): Promise<Attachment | null> {
  const known = await scope.reads.attachment(id)
  if (known && (known.uri === null) !== (uri === null))
    throw badInput('A URI and a file with that URI for its content cannot both be attachments.', { id }, [
      'attachments',
    ])
  return known
}

/** Returns the attachments that blocks embed, each once, in order. */
export function attachmentsOf(scope: Scope, blocks: readonly Block[]): Promise<Attachment[]> {
  return Promise.all(attachmentIds(blocks).map((id) => namedAttachment(scope, id)))
}

/** Returns the attachment that a block names: that it is missing is a fault. */
export async function namedAttachment(scope: Scope, id: string): Promise<Attachment> {
  const attachment = await scope.reads.attachment(id)
  if (!attachment) throw new Error(`The attachment "${id}" is named but missing.`)
  return attachment
}

/** Returns a page of the messages that embed an attachment, newest change first. */
export async function embeddingMessages(scope: Scope, { id }: Attachment, page: Forward): Promise<ListPage<Message>> {
  const embeds = { ...page, direction: 'INBOUND', type: 'EMBEDS' } as const
  const edges = await relationshipsPage(scope, { kind: 'ATTACHMENT', id }, embeds)
  const items = await Promise.all(
    edges.items.map(async ({ cursor, item: { source } }) => {
      const message = source.kind === 'MESSAGE' ? await scope.reads.message(source.id) : null
      return message ? [{ cursor, item: message }] : []
    }),
  )
  return { ...edges, items: items.flat() }
}
