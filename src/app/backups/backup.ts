import { createHash, type Hash } from 'node:crypto'
import { contentKinds, identityOf, orderOf, type ContentKind, type DumpBatch } from '../../domain/contents.ts'
import type { Attachment } from '../../domain/records/attachment.ts'
import { formatInstant } from '../../domain/instants.ts'
import { lineOf, valueText, version, type Header } from '../../formats/ndjson/lines.ts'
import { faultOf } from '../../formats/ndjson/schema.ts'
import { textOf } from '../../formats/ndjson/values.ts'
import type { Scope } from '../scope.ts'
import { nameKeyOf } from './nameKeys.ts'
import type { OpenSorter, Sorter } from './sorter.ts'

export interface BackupOptions {
  readonly openSorter: OpenSorter
  /** What becomes of attachments' bytes: in lines of the backup, or wherever `take` puts them; null: they are left out. */
  readonly attachments: 'INLINE' | { take(id: string, bytes: AsyncIterable<Uint8Array>): Promise<void> } | null
  /** Told what was written so far. */
  readonly onProgress?: ((lines: number) => void) | undefined
  /** Told of attachments whose bytes are not there. */
  readonly onMissing?: ((id: string) => void) | undefined
  /** Told, before the first byte, of rows that a restore would refuse. */
  readonly onUnreadable?: ((kind: ContentKind, id: string, fault: string) => void) | undefined
}

/** Yields all that is stored of the scope's tenant as one file, as the store hands it over while writes go on. */
export async function* backup(scope: Scope, options: BackupOptions): AsyncGenerator<Uint8Array> {
  const sorter = options.openSorter()
  try {
    await scope.store.dump((portion) => {
      sortIn(sorter, portion)
      if (options.onUnreadable) tellUnreadable(portion, options.onUnreadable)
    })
    yield* fileOf(headerOf(scope, null), allLines(scope, sorter, options))
  } finally {
    sorter.close()
  }
}

function tellUnreadable({ kind, values }: DumpBatch, tell: NonNullable<BackupOptions['onUnreadable']>): void {
  for (const value of values) {
    const fault = faultOf(kind, JSON.parse(textOf(kind, value as never)))
    if (fault !== null) tell(kind, identityOf(kind, value as never), fault)
  }
}

/** Returns the first line's value. */
export function headerOf({ fresh }: Scope, conversationId: string | null): Header {
  return { format: 'turngraph', version, madeAt: formatInstant(fresh.now()), conversationId }
}

/** Takes values into their places. */
export function sortIn(sorter: Sorter, { kind, values }: DumpBatch): void {
  if (kind === 'conversation')
    for (const { id, forkLevel } of values) sorter.place(`=${id}`, `${String(forkLevel).padStart(9, '0')}${id}`)
  else sorter.place('', '')
  for (const value of values) {
    const { conversationId, sort } = orderOf(kind, value)
    sorter.put(kind, conversationId === null ? '' : `=${conversationId}`, sort, textOf(kind, value as never))
  }
}

/** A backup alone carries the tenant's key for names. */
async function* allLines(scope: Scope, sorter: Sorter, options: BackupOptions): AsyncGenerator<string> {
  yield lineOf('tenant', valueText({ nameKey: await nameKeyOf(scope) }))
  yield* linesOf(scope, sorter, options)
}

/** Yields the lines of what was put in order. */
export async function* linesOf(scope: Scope, sorter: Sorter, options: BackupOptions): AsyncGenerator<string> {
  for (const kind of contentKinds)
    for (const text of sorter.taken(kind)) {
      scope.signal?.throwIfAborted()
      yield lineOf(kind, text)
      if (kind === 'attachment') yield* bytesOf(scope, JSON.parse(text) as Attachment, options)
    }
}

async function* bytesOf(
  scope: Scope,
  { id, byteSize, erased }: Attachment,
  options: BackupOptions,
): AsyncGenerator<string> {
  if (byteSize === null || erased || options.attachments === null) return
  const bytes = await scope.attachmentBytes.get(scope.tenant, id, null)
  if (bytes === null) options.onMissing?.(id)
  else if (options.attachments === 'INLINE') yield* byteLines(id, bytes)
  else await options.attachments.take(id, bytes)
}

async function* byteLines(id: string, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let offset = 0
  let isEmpty = true
  for await (const piece of bytes) {
    yield lineOf('bytes', valueText({ attachmentId: id, offset, base64: Buffer.from(piece).toString('base64') }))
    offset += piece.length
    isEmpty = false
  }
  if (isEmpty) yield lineOf('bytes', valueText({ attachmentId: id, offset: 0, base64: '' }))
}

const pieceLength = 64 * 1024

/** Yields a file of lines in pieces: the first line, those between, and the last one. */
export async function* fileOf(header: Header, lines: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  let count = 1
  let text = lineOf('header', valueText(header))
  for await (const line of lines) {
    count++
    text += line
    if (text.length < pieceLength) continue
    yield hashed(hash, text)
    text = ''
  }
  yield hashed(hash, text)
  yield Buffer.from(lineOf('end', valueText({ lines: count, sha256: hash.digest('hex') })))
}

function hashed(hash: Hash, text: string): Uint8Array {
  const bytes = Buffer.from(text)
  hash.update(bytes)
  return bytes
}
