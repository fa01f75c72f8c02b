import { PassThrough } from 'node:stream'
import { once } from 'node:events'
import type { Attachment } from '../../domain/records/attachment.ts'
import type { Scope } from '../scope.ts'

/** A piece of an attachment's bytes. */
export interface ByteLine {
  readonly attachmentId: string
  readonly offset: number
  readonly base64: string
}

/** Keeps the bytes that follow each attachment, in the file or beside it, before anything names them. */
export interface KeepingBytes {
  begin(attachment: Attachment): Promise<void>
  take(piece: ByteLine): Promise<void>
  end(): Promise<void>
}

/** Returns what keeps bytes; ids of those that are nowhere are added to `missing`. What was erased here does not come back. */
export function keepBytes(
  { attachmentBytes, tenant, store }: Scope,
  beside: ((id: string) => Promise<AsyncIterable<Uint8Array> | null>) | undefined,
  missing: string[],
): KeepingBytes {
  let current: Attachment | null = null
  let isErased = false
  let way: { readonly into: PassThrough; readonly stored: Promise<unknown> } | null = null
  const put = (id: string, bytes: AsyncIterable<Uint8Array>) =>
    attachmentBytes.put(tenant, bytes, { limit: Number.MAX_SAFE_INTEGER, expected: id })

  const finish = async ({ id }: Attachment): Promise<void> => {
    if (way) {
      way.into.end()
      await way.stored
      return
    }
    if (await attachmentBytes.has(tenant, id)) return
    const bytes = (await beside?.(id)) ?? null
    if (bytes === null) missing.push(id)
    else await put(id, bytes)
  }
  return {
    async begin(attachment) {
      await this.end()
      const [stored] = await store.attachments([attachment.id])
      isErased = attachment.erased === true || stored?.erased === true
      current = attachment.byteSize === null || isErased ? null : attachment
    },
    async take({ attachmentId, base64 }) {
      if (isErased) return
      if (way === null) {
        const into = new PassThrough()
        const stored = put(attachmentId, into)
        stored.catch(() => into.destroy())
        way = { into, stored }
      }
      if (!way.into.write(Buffer.from(base64, 'base64')) && !way.into.destroyed)
        await Promise.race([once(way.into, 'drain'), way.stored])
    },
    async end() {
      const ended = current
      current = null
      if (ended) await finish(ended)
      way = null
    },
  }
}
