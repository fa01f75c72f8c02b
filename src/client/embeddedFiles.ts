import { putAttachment } from '../app/attachments/attachments.ts'
import { openExport, valuesIn } from '../app/exports/exportConversation.ts'
import { openExtract } from '../app/extracts/extract.ts'
import { importTranscript } from '../app/imports/job/importTranscript.ts'
import type { Scope } from '../app/scope.ts'
import type { OpenParts } from '../compose.ts'
import { checkFileName } from '../domain/records/attachment.ts'
import { notFound } from '../domain/refusals.ts'
import { omissionsText } from '../formats/writing/omissions.ts'
import { failureOf } from './failures.ts'
import type { GraphFiles } from './graphClient.ts'
import { TurngraphError } from './turngraphError.ts'

/** Returns how files go into a store that is opened here and come from it. */
export function embeddedFiles(parts: OpenParts): GraphFiles {
  return {
    import: (source, { onWait, format = null, conversationId = null, strict, onProgress } = {}) =>
      asClientErrors(async () => {
        const openScratch = await parts.loadScratch()
        const scope = parts.scope()
        const { report, conversationIds } = await importTranscript(scope, {
          source,
          format,
          conversationId,
          strict,
          onProgress,
          openScratch,
          origin: 'IMPORT',
          retry: { onWait },
        })
        return { report, conversationIds }
      }),
    export: (
      conversationId,
      { format: named = null, wholeTree = false, part = null, values = null, session = null } = {},
    ) =>
      asClientErrors(async () => {
        const openSorter = await parts.loadSorter()
        const request = {
          conversationId,
          format: named,
          wholeTree,
          part,
          values: valuesIn(values),
          session,
          openSorter,
        }
        const { format, omissions, pieces } = await openExport(parts.scope(), request)
        return { format: format.name, omissions: omissionsText(omissions), pieces: toldPieces(pieces) }
      }),
    extract: ({ of, format = null, names = null, from = null, to = null, ...flags }) =>
      asClientErrors(async () => {
        const { includeExperiments = false, includeDeleted = true } = flags
        const request = { of, format, names, from, to, includeExperiments, includeDeleted }
        return toldPieces(openExtract(parts.scope(), request).pieces)
      }),
    attach: (bytes, { mediaType = null, fileName = null } = {}) =>
      asClientErrors(async () => {
        const name = fileName === null ? null : checkFileName(fileName)
        const fields = { bytes: onePiece(bytes), mediaType, fileName: name, expected: null }
        const attachment = await putAttachment(parts.scope(), fields)
        return { id: attachment.id, mediaType: attachment.mediaType, byteSize: attachment.byteSize }
      }),
    attachment: (id) => asClientErrors(() => bytesOf(parts.scope(), id)),
  }
}

async function* onePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes)
}

async function bytesOf(scope: Scope, id: string): Promise<Uint8Array> {
  const attachment = await scope.reads.attachment(id)
  const bytes = attachment?.byteSize == null ? null : await scope.attachmentBytes.get(scope.tenant, id, null)
  if (!bytes) throw notFound('Attachment', id)
  const pieces: Uint8Array[] = []
  for await (const piece of bytes) pieces.push(piece as Uint8Array)
  return new Uint8Array(Buffer.concat(pieces))
}

/** Errors have the form of a server's. */
async function asClientErrors<T>(work: () => Promise<T>): Promise<T> {
  return work().catch(rejected)
}

async function* toldPieces(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reading = pieces[Symbol.asyncIterator]()
  try {
    for (;;) {
      const next: IteratorResult<Uint8Array, unknown> = await reading.next().catch(rejected)
      if (next.done) return
      yield next.value
    }
  } finally {
    await reading.return?.()
  }
}

/** Throws anything thrown as the error for a client. */
export function rejected(cause: unknown): never {
  const { code, message, details } = failureOf(cause)
  throw new TurngraphError(code, message, details, null, { cause })
}
