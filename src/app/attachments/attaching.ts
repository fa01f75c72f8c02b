import { checkFileName, checkMediaType, checkUri, uriAttachment, type Attachment } from '../../domain/attachment.ts'
import type { Block } from '../../domain/model.ts'
import { badInput, Refusal } from '../../domain/refusals.ts'
import type { Scope } from '../scope.ts'
import { keepBytes, sameAttachment } from './attachments.ts'
import { checkSize } from '../write/checks.ts'

/** What a turn attaches: bytes, or a URI. */
export interface GivenAttachment {
  readonly name?: string | null
  readonly mediaType?: string | null
  readonly base64?: string | null
  readonly uri?: string | null
  /** What it is for in this turn; belongs to the use, not to the bytes. */
  readonly kind?: string | null
  readonly environment?: string | null
}

/** What attaches: a turn's own blocks, and the attachments given beside them. */
interface Attaching {
  readonly blocks: readonly Block[]
  readonly attachments?: readonly GivenAttachment[] | null
}

/** A turn whose attachments are blocks of it, and what they are where there are any. */
export type Attached<T extends Attaching> = T & { readonly attached?: readonly Attachment[] }

/** Refuses attachments that make no sense; their bytes are not looked at yet. */
export function checkAttachments(scope: Scope, given: readonly GivenAttachment[]): void {
  const { list: limit } = scope.limits
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
export async function attach<T extends Attaching>(scope: Scope, turns: readonly T[]): Promise<readonly Attached<T>[]> {
  if (turns.every(({ attachments }) => attachments == null || attachments.length === 0)) return turns
  const kept: Attachment[][] = []
  for (const { attachments } of turns) {
    const made: Attachment[] = []
    for (const given of attachments ?? []) made.push(await keep(scope, given))
    kept.push(made)
  }
  // What is known already is looked up for all of them at once.
  return Promise.all(turns.map((turn, i) => withAttachments(scope, turn, kept[i] ?? [])))
}

async function keep(scope: Scope, given: GivenAttachment): Promise<Attachment> {
  const mediaType = checkMediaType(given.mediaType)
  if (given.uri != null) return uriAttachment(given.uri, mediaType, scope.fresh.now())
  return keepBytes(scope, { bytes: piecesOf(given.base64 ?? ''), mediaType, expected: null })
}

async function withAttachments<T extends Attaching>(
  scope: Scope,
  turn: T,
  kept: readonly Attachment[],
): Promise<Attached<T>> {
  const given = turn.attachments ?? []
  const blocks = [...turn.blocks, ...kept.map((one, i) => blockOf(one, given[i] as GivenAttachment))]
  if (kept.length > 0) checkSize(blocks, scope.limits.turnBytes)
  const attached = await Promise.all(kept.map(async (one) => (await sameAttachment(scope, one)) ?? one))
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
