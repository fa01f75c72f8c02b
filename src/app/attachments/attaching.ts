import {
  checkFileName,
  checkMediaType,
  checkUri,
  uriAttachment,
  type Attachment,
} from '../../domain/records/attachment.ts'
import type { Block } from '../../domain/model.ts'
import { badInput, eachItem, ofItem, Refusal } from '../../domain/refusals.ts'
import type { Scope } from '../scope.ts'
import { keepBytes, sameAttachment } from './attachments.ts'
import { named, withFileNames } from './fileNames.ts'
import { checkSize } from '../write/checks.ts'

/** What a turn attaches: bytes, or a URI. */
export interface AttachmentInput {
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
  readonly attachments?: readonly AttachmentInput[] | null
}

/** A turn whose attachments are blocks of it, and what they are where there are any. */
export type Attached<T extends Attaching> = T & { readonly attached?: readonly Attachment[] }

/** Refuses attachments that make no sense; their bytes are not looked at yet. */
export function checkAttachments(scope: Scope, attachments: readonly AttachmentInput[]): void {
  const { list: limit } = scope.limits
  if (attachments.length > limit)
    throw new Refusal(
      'LIMIT_EXCEEDED',
      { limit, attachments: attachments.length },
      `A turn has ${limit} attachments at most.`,
      ['attachments'],
    )
  eachItem('attachments', attachments, ({ name, mediaType, base64, uri }) => {
    if ((base64 == null) === (uri == null)) throw badInput('An attachment needs "base64" or "uri".')
    if (name != null) checkFileName(name, 'name')
    if (uri != null) checkUri(uri)
    checkMediaType(mediaType)
  })
}

/**
 * Returns turns, some of which attach, with what they attach as blocks behind their own. The bytes are kept by then: should the turns be
 * refused after all, they lie there unnamed and do no harm.
 */
export async function attach<T extends Attaching>(scope: Scope, turns: readonly T[]): Promise<readonly Attached<T>[]> {
  const attachmentLists: Attachment[][] = []
  for (const { attachments } of turns) {
    const made: Attachment[] = []
    for (const [index, input] of (attachments ?? []).entries())
      made.push(await keep(scope, input).catch(ofAttachment(index)))
    attachmentLists.push(made)
  }
  const ready = namedAsSent(turns, attachmentLists)
  // What is known already is looked up for all of them at once.
  return Promise.all(ready.map((turn, i) => withAttachments(scope, turn, attachmentLists[i] ?? [])))
}

/** Turns in which what is embedded by its id has the name that this turn or one before it sent it with. */
function namedAsSent<T extends Attaching>(
  turns: readonly T[],
  attachmentLists: readonly (readonly Attachment[])[],
): readonly T[] {
  const names = new Map<string, string>()
  return turns.map((turn, i) => {
    for (const { id, fileName } of attachmentLists[i] ?? []) if (fileName !== null) names.set(id, fileName)
    return { ...turn, blocks: turn.blocks.map((block) => named(block, (id) => names.get(id))) }
  })
}

function ofAttachment(index: number): (thrown: unknown) => never {
  return (thrown) => {
    throw thrown instanceof Refusal ? ofItem(thrown as Refusal, 'attachments', index) : thrown
  }
}

/** Keeps bytes again that an erasure took away after they came and before the turns named them: to be called once the turns are stored. */
export async function keepAttached(scope: Scope, turns: readonly Attached<Attaching>[]): Promise<void> {
  for (const { attached = [], attachments } of turns)
    for (const [i, { id, uri }] of attached.entries())
      if (uri === null && !(await scope.attachmentBytes.has(scope.tenant, id)))
        await keep(scope, attachments?.[i] as AttachmentInput)
}

async function keep(scope: Scope, input: AttachmentInput): Promise<Attachment> {
  const named = { mediaType: checkMediaType(input.mediaType), fileName: input.name ?? null }
  if (input.uri != null) return uriAttachment({ ...named, createdAt: scope.fresh.now() }, input.uri)
  return keepBytes(scope, { ...named, bytes: piecesOf(input.base64 ?? ''), expected: null })
}

async function withAttachments<T extends Attaching>(
  scope: Scope,
  turn: T,
  attachments: readonly Attachment[],
): Promise<Attached<T>> {
  const inputs = turn.attachments ?? []
  const own = await withFileNames(scope, turn.blocks)
  const blocks = [...own, ...attachments.map((one, i) => blockOf(one, inputs[i] as AttachmentInput))]
  if (attachments.length > 0) checkSize(blocks, scope.limits.turnBytes)
  await Promise.all(attachments.map((one) => sameAttachment(scope, one)))
  return { ...turn, blocks, attached: attachments }
}

/** Buffer reads over whatever is no base64: only what it would write the same way is taken. */
async function* piecesOf(base64: string): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.toString('base64') !== base64)
    throw badInput('"base64" is not base64 with the standard letters and padding.', {}, ['base64'])
  yield await Promise.resolve(bytes)
}

/** What is not given stays out, so that equal talk has equal hashes however it was attached. */
function blockOf({ id }: Attachment, { name, kind, environment }: AttachmentInput): Block {
  return {
    type: 'attachment',
    attachmentId: id,
    ...(name != null && { fileName: name }),
    ...(kind != null && { kind }),
    ...(environment != null && { environment }),
  }
}
