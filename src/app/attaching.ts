import { checkFileName, checkMediaType, checkUri, uriAttachment } from '../domain/attachments.ts'
import type { Block } from '../domain/model.ts'
import { badInput, Refusal } from '../domain/refusals.ts'
import type { Attachment } from '../domain/things.ts'
import type { Act } from './act.ts'
import { keepBytes, sameAttachment } from './attachments.ts'
import { checkSize } from './checks.ts'
import type { GivenAttachment, StoreTurn } from './inputs.ts'

/** A turn whose attachments are blocks of it, and what they are where there are any. */
export type Attached<T extends StoreTurn> = T & { readonly attached?: readonly Attachment[] }

/** Refuses attachments that make no sense; their bytes are not looked at yet. */
export function checkAttachments(act: Act, given: readonly GivenAttachment[]): void {
  const { list: limit } = act.limits
  if (given.length > limit)
    throw new Refusal(
      'LIMIT_EXCEEDED',
      { limit, attachments: given.length },
      `A turn has ${limit} attachments at most.`,
      ['attachments'],
    )
  for (const { name, mediaType, base64, uri } of given) {
    if ((base64 == null) === (uri == null))
      throw badInput('An attachment needs "base64" or "uri".', {}, ['attachments'])
    if (name != null) checkFileName(name, 'name')
    if (uri != null) checkUri(uri)
    checkMediaType(mediaType)
  }
}

/**
 * Returns turns with what they attach as blocks behind their own. The bytes are kept by then: should the turns be
 * refused after all, they lie there unnamed and do no harm.
 */
export async function attach<T extends StoreTurn>(act: Act, turns: readonly T[]): Promise<readonly Attached<T>[]> {
  if (turns.every(({ attachments }) => attachments == null || attachments.length === 0)) return turns
  const kept: Attachment[][] = []
  for (const { attachments } of turns) {
    const made: Attachment[] = []
    for (const given of attachments ?? []) made.push(await keep(act, given))
    kept.push(made)
  }
  // What is known already is looked up for all of them at once.
  return Promise.all(turns.map((turn, i) => withAttachments(act, turn, kept[i] ?? [])))
}

async function keep(act: Act, given: GivenAttachment): Promise<Attachment> {
  const mediaType = checkMediaType(given.mediaType)
  if (given.uri != null) return uriAttachment(given.uri, mediaType, act.fresh.now())
  return keepBytes(act, { bytes: piecesOf(given.base64 ?? ''), mediaType, expected: null })
}

async function withAttachments<T extends StoreTurn>(
  act: Act,
  turn: T,
  kept: readonly Attachment[],
): Promise<Attached<T>> {
  const given = turn.attachments ?? []
  const blocks = [...turn.blocks, ...kept.map((one, i) => blockOf(one, given[i] as GivenAttachment))]
  if (kept.length > 0) checkSize(blocks, act.limits.turnBytes)
  const attached = await Promise.all(kept.map(async (one) => (await sameAttachment(act, one)) ?? one))
  return { ...turn, blocks, attached }
}

/** Buffer reads over whatever is no base64: only what it would write the same way is taken. */
async function* piecesOf(base64: string): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.toString('base64') !== base64)
    throw badInput('"base64" is not base64 with the standard letters and padding.', {}, ['attachments'])
  yield await Promise.resolve(bytes)
}

/** What is not given stays out, so that equal talk has equal hashes however it was attached. */
function blockOf({ id }: Attachment, { name, kind, environment }: GivenAttachment): Block {
  return {
    type: 'attachment',
    attachmentId: id,
    ...(name != null && { fileName: name }),
    ...(kind != null && { kind }),
    ...(environment != null && { environment }),
  }
}
